import { multiplyDecimals } from '../lib/decimal'
import { formatUnits, isDecimal, parseUnits } from '../lib/format'
import type { emptySend } from '../state/send'
import type { SendToken } from './send-tokens'

type Form = Readonly<ReturnType<typeof emptySend>>

/** Why a transfer cannot be reviewed yet, in the order in which a person would fix it. */
type SendProblem =
  | 'amount-missing'
  | 'amount-invalid'
  | 'amount-zero'
  | 'amount-too-much'
  | 'amount-rest'
  | 'receiver-missing'
  | 'receiver-invalid'
  | 'receiver-checksum'
  | 'receiver-unknown'
  | 'receiver-failed'
  | 'receiver-token'
  | 'danger'
  | 'no-gas'
  | 'fee-unknown'
  | 'balance-unknown'
  | 'loading'

/** The typed amount in base units of the token; undefined unless it is exact. Dollars are cut to the token's decimals, never rounded up. */
export function unitsOf(
  { amount, unit }: Pick<Form, 'amount' | 'unit'>,
  decimals: number,
  price: string | undefined,
): bigint | undefined {
  if (unit === 'token') return parseUnits(amount, decimals)
  return price === undefined ? undefined : divide(amount, price, decimals)
}

/** A sum in dollars divided by a price, in base units, rounded down. */
function divide(sum: string, price: string, decimals: number): bigint | undefined {
  const PLACES = 18
  const [cents, per] = [
    parseUnits(sum, PLACES),
    parseUnits(price, PLACES) ?? parseUnits(price.slice(0, price.indexOf('.') + 1 + PLACES), PLACES),
  ]
  if (cents === undefined || !per) return undefined
  return (cents * 10n ** BigInt(decimals)) / per
}

/** Worth of an amount in US dollars, exact; undefined without a price. */
export const worthOf = (amount: string, price: string | undefined): string | undefined =>
  price !== undefined && isDecimal(amount) ? multiplyDecimals(amount, price) : undefined

type Gas = {
  /** The account's coins and the fee, in base units. */
  readonly balance: bigint
  readonly fee: bigint
  readonly decimals: number
  /** Of the coin in US dollars, where it is known. */
  readonly price: string | undefined
  /** A smart account's fee may be paid by others. */
  readonly isSmartAccount: boolean
}

/**
 * Specification §5: true when the network balance in US dollars is 0 or below the gas price in US dollars, never for smart
 * accounts. Without a price both are compared in the coin, so that a chain without prices neither blocks nor lies.
 */
export function lacksGas({ balance, fee, decimals, price, isSmartAccount }: Gas): boolean {
  if (isSmartAccount) return false
  const per = price === undefined ? 1n : (parseUnits(price, 18) ?? 0n)
  // A price of 0 counts as unknown.
  const [held, needed] = per > 0n ? [balance * per, fee * per] : [balance, fee]
  return decimals >= 0 && (held === 0n || held < needed)
}

/** What `sendProblem` needs to know beside the form. */
export type Circumstances = {
  readonly token: SendToken | undefined
  /** Base units of the coin. */
  readonly coin: bigint | undefined
  readonly coinDecimals: number
  readonly coinPrice: string | undefined
  readonly isSmartAccount: boolean
}

/** The first problem of a form; undefined where it can be reviewed. */
export function sendProblem(form: Form, around: Circumstances): SendProblem | undefined {
  return amountProblem(form, around) ?? receiverProblem(form) ?? gasProblem(form, around)
}

function amountProblem(form: Form, { token }: Circumstances): SendProblem | undefined {
  if (form.amount.trim() === '') return 'amount-missing'
  const { held } = form
  if (!token || held?.tokenId !== token.id) return form.heldFailed ? 'balance-unknown' : 'loading'
  const units = unitsOf(form, held.decimals, token.price)
  if (units === undefined) return 'amount-invalid'
  // With Max, 0 means that the fee takes everything.
  if (units === 0n) return form.max ? 'no-gas' : 'amount-zero'
  return units > BigInt(held.units) ? 'amount-too-much' : undefined
}

function receiverProblem({ receiverStatus, warnings, lookAlike, acceptedFor, found }: Form): SendProblem | undefined {
  switch (receiverStatus) {
    case 'empty':
      return 'receiver-missing'
    case 'looking':
      return 'loading'
    case 'shape':
      return 'receiver-invalid'
    case 'checksum':
      return 'receiver-checksum'
    case 'none':
    case 'differs':
      return 'receiver-unknown'
    case 'failed':
      return 'receiver-failed'
    case 'found':
      if (warnings === undefined) return 'loading'
      return (lookAlike || warnings.length > 0) && acceptedFor !== found?.address ? 'danger' : undefined
  }
}

function gasProblem(
  form: Form,
  { token, coin, coinDecimals, coinPrice, isSmartAccount }: Circumstances,
): SendProblem | undefined {
  if (isSmartAccount) return undefined
  if (coin === 0n) return 'no-gas'
  if (form.costFailed || coin === undefined) return form.costFailed ? 'fee-unknown' : 'loading'
  if (!form.cost || !form.held || !token) return 'loading'
  // The network reserves the highest possible fee, or refuses the transaction.
  const { maxFee, deposit } = form.cost
  const needed = BigInt(maxFee) + BigInt(deposit)
  if (lacksGas({ balance: coin, fee: needed, decimals: coinDecimals, price: coinPrice, isSmartAccount })) return 'no-gas'
  if (token.address !== undefined || form.max) return undefined
  const units = unitsOf(form, form.held.decimals, token.price) ?? 0n
  const rest = coin - units - needed
  if (rest < 0n) return 'no-gas'
  return rest > 0n && rest < BigInt(form.cost.least) ? 'amount-rest' : undefined
}

/** The most that can be sent: the balance less what is reserved for the fee. Exact decimal string. */
export function maxAmount(held: { readonly units: bigint; readonly decimals: number }, reserved: bigint): string {
  return formatUnits(held.units > reserved ? held.units - reserved : 0n, held.decimals)
}
