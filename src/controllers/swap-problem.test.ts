import { describe, expect, test } from 'vitest'
import type { SwapAsset } from '../lib/swap-asset'
import { emptySwap, swap } from '../state/swap'
import { acceptSlippage, setSlippage } from './slippage'
import { type SwapCircumstances, swapProblem } from './swap-problem'
import { popularFirst } from './swap-tokens'

const COIN = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
const asset = (symbol: string, address: string, decimals = 18): SwapAsset => ({
  ...{ symbol, name: symbol, decimals, iconUrl: undefined, address: `eip155:1:${address}` },
})
const coin = asset('ETH', COIN)
const token = asset('USDC', `0x${'a'.repeat(40)}`, 6)
const around: SwapCircumstances = { from: coin, to: token, coin, isCoin: true, fee: 1_000n, isSmartAccount: false }
const whole = {
  ...emptySwap('eip155:1:0x1'),
  amount: '0.5',
  held: { [coin.address]: String(10n ** 18n) },
  quote: { amount: String(5n * 10n ** 17n), out: '1600000000', at: 1 },
}

describe('swapProblem', () => {
  test('a complete form has none', () => expect(swapProblem(whole, around)).toBeUndefined())

  test.each([
    ['no amount', { amount: ' ' }, {}, 'amount-missing'],
    ['an invalid amount', { amount: '1e3' }, {}, 'amount-invalid'],
    ['nothing', { amount: '0' }, {}, 'amount-invalid'],
    ['more than the balance', { amount: '1.1' }, {}, 'amount-too-much'],
    ['an unknown balance', { held: {} }, {}, 'loading'],
    ['nothing left for the fee', { amount: '1' }, {}, 'no-gas'],
    ['a fee above all coins', {}, { fee: 2n * 10n ** 18n }, 'no-gas'],
    ['a pair without an offer', { quoteStatus: 'none' as const, quote: undefined }, {}, 'no-quote'],
    ['more than the balance, without an offer', { amount: '9000', quoteStatus: 'none' as const }, {}, 'amount-too-much'],
    ['nothing for the fee, and no offer', { quoteStatus: 'none' as const }, { fee: 2n * 10n ** 18n }, 'no-gas'],
    ['a token with unverified decimals', { quoteStatus: 'none' as const, held: {} }, {}, 'no-quote'],
    ['a service that does not answer', { quoteStatus: 'failed' as const, quote: undefined }, {}, 'quote-failed'],
    ['a quote of another amount', { quote: { amount: '1', out: '1', at: 1 } }, {}, 'loading'],
    ['a slippage of 5 % that was not accepted', { slippage: 5 }, {}, 'slippage'],
    ['no target', {}, { to: undefined }, 'token-missing'],
  ])('%s', (_, change, more, problem) => expect(swapProblem({ ...whole, ...change }, { ...around, ...more })).toBe(problem))

  test('an accepted slippage, and one of 4 %, are no problem', () => {
    expect(swapProblem({ ...whole, slippage: 5, slippageAccepted: true }, around)).toBeUndefined()
    expect(swapProblem({ ...whole, slippage: 4 }, around)).toBeUndefined()
  })

  test('error: accepting a slippage does not accept a higher one: the tick for 5 % stayed for 50 %', () => {
    setSlippage(10)
    acceptSlippage(true)
    const accepted = [5, 10, 6].map((percent) => {
      setSlippage(percent)
      return swap.slippageAccepted
    })
    expect(accepted).toEqual([true, false, false])
  })

  test('a smart account may swap all of its coins', () =>
    expect(
      swapProblem(
        { ...whole, amount: '1', quote: { amount: String(10n ** 18n), out: '1', at: 1 } },
        { ...around, isSmartAccount: true },
      ),
    ).toBeUndefined())
})

test('popularFirst: own tokens, then popular ones, then the rest by symbol; a search matches symbol, name and address', () => {
  const others = [asset('ZZZ', `0x${'1'.repeat(40)}`), asset('UNI', `0x${'2'.repeat(40)}`), asset('AAA', `0x${'3'.repeat(40)}`)]
  const held = { id: 'native', name: 'Ether', symbol: 'ETH', amount: '1', value: undefined, iconUrl: undefined }
  const symbols = (text: string) => {
    const { own, popular, others: rest } = popularFirst([coin, token, ...others], [held], text)
    return [own, popular, rest].map((list) => list.map((each) => each.asset.symbol))
  }
  expect(symbols('')).toEqual([['ETH'], ['UNI', 'USDC'], ['AAA', 'ZZZ']])
  expect(symbols('0x2222')).toEqual([[], ['UNI'], []])
  expect(symbols('aaa')).toEqual([[], ['USDC'], ['AAA']])
})

test('popularFirst: tokens with the same symbol are told apart by their addresses, in every group', () => {
  const [own, fake, fee] = ['b', 'c', 'd'].map((digit) => asset(digit === 'd' ? 'FEE' : 'usdc', `0x${digit.repeat(40)}`, 6))
  const held = { id: own?.address ?? '', name: 'USD', symbol: 'usdc', amount: '1', value: undefined, iconUrl: undefined }
  const groups = popularFirst(
    [coin, token, own, fake, fee].filter((each) => each !== undefined),
    [held],
    '',
  )
  expect(Object.values(groups).map((list) => list.map(({ at }) => at))).toEqual([
    ['0xbbbb…bbbb'],
    [undefined, '0xaaaa…aaaa'],
    [undefined, '0xcccc…cccc'],
  ])
})

test('popularFirst: the coin has no address to show, though a token has its symbol', () => {
  const { popular, others } = popularFirst([coin, asset(coin.symbol, `0x${'b'.repeat(40)}`, 18)], [], '')
  expect([...popular, ...others].map(({ at }) => at)).toEqual([undefined, '0xbbbb…bbbb'])
})
