import { expect, test } from 'vitest'
import { type CaipAddress, COIN } from '../lib/caip'
import { named, readWish } from './swap-wish'

const at = (address: string) => `eip155:1:0x${address.repeat(40)}` as CaipAddress
const asset = (symbol: string, address: CaipAddress) => ({ symbol, name: symbol, decimals: 18, iconUrl: undefined, address })
const coin = `eip155:1:${COIN.toUpperCase().replace('X', 'x')}` as CaipAddress
const tokens = [
  ...[asset('ETH', at('a')), asset('ETH', coin), asset('DAI', at('b'))],
  ...[asset('USDC', at('c')), asset('USDC', at('d'))],
]

test.each([
  ['dai', at('b')],
  [at('d').slice(9), at('d')],
  [at('c').replace('0xc', '0xC'), at('c')],
  ['ETH', coin],
  ['NOPE', undefined],
  [undefined, undefined],
])('the token named %s', (word, address) => {
  expect(named(tokens, word)).toBe(address)
})

test('a coin that is named by a contract that moves it is the coin, whose list lacks that contract', () => {
  const celo = '0x471EcE3750Da237f93B8E339c536989b8978a438'
  const [own, contract] = [`eip155:42220:${COIN}`, `eip155:42220:${celo}`] as const
  for (const word of [celo, contract]) {
    expect(named([asset('USDC', `eip155:42220:0x${'a'.repeat(40)}`), asset('CELO', own)], word)).toBe(own)
    expect(named([asset('CELO', contract)], word)).toBe(contract)
    expect(named(tokens, celo)).toBeUndefined()
  }
})

test('error: of two tokens with a symbol none is the one that the host named; the first in the list was bought, which may be a false one', () => {
  expect(named(tokens, 'USDC')).toBeUndefined()
})

test.each<[unknown, string | undefined]>([
  ['1.5', '1.5'],
  [1.5, '1.5'],
  [1e-7, '0.0000001'],
  [1e21, `1${'0'.repeat(21)}`],
  [Number.NaN, undefined],
  ['1e-7', undefined],
])('the amount that the host gives as %j', (amount, read) => {
  expect(readWish({ amount }).amount).toBe(read)
})
