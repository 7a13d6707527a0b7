import { addErrors, advise, type ErrorEntry, notices } from './error-catalogue'
import type { laterCatalogue } from './later-errors'

/** Errors of transfers and swaps (security/SECURITY.md, promises 10 to 17, fault table 62 to 70); they load with those. */
export const moneyCatalogue = {
  FEE_UNKNOWN: { show: 'none', text: 'Could not estimate the fee' },
  TRANSACTION_WOULD_FAIL: { show: 'none', text: 'This transaction would fail' },
  TRANSACTION_CHANGED: { show: 'snack', text: 'Something changed' },
  CHAIN_MISMATCH: { show: 'none', text: 'Your wallet is on another network' },
  TRANSACTION_REFUSED: { show: 'none', text: 'This site stopped the transaction' },
  TRANSACTION_FAILED: { show: 'snack', text: 'Transaction failed' },
  TRANSACTION_UNCONFIRMED: { show: 'snack', text: 'Not confirmed yet' },
  PRICE_CHANGED: { show: 'none', text: 'Price changed' },
  SWAP_UNVERIFIED: { show: 'none', text: 'This swap could not be verified' },
  SWAP_FAILED: { show: 'none', text: 'The swap did not happen' },
  BUY_UNAVAILABLE: { show: 'none', text: 'Buying is not available here' },
} as const satisfies Record<string, ErrorEntry>

type Helped = keyof typeof moneyCatalogue | keyof typeof laterCatalogue
/** What a person can do about them, and about the specification's errors that only these views can have. */
export const moneyHelp: Readonly<Partial<Record<Helped, string>>> = {
  SEND_FAILED: 'Look in your wallet before you try again: it may still be sent.',
  SOLANA_SEND_FAILED: 'Look in your wallet before you try again: it may still be sent.',
  FEE_UNKNOWN: 'The network did not say what this costs. Nothing was sent.',
  TRANSACTION_WOULD_FAIL: 'It was tried out and did not go through. Nothing was sent.',
  TRANSACTION_CHANGED: 'Nothing was sent. Look at it again, then confirm.',
  CHAIN_MISMATCH: 'Nothing was sent. Switch the network in your wallet, then look at it again.',
  TRANSACTION_REFUSED: 'Nothing was sent.',
  TRANSACTION_FAILED: 'The network did not carry it out. Only the fee was paid.',
  TRANSACTION_UNCONFIRMED:
    'Its time ran out and the network has not reported it. Look in the block explorer before you send again.',
  PRICE_CHANGED: 'Nothing was sent. Look at the new price, then confirm.',
  SWAP_UNVERIFIED: 'The service wanted something other than the price it named. Nothing was sent.',
  SWAP_FAILED: 'Look in your wallet before you try again: it may still be sent.',
  BUY_UNAVAILABLE: 'Receive from another wallet instead.',
}

/** What went well, in words that are not errors. */
export const moneyNotices = { TRANSACTION_CONFIRMED: 'Transaction confirmed' } as const

// Added to `notices`, so that they are translated.
Object.assign(notices, moneyNotices)
addErrors(moneyCatalogue)
advise(moneyHelp)
