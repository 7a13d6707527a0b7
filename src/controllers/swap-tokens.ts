import { type CaipAddress, parseCaipAddress, shortAddress } from '../lib/caip'
import type { SwapAsset } from '../lib/swap-asset'
import { swap } from '../state/swap'
import { ambiguousAmong, type Holding } from './holdings'
import { isCoin } from './swap-assets'
import { readPair } from './swap-form'
import { unquoted } from './swap-quotes'

/** Popular tokens in this order (facts: state-and-routing §13); the first eight that exist are shown. */
const POPULAR =
  'ETH UNI 1INCH AAVE SOL ADA AVAX DOT LINK NITRO GAIA MILK TRX NEAR GNO WBTC DAI WETH USDC USDT ARB BAL BICO CRV ENS MATIC OP'.split(
    ' ',
  )
const MAX_POPULAR = 8

type Entry = {
  readonly asset: SwapAsset
  readonly amount: string | undefined
  readonly value: string | undefined
  /** The address in short, where the symbol does not tell the token from others. The coin has none. */
  readonly at: string | undefined
}

/** The tokens that match a text, in three groups: own, popular, and the others by symbol. Each appears once. */
export function popularFirst(
  tokens: readonly SwapAsset[],
  holdings: readonly Holding[],
  text: string,
): { readonly own: readonly Entry[]; readonly popular: readonly Entry[]; readonly others: readonly Entry[] } {
  const wanted = text.trim().toLowerCase()
  const found = tokens.filter(({ address, name, symbol }) =>
    [address, name, symbol].some((each) => each.toLowerCase().includes(wanted)),
  )
  const byId = new Map(holdings.map((each) => [each.id, each]))
  const heldOf = (asset: SwapAsset) => byId.get(isCoin(asset) ? 'native' : asset.address.toLowerCase())
  const symbolOf = ({ symbol }: SwapAsset) => symbol.toUpperCase()
  const isAmbiguous = ambiguousAmong(tokens)
  const entry = (asset: SwapAsset): Entry => ({
    asset,
    amount: heldOf(asset)?.amount,
    value: heldOf(asset)?.value,
    at: isAmbiguous(asset) && !isCoin(asset) ? shortAddress(parseCaipAddress(asset.address).address) : undefined,
  })
  const own = found.filter(heldOf).map(entry)
  const rest = found.filter((each) => !heldOf(each))
  const popular = POPULAR.flatMap((symbol) => rest.find((each) => symbolOf(each) === symbol) ?? []).slice(0, MAX_POPULAR)
  const others = rest.filter((each) => !popular.includes(each)).sort((a, b) => (a.symbol < b.symbol ? -1 : 1))
  return { own, popular: popular.map(entry), others: others.map(entry) }
}

/** Chooses a token for one side; if it is the other side's, the two are exchanged. */
export function pickSwapToken(side: 'from' | 'to', address: CaipAddress): void {
  const [other, before] = side === 'from' ? (['to', swap.from] as const) : (['from', swap.to] as const)
  if (swap[other] === address) swap[other] = before
  swap[side] = address
  Object.assign(swap, unquoted)
  readPair()
}
