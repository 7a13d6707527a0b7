import { WalletError } from '../lib/errors'

const TOLD =
  /^(TRANSACTION_(CHANGED|FAILED|UNCONFIRMED|WOULD_FAIL)|CHAIN_MISMATCH|REQUEST_PENDING|PRICE_CHANGED|SWAP_UNVERIFIED|CALLS_(UPGRADE_REJECTED|NOT_ATOMIC)|LOGIN_EXPIRED)$/

/** Replaces a wallet's own error by SWAP_FAILED, except those that tell what the visitor decided or what we found out. */
export function inOurWords(error: WalletError): WalletError {
  if (error.code === 'USER_REJECTED') return new WalletError('USER_REJECTED', { cause: error.cause, help: 'Nothing was sent.' })
  return TOLD.test(error.code) ? error : new WalletError('SWAP_FAILED', { cause: error })
}
