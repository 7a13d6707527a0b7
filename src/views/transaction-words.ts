import { mainTransfer } from '../controllers/activity'
import { shortAddress } from '../lib/caip'
import { formatAmount } from '../lib/format'
import { shortAmount } from '../lib/short-figures'
import type { Transaction, Transfer } from '../lib/transaction'
import type { Messages } from '../locales/en'

/** What a transaction did in a few words: `Sent USDC`, `Swapped`. */
export function titleOf(transaction: Transaction, t: Messages['activity']): string {
  const main = mainTransfer(transaction)
  return t.kinds[transaction.kind](main ? nameOf(main, t) : '').trim()
}

/** With whom, or through what; undefined where it cannot be said truly. `coin` is the network's own symbol. */
export function partyOf(transaction: Transaction, coin: string, t: Messages['activity']): string | undefined {
  const { kind, from, to, application, transfers } = transaction
  const main = mainTransfer(transaction)
  const out = transfers.find(({ direction }) => direction === 'out')
  // Of our own nobody has told yet what came.
  if (kind === 'swapped' && main?.direction === 'in' && out) return t.swapOf(nameOf(out, t), nameOf(main, t))
  if (kind === 'received' && from) return t.from(shortAddress(from))
  if (kind === 'sent' && to && isReceiver(transaction, coin)) return t.to(shortAddress(to))
  return application
}

/** Whether `to` is who was paid: the index names the contract that was called, and who a token went to it does not say; we do. */
export const isReceiver = ({ id, kind, transfers }: Transaction, coin: string): boolean =>
  id.startsWith('own ') ? kind === 'sent' : kind !== 'swapped' && transfers.some(({ symbol }) => symbol === coin)

/** A transfer's amount with its sign, `+1` for a collectible without one; undefined where there is none to show. */
export function amountOf({ direction, amount, type }: Transfer, locale: string): string | undefined {
  const shown = amount === undefined ? (type === 'nft' ? '1' : undefined) : amount
  if (shown === undefined) return undefined
  const sign = direction === 'in' ? '+' : direction === 'out' ? '−' : ''
  return `${sign}${shown.length > 12 ? shortAmount(shown, '', locale) : formatAmount(shown, locale)}`
}

/** What a transfer moved: a symbol, or a collectible's name. */
export const nameOf = ({ type, symbol, name }: Transfer, t: Messages['activity']): string =>
  (type === 'nft' ? name : symbol || name) || (type === 'nft' ? t.nft : '')
