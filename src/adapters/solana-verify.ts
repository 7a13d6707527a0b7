import { fromBase58 } from '../lib/base58'
import { verifyEd25519 } from '../lib/ed25519'
import { WalletError } from '../lib/errors'
import type { VerifySignature } from './types'

/** Whether the account's key signed the text (ed25519, strict). Throws SIGN_IN_UNSUPPORTED if the browser cannot verify it. */
export const verifySignature: VerifySignature = async (_, { address, message, signature }) => {
  const [key, bytes] = [fromBase58(address), signature.length <= 90 ? fromBase58(signature) : undefined]
  if (!key || !bytes) return false
  try {
    return await verifyEd25519(key, bytes, new TextEncoder().encode(message))
  } catch (cause) {
    throw new WalletError('SIGN_IN_UNSUPPORTED', { cause })
  }
}
