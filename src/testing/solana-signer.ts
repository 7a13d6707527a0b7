import { toBase58 } from '../lib/base58'
import { WalletRefusal } from './manner'

// Prefix of the seed in the PKCS #8 form of an ed25519 key (RFC 8410).
const PKCS8 = Uint8Array.of(0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 4, 0x22, 4, 0x20)
const SIGNATURE_LENGTH = 64
const KEY_LENGTH = 32
const VERSIONED = 0x80

/** An ed25519 key of WebCrypto. */
export type SolanaSigner = {
  readonly address: string
  readonly publicKey: Uint8Array
  readonly sign: (bytes: Uint8Array) => Promise<Uint8Array>
}

/** The key of a 32-byte seed in hex. */
export async function solanaSigner(seed: string): Promise<SolanaSigner> {
  if (!crypto.subtle) throw new Error('Mock Solana wallets need https or localhost: elsewhere browsers have no crypto.subtle.')
  const bytes = Uint8Array.from(seed.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  const key = await crypto.subtle.importKey('pkcs8', Uint8Array.of(...PKCS8, ...bytes), 'Ed25519', true, ['sign'])
  const { x = '' } = await crypto.subtle.exportKey('jwk', key)
  const publicKey = Uint8Array.from(atob(x.replaceAll('-', '+').replaceAll('_', '/')), (each) => each.charCodeAt(0))
  return {
    address: toBase58(publicKey),
    publicKey,
    sign: async (message) => new Uint8Array(await crypto.subtle.sign('Ed25519', key, message.slice())),
  }
}

/** The transaction with the signer's signature filled in. Rejects with 4100 if it is not one of its signers. */
export async function signTransaction(transaction: Uint8Array, signer: SolanaSigner): Promise<Uint8Array> {
  // Fewer than 128 signatures, so that their count is one byte (https://solana.com/docs/core/transactions).
  const signatures = transaction[0] ?? 0
  const start = 1 + signatures * SIGNATURE_LENGTH
  const message = transaction.slice(start)
  const versioned = ((message[0] ?? 0) & VERSIONED) !== 0
  // Version, three counts, and the count of keys, which stays under 128 in one packet.
  const keys = message.subarray((versioned ? 1 : 0) + 4)
  const isOurs = (index: number) => signer.publicKey.every((byte, offset) => keys[index * KEY_LENGTH + offset] === byte)
  const at = Array.from({ length: signatures }, (_, index) => index).find(isOurs)
  if (at === undefined) throw new WalletRefusal(4100, 'This account does not sign the transaction.')
  const signed = transaction.slice()
  signed.set(await signer.sign(message), 1 + at * SIGNATURE_LENGTH)
  return signed
}

/** The first signature of a transaction, which identifies it. */
export const firstSignature = (transaction: Uint8Array) => transaction.slice(1, 1 + SIGNATURE_LENGTH)
