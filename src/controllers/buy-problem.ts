import { compareDecimals } from '../lib/decimal'
import { isDecimal } from '../lib/format'
import type { buy } from '../state/buy'

/** The least amount where the service names no limit: the first seller takes whole units only (facts: provider-api §2.16). */
export const LEAST = '1'
/** No seller takes an amount with more digits. */
const MAX_DIGITS = 12

type BuyProblem = 'amount-missing' | 'amount-invalid' | 'too-little' | 'too-much' | 'cents'

/** Why nothing can be bought yet; undefined when it can. */
export function buyProblem({
  amount,
  payment,
  method,
  seller,
  payments,
}: Pick<typeof buy, 'amount' | 'payment' | 'method' | 'seller'> & { readonly payments: typeof buy.payments }):
  | BuyProblem
  | undefined {
  if (amount === '') return 'amount-missing'
  if (!isDecimal(amount) || amount.startsWith('-')) return 'amount-invalid'
  const ways = payments.find(({ id }) => id === payment)?.payment_method_limits
  // Limits depend on currency and payment method; they are those of the first seller only.
  const limit = seller === undefined ? (ways?.find(({ id }) => id === method) ?? ways?.[0]) : undefined
  if (compareDecimals(amount, limit?.min ?? LEAST) < 0) return 'too-little'
  if (limit && compareDecimals(amount, limit.max) > 0) return 'too-much'
  const [below] = wholeSums(amount)
  if (below.length > MAX_DIGITS) return 'amount-invalid'
  return compareDecimals(amount, below) === 0 ? undefined : 'cents'
}

/** A decimal amount rounded down to whole units of its currency, and the next whole amount above. */
export function wholeSums(amount: string): readonly [string, string] {
  const below = BigInt(amount.split('.')[0] ?? '')
  return [below.toString(), (below + 1n).toString()]
}
