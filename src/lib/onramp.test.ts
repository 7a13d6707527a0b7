import { describe, expect, test } from 'vitest'
import { blockchainOf, deliveredOn, fallbackPayment, fallbackPurchase, inCurrency, paymentPage } from './onramp'

test('fault 67: the fallbacks are as specified', () => {
  expect(fallbackPayment.map(({ id }) => id)).toEqual(['USD', 'EUR'])
  for (const { payment_method_limits } of fallbackPayment)
    expect(payment_method_limits).toEqual([
      { id: 'card', min: '10.00', max: '7500.00' },
      { id: 'ach_bank_account', min: '10.00', max: '25000.00' },
    ])
  expect(fallbackPurchase.map(({ symbol }) => symbol)).toEqual(['USDC', 'ETH'])
  for (const { networks } of fallbackPurchase) expect(networks.map((each) => each.display_name)).toEqual(['Ethereum', 'Polygon'])
})

test('chains have the seller’s names', () =>
  expect([1, 42161, 10, 8453, 56].map(blockchainOf)).toEqual(['ethereum', 'arbitrum', 'optimism', 'base', 'ethereum']))

test('if the seller does not know a chain, it delivers on Ethereum', () =>
  expect((['eip155:56', 'eip155:8453', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'] as const).map((id) => deliveredOn(id))).toEqual(
    ['Ethereum', undefined, undefined],
  ))

test.each([
  ['a coin that it sells elsewhere', [{ name: 'ethereum-mainnet', chain_id: '1' }], 'Ethereum'],
  ['a coin that it does not sell', [], undefined],
] as const)('the place of delivery on an unknown chain, %s: %j, %s', (_, networks, place) =>
  expect(deliveredOn('eip155:56', { networks })).toBe(place),
)

const coinbase = 'https://pay.coinbase.com/buy'
test.each([
  [`${coinbase}?sessionToken=1`, `${coinbase}?sessionToken=1&fiatCurrency=EUR`],
  [`${coinbase}?fiatCurrency=GBP&sessionToken=1`, `${coinbase}?fiatCurrency=GBP&sessionToken=1`],
  [coinbase, coinbase],
  [`${coinbase}#a?b=1`, `${coinbase}#a?b=1`],
  ['https://meldcrypto.com/?a=1', 'https://meldcrypto.com/?a=1'],
])('the first seller’s page alone is given the payment currency, where it has none: %s is %s', (url, whole) =>
  expect(inCurrency(url, 'EUR')).toBe(whole),
)

describe('paymentPage', () => {
  test.each([
    ['https://pay.coinbase.com/buy/select-asset?appId=1', undefined],
    ['https://buy.example/pay?to=0x1', 'https://buy.example/'],
    ['http://localhost:4000/pay', 'http://localhost:4000/'],
  ])('%s may be opened', (url, provider) => expect(paymentPage(url, provider)).toBe(url))

  test.each([
    ['https://evil.example/pay', 'https://rpc.example/'],
    ['http://pay.coinbase.com/buy', undefined],
    ['https://pay.coinbase.com.evil.example/', undefined],
    ['https://evilpay.coinbase.com/', undefined],
    ['https://pay.coinbase.com@evil.example/', undefined],
    ['https://user@pay.coinbase.com/', undefined],
    ['https://:secret@pay.coinbase.com/', undefined],
    ['javascript:alert(1)', undefined],
    ['data:text/html,x', undefined],
    ['//pay.coinbase.com/', undefined],
    ['http://provider.example/pay', 'http://provider.example/'],
    ['http://localhost:4001/pay', 'http://localhost:4000/'],
    ['http://127.0.0.1:4000/pay', 'http://localhost:4000/'],
    ['http://user@localhost:4000/pay', 'http://localhost:4000/'],
    ['', undefined],
  ])('fault 67: %s may not', (url, provider) => expect(paymentPage(url, provider)).toBeUndefined())
})
