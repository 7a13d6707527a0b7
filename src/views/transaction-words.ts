import { mainTransfer } from '../controllers/activity'
import { shortAddress } from '../lib/caip'
import { formatAmount } from '../lib/format'
import { shortAmount } from '../lib/short-figures'
import type { Transaction, Transfer } from '../lib/transaction'
import type { Messages } from '../locales/en'

/** The title of a transaction: `Sent USDC`, `Swapped`. */
export function titleOf(transaction: Transaction, t: Messages['activity']): string {
  const main = mainTransfer(transaction)
  return t.kinds[transaction.kind](main ? nameOf(main, t) : '').trim()
}

/**
 * The other party of a transaction, or the app; undefined where that is not certain. `coin` is the symbol of the network's coin, `owner`
 * the account whose history it is.
 */
export function partyOf(
  transaction: Transaction,
  coin: string,
  owner: string | undefined,
  t: Messages['activity'],
): string | undefined {
  const { kind, from, to, application, transfers } = transaction
  const main = mainTransfer(transaction)
  const out = transfers.find(({ direction }) => direction === 'out')
  // For a swap of our own the received token is not known yet.
  if (kind === 'swapped' && main?.direction === 'in' && out) return t.swapOf(nameOf(out, t), nameOf(main, t))
  if (kind === 'received' && from) return t.from(shortAddress(from))
  if (kind === 'sent' && to && isReceiver(transaction, coin, owner)) return t.to(shortAddress(to))
  return application
}

/**
 * Whether `to` was paid. In the index's entries it is the called contract, so only for coins, and only where the account itself is the
 * other party: anybody may call a token ETH and have it moved, and a contract account's transactions come from its owners. In our own it
 * is the receiver.
 */
export function isReceiver(transaction: Transaction, coin: string, owner: string | undefined): boolean {
  const { id, kind, from, to, transfers } = transaction
  if (id.startsWith('own ')) return kind === 'sent'
  const own = kind === 'sent' ? from : kind === 'received' ? to : ''
  const isOwn = owner?.slice(owner.lastIndexOf(':') + 1).toLowerCase() === own.toLowerCase()
  return isOwn && transfers.some(({ symbol }) => symbol === coin)
}

/** A transfer's amount with its sign, `+1` for a collectible without one, cut as `shortAmount` is; undefined where there is none to show. */
export function amountOf(
  { direction, amount, type }: Transfer,
  locale: string,
  cut?: { readonly maxDigits: number },
): string | undefined {
  const shown = amount === undefined ? (type === 'nft' ? '1' : undefined) : amount
  if (shown === undefined) return undefined
  const sign = direction === 'in' ? '+' : direction === 'out' ? '−' : ''
  return `${sign}${shown.length > 12 ? shortAmount(shown, '', locale, cut) : formatAmount(shown, locale, cut)}`
}

/** What a transfer moved: a symbol, or a collectible's name. */
export const nameOf = ({ type, symbol, name }: Transfer, t: Messages['activity']): string =>
  (type === 'nft' ? name : symbol || name) || (type === 'nft' ? t.nft : '')
