import type { CaipAddress } from '../lib/caip'
import { addDecimals, compareDecimals, isPositive, multiplyDecimals } from '../lib/decimal'
import type { Network } from '../lib/network'
import type { TokenBalance } from '../lib/token'

/** One line of what an account holds. */
export type Holding = {
  /** The token's CAIP-10 id, `native` for the coin. */
  readonly id: string
  /** The id as the provider writes it: Solana's letters are not the same in another case. Absent for the coin. */
  readonly address?: CaipAddress
  readonly name: string
  readonly symbol: string
  /** Decimal string in the main unit; undefined while it is not known. */
  readonly amount: string | undefined
  /** In US dollars; undefined where no price is known. */
  readonly value: string | undefined
  readonly iconUrl: string | undefined
}

/**
 * The coin with the chain's own balance, then the tokens, the most valuable first and those without a price last. Each of them
 * appears once.
 */
export function holdingsOf(network: Network, balance: string | undefined, list: readonly TokenBalance[]): readonly Holding[] {
  const coin = list.find(({ address }) => address === undefined)
  const { name, symbol } = network.nativeCurrency
  const amount = balance ?? coin?.quantity.numeric
  const native: Holding = {
    id: 'native',
    name: name || coin?.name || network.name,
    symbol: symbol || coin?.symbol || '',
    amount,
    value: worthOf(amount, coin),
    iconUrl: coin?.iconUrl,
  }
  const seen = new Set<string>()
  // Numbers for a fast sort of thousands; where two are equal the exact strings decide.
  const worths = new Map<Holding, number>()
  for (const token of list) {
    const { address, name, symbol, quantity, iconUrl } = token
    const id = address?.toLowerCase()
    if (!address || !id || seen.has(id) || !isPositive(quantity.numeric)) continue
    seen.add(id)
    const value = worthOf(quantity.numeric, token)
    worths.set(
      { id, address, name: name || symbol, symbol, amount: quantity.numeric, value, iconUrl },
      value === undefined ? -1 : Number(value),
    )
  }
  const others = [...worths].sort(
    ([{ value: a = '' }, worth], [{ value: b = '' }, other]) => other - worth || compareDecimals(b, a),
  )
  return [native, ...others.map(([holding]) => holding)]
}

/** The value of all holdings in US dollars; undefined where no price is known at all. */
export function totalOf(holdings: readonly Holding[]): string | undefined {
  const known = holdings.flatMap(({ value }) => (value === undefined ? [] : [value]))
  return known.length > 0 ? addDecimals(known) : undefined
}

/** Amount times price, so that the two agree; the provider's own value only where it names no price. A price of 0 counts as unknown. */
function worthOf(amount: string | undefined, token: TokenBalance | undefined): string | undefined {
  if (amount === undefined || !token) return undefined
  if (token.price !== undefined) return isPositive(token.price) ? multiplyDecimals(amount, token.price) : undefined
  return token.value !== undefined && isPositive(token.value) && amount === token.quantity.numeric ? token.value : undefined
}

type Named = { readonly symbol: string }
const symbolOf = ({ symbol }: Named) => symbol.toUpperCase()

/**
 * Tells of which tokens the address has to be shown: another of the list has the same symbol, or theirs has letters that may only look
 * like others. Anybody may call a token USDC.
 */
export function ambiguousAmong(list: readonly Named[]): (token: Named) => boolean {
  const seen = new Set<string>()
  const twice = new Set(list.map(symbolOf).filter((symbol) => seen.size === seen.add(symbol).size))
  return (token) => /[^ -~]/.test(token.symbol) || twice.has(symbolOf(token))
}
