import { verifyBitcoinMessage } from '../lib/bitcoin-signature'
import type { VerifySignature } from './types'

/** Whether the account's key signed the text (BIP-137, BIP-322 simple). Accounts of scripts cannot be proven. */
export const verifySignature: VerifySignature = async (_, signed) => verifyBitcoinMessage(signed)
