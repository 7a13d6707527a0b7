import { describe, expect, test } from 'vitest'
import type { Network } from '../lib/network'
import type { TokenBalance } from '../lib/token'
import { ambiguousAmong, holdingsOf, totalOf } from './holdings'

const network: Network = {
  ...{ caipNetworkId: 'eip155:1', chainNamespace: 'eip155', id: 1, name: 'Ethereum', rpcUrls: [] },
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
}
const token = (id: string | undefined, numeric: string, more: Partial<TokenBalance> = {}): TokenBalance => ({
  ...{ name: id ?? 'Ether', symbol: id ?? 'ETH', chainId: 'eip155:1', address: id ? `eip155:1:${id}` : undefined },
  ...{ value: undefined, price: undefined, iconUrl: undefined, quantity: { decimals: '18', numeric } },
  ...more,
})

describe('holdingsOf', () => {
  test('the coin has the chain’s balance at the provider’s price, and is listed once', () => {
    const list = [token(undefined, '1', { price: '2000', value: '2000' }), token(undefined, '9', { price: '1' })]
    expect(holdingsOf(network, '1.5', list)).toEqual([
      { id: 'native', name: 'Ether', symbol: 'ETH', amount: '1.5', value: '3000', iconUrl: undefined },
    ])
  })

  test('the most valuable token is first, one without a price last', () => {
    const list = [token('A', '5'), token('B', '2', { price: '1' }), token('C', '1', { price: '10' })]
    expect(holdingsOf(network, '0', list).map(({ symbol }) => symbol)).toEqual(['ETH', 'C', 'B', 'A'])
  })

  test('values that differ only in their last digit are sorted too', () => {
    const prices = ['0.30000000000000000001', '0.3', '0.30000000000000000002', '0.30000000000000000003']
    const list = prices.map((price, at) => token(`T${at}`, '1', { price }))
    expect(holdingsOf(network, '0', list).map(({ symbol }) => symbol)).toEqual(['ETH', 'T3', 'T2', 'T0', 'T1'])
  })

  test('tokens with a zero balance, and tokens listed twice, are left out', () => {
    const list = [token('A', '0.000'), token('B', '1'), token('b', '7')]
    expect(holdingsOf(network, '0', list).map(({ amount }) => amount)).toEqual(['0', '1'])
  })

  test('a price of zero is no price; a value without a price is taken as it is', () => {
    const list = [token('A', '5', { price: '0', value: '7' }), token('B', '2', { value: '12' }), token('C', '1', { value: '0' })]
    expect(holdingsOf(network, undefined, list).map(({ value }) => value)).toEqual([undefined, '12', undefined, undefined])
  })

  test('error: the provider’s value of another amount than the chain’s is not that of the coins', () => {
    const worth = (balance: string) => holdingsOf(network, balance, [token(undefined, '1', { value: '2000' })])[0]?.value
    expect([worth('1'), worth('0.5')]).toEqual(['2000', undefined])
  })

  test('5,000 tokens with 36 decimals are all listed, once each', () => {
    const list = Array.from({ length: 5_000 }, (_, i) =>
      token(`T${i}`, `${i}.${'1'.repeat(36)}`, { price: `${(i * 7919) % 5000}.5` }),
    )
    const sorted = holdingsOf(network, '1', list)
    expect(new Set(sorted.map(({ symbol }) => symbol)).size).toBe(5_001)
  })
})

describe('totalOf', () => {
  test('sums up what has a price', () => {
    const list = [token(undefined, '1', { price: '0.1' }), token('A', '1', { price: '0.2' }), token('B', '5')]
    expect(totalOf(holdingsOf(network, '1', list))).toBe('0.3')
  })

  test('is unknown if nothing has a price', () => expect(totalOf(holdingsOf(network, '1', [token('B', '5')]))).toBeUndefined())
})

describe('ambiguousAmong', () => {
  test.each([
    ['a symbol that two have, in either case', 'usdc', true],
    ['the coin’s symbol', 'ETH', true],
    ['a letter that looks like a Latin one', 'USD\u0421', true],
    ['a symbol of its own', 'DAI', false],
  ])('%s: %s, %s', (_, symbol, isAmbiguous) => {
    const list = ['ETH', 'USDC', 'Usdc', 'eth', 'DAI'].map((each) => ({ symbol: each }))
    expect(ambiguousAmong(list)({ symbol })).toBe(isAmbiguous)
  })
})
