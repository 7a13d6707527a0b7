import { WalletError } from '../lib/errors'
import { verifyPolkadotMessage } from '../lib/polkadot-signature'
import type { VerifySignature } from './types'

/** Whether the account's key signed the text (sr25519, ed25519, ECDSA). Throws SIGN_IN_UNSUPPORTED if the browser cannot verify it. */
export const verifySignature: VerifySignature = async (_, signed) => {
  try {
    return await verifyPolkadotMessage(signed)
  } catch (cause) {
    throw new WalletError('SIGN_IN_UNSUPPORTED', { cause })
  }
}
