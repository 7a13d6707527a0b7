import { Transaction, VersionedTransaction } from '@solana/web3.js'
import { readBytes } from '../lib/base64'
import { WalletError } from '../lib/errors'

/** A serialized transaction as web3.js has it. Throws RPC_INVALID_PARAMS. */
export function readTransaction(given: unknown): Transaction | VersionedTransaction {
  try {
    const bytes = readBytes(given) ?? new Uint8Array()
    const read = VersionedTransaction.deserialize(bytes)
    return read.version === 'legacy' ? Transaction.from(bytes) : read
  } catch (cause) {
    throw new WalletError('RPC_INVALID_PARAMS', { cause })
  }
}

/** The bytes of what the wallet has signed, which others may still have to sign. Throws WALLET_ANSWER_INVALID. */
export function writeTransaction(signed: unknown): Uint8Array {
  try {
    const write = Reflect.get(Object(signed), 'serialize') as Transaction['serialize']
    const bytes = readBytes(Reflect.apply(write, signed, [{ requireAllSignatures: false, verifySignatures: false }]))
    if (bytes?.length) return bytes
  } catch {
    // Thrown below.
  }
  throw new WalletError('WALLET_ANSWER_INVALID')
}
