import { expect, test } from 'vitest'
import { type CaipAddress, COIN } from '../lib/caip'
import type { FormSwap } from './swap-calls'
import { reviewOf } from './swap-review'

const [A, B] = ['a', 'b'].map((digit) => `0x${digit.repeat(40)}`) as [string, string]
const asset = (symbol: string, address: string, decimals: number) => ({
  ...{ symbol, name: symbol, decimals, iconUrl: undefined, address: `eip155:1:${address}` as CaipAddress },
})
const [ether, dollar, bitcoin] = [asset('ETH', COIN, 18), asset('DUSD', A, 6), asset('WBTC', B, 8)]
const [one, two] = [10n ** 18n, 2_000_000n]

test.each([
  ['a token for another', dollar, bitcoin, two, 250_000n, ['2', '0.0025'], [A, B]],
  ['coins for a token', ether, dollar, one, two, ['1', '2'], [undefined, A]],
  ['a token for coins', dollar, ether, two, one, ['2', '1'], [A, undefined]],
] as const)('each sum of %s is in its own token’s units: paid, got, got at least, the fee, and what changes', (...row) => {
  const [, from, to, units, out, [amount, got], tokens] = row
  const made = {
    ...{ network: { nativeCurrency: { decimals: 18 } }, from, to, units, out, batch: undefined },
    first: { fee: 3n * 10n ** 14n },
    checked: {
      ...{ calls: [{}], router: B, least: out / 2n },
      // As a node may write it.
      changes: tokens.map((token, at) => ({ token: token?.toUpperCase(), amount: at === 0 ? -units : out })),
    },
  } as unknown as FormSwap
  const review = reviewOf(made)
  expect(review).toMatchObject({ amount, out: got, least: `${Number(got) / 2}`, fee: '0.0003', step: 'swap', router: B })
  expect(review.changes?.map(({ symbol, amount }) => [symbol, amount])).toEqual([
    [from.symbol, `-${amount}`],
    [to.symbol, got],
  ])
})
