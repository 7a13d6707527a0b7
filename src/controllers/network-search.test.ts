import { describe, expect, test } from 'vitest'
import { approvedFirst, searchNetworks } from './network-search'

const network = (name: string, id: number, symbol: string) => ({
  name,
  id,
  caipNetworkId: `eip155:${id}` as const,
  nativeCurrency: { name: symbol, symbol, decimals: 18 },
})
const bnb = network('BNB Smart Chain', 56, 'BNB')
const arbitrum = network('Arbitrum One', 42161, 'ETH')
const ethereum = network('Ethereum', 1, 'ETH')
const list = [bnb, arbitrum, ethereum]

describe('searchNetworks', () => {
  test('an empty search finds all, in order', () => {
    expect(searchNetworks(list, '  ')).toEqual(list)
  })
  test('matches names, chain ids and coins, case-insensitively', () => {
    expect(searchNetworks(list, 'ARBI')).toEqual([arbitrum])
    expect(searchNetworks(list, '42161')).toEqual([arbitrum])
    expect(searchNetworks(list, 'eth')).toEqual([arbitrum, ethereum])
  })
  test('every word has to match', () => {
    expect(searchNetworks(list, 'one eth')).toEqual([arbitrum])
    expect(searchNetworks(list, 'one bnb')).toEqual([])
  })
})

describe('approvedFirst', () => {
  test('networks that the wallet did not approve come last', () => {
    expect(approvedFirst(list, () => ['eip155:42161', 'eip155:1'])).toEqual([arbitrum, ethereum, bnb])
  })
  test('changes nothing for a wallet that can be asked for any network', () => {
    expect(approvedFirst(list, () => undefined)).toEqual(list)
  })
})
