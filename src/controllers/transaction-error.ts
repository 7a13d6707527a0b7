import { type ErrorCode, WalletError } from '../lib/errors'
import { toWalletError } from '../lib/rpc-errors'

const TOLD = /^(TRANSACTION_(CHANGED|FAILED|UNCONFIRMED|WOULD_FAIL)|CHAIN_MISMATCH|REQUEST_PENDING|LOGIN_EXPIRED)$/

/**
 * The error of a transaction: a wallet's own becomes `failure`, except what tells what the visitor decided or what we found out, and codes
 * that match `more`.
 */
export function transactionError(cause: unknown, failure: ErrorCode, more?: RegExp): WalletError {
  const error = toWalletError(cause, failure)
  if (error.code === 'USER_REJECTED') return new WalletError('USER_REJECTED', { cause: error.cause, help: 'Nothing was sent.' })
  return TOLD.test(error.code) || more?.test(error.code) ? error : new WalletError(failure, { cause: error })
}
