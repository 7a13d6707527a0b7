import { DEV_MNEMONIC } from './networks'

const COUNT = 10
const HARDENED = 0x8000_0000

/** The ed25519 seeds of the development mnemonic at `m/44'/501'/i'/0'`, the path that Solana wallets use. */
export async function devSeeds(count = COUNT): Promise<Uint8Array<ArrayBuffer>[]> {
  const root = await hmac(bytesOf('ed25519 seed'), await seedOf(DEV_MNEMONIC))
  return Promise.all(
    Array.from({ length: count }, async (_, account) => {
      let node = root
      for (const index of [44, 501, account, 0]) node = await child(node, index)
      return node.slice(0, 32)
    }),
  )
}

const bytesOf = (text: string) => new TextEncoder().encode(text)

/** BIP-39 seed of a mnemonic without a passphrase. */
export async function seedOf(mnemonic: string): Promise<Uint8Array<ArrayBuffer>> {
  const key = await crypto.subtle.importKey('raw', bytesOf(mnemonic), 'PBKDF2', false, ['deriveBits'])
  const parameters = { name: 'PBKDF2', hash: 'SHA-512', salt: bytesOf('mnemonic'), iterations: 2048 }
  return new Uint8Array(await crypto.subtle.deriveBits(parameters, key, 512))
}

/** A hardened child of key and chain code (SLIP-10; ed25519 has no other children). */
function child(node: Uint8Array<ArrayBuffer>, index: number): Promise<Uint8Array<ArrayBuffer>> {
  const data = new Uint8Array(37)
  data.set(node.subarray(0, 32), 1)
  new DataView(data.buffer).setUint32(33, HARDENED + index)
  return hmac(node.slice(32), data)
}

async function hmac(secret: Uint8Array<ArrayBuffer>, data: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const key = await crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-512' }, false, ['sign'])
  return new Uint8Array(await crypto.subtle.sign('HMAC', key, data))
}
