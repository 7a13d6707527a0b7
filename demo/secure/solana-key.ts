import { toBase58 } from '../../src/lib/base58'
import { fromBase64 } from '../../src/lib/base64'

// The bytes before the seed in the PKCS #8 form of an ed25519 key (RFC 8410).
const PKCS8 = Uint8Array.of(0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 4, 0x22, 4, 0x20)

/** A person's key on Solana. */
export type SolanaKey = { readonly address: string; readonly sign: (bytes: Uint8Array) => Promise<Uint8Array> }

/** The key of a seed, with the browser's own ed25519. */
export async function solanaKey(seed: Uint8Array): Promise<SolanaKey> {
  const bytes = Uint8Array.from([...PKCS8, ...seed])
  const key = await crypto.subtle.importKey('pkcs8', bytes, 'Ed25519', true, ['sign'])
  const { x = '' } = await crypto.subtle.exportKey('jwk', key)
  const publicKey = fromBase64(x.replaceAll('-', '+').replaceAll('_', '/')) ?? new Uint8Array()
  return {
    address: toBase58(publicKey),
    sign: async (message) => new Uint8Array(await crypto.subtle.sign('Ed25519', key, Uint8Array.from(message))),
  }
}
