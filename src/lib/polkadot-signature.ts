import { secp256k1 } from '@noble/curves/secp256k1'
import { blake2b } from '@noble/hashes/blake2'
import { hexToBytes, utf8ToBytes } from '@noble/hashes/utils'
import { verify as verifySr25519 } from '@scure/sr25519'
import { verifyEd25519 } from './ed25519'
import { readSs58 } from './ss58'

/** The byte before a signature that names its kind (Substrate's `MultiSignature`). */
const ED25519 = 0
const SR25519 = 1
const ECDSA = 2

/**
 * Whether an account signed a text (sr25519, ed25519 strict, or ECDSA; hex, with or without the byte that names the kind).
 * Wallets wrap the text in `<Bytes>` and `</Bytes>`, so that it cannot be a transaction; the bare text is accepted too.
 * Rejects where the browser has no ed25519.
 */
export async function verifyPolkadotMessage({
  address,
  message,
  signature,
}: Readonly<Record<'address' | 'message' | 'signature', string>>): Promise<boolean> {
  const account = readSs58(address)
  if (!account || !/^(?:0x)?(?:[0-9a-f]{2}){64,66}$/i.test(signature)) return false
  const bytes = hexToBytes(signature.replace(/^0x/i, ''))
  for (const text of [`<Bytes>${message}</Bytes>`, message]) if (await isOf(account, bytes, utf8ToBytes(text))) return true
  return false
}

async function isOf(account: Uint8Array, bytes: Uint8Array, text: Uint8Array): Promise<boolean> {
  const [kind, plain] = [bytes[0], bytes.slice(1)]
  if (bytes.length === 64) return isOfSr25519(account, bytes, text) || verifyEd25519(account, bytes, text)
  if (bytes.length === 66) return kind === ECDSA && isOfEcdsa(account, plain, text)
  if (kind === SR25519 && isOfSr25519(account, plain, text)) return true
  if (kind === ED25519 && (await verifyEd25519(account, plain, text))) return true
  return isOfEcdsa(account, bytes, text)
}

function isOfSr25519(account: Uint8Array, signature: Uint8Array, text: Uint8Array): boolean {
  try {
    return verifySr25519(text, signature, account)
  } catch {
    // Invalid points or numbers.
    return false
  }
}

/** The account of an ECDSA key is the hash of the key. */
function isOfEcdsa(account: Uint8Array, signature: Uint8Array, text: Uint8Array): boolean {
  try {
    const parsed = secp256k1.Signature.fromCompact(signature.slice(0, 64))
    if (parsed.hasHighS()) return false
    const key = parsed.addRecoveryBit(signature[64] ?? 4).recoverPublicKey(blake2b(text, { dkLen: 32 }))
    const hash = blake2b(key.toRawBytes(true), { dkLen: 32 })
    return hash.every((byte, at) => byte === account[at])
  } catch {
    return false
  }
}
