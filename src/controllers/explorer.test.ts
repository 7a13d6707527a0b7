import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type CaipNetworkId, parseCaipNetworkId } from '../lib/caip'
import { chainOf, chains } from '../state/chains'
import { resetStores } from '../state/store'
import { configure } from './config'
import { explorerUrl, transactionUrl } from './explorer'
import { loadNetworks } from './network-list'
import { readNetworks } from './read-networks'

const SOLANA = {
  main: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  dev: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  test: 'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
} as const
const POLKADOT = 'polkadot:91b171bb158e2d3848fa23a9f1c25182'
const BITCOIN = 'bip122:000000000019d6689c085ae165831e93'

/** A network of the host’s own with this explorer. */
const described = (caipNetworkId: CaipNetworkId, explorer: string) => {
  const nativeCurrency = { symbol: 'BRD', decimals: 9 }
  const { namespace: chainNamespace, reference: id } = parseCaipNetworkId(caipNetworkId)
  return { caipNetworkId, chainNamespace, id, name: 'Bread', nativeCurrency, rpcUrls: [], explorerUrl: explorer }
}

beforeEach(async () => {
  const read = readNetworks([
    described(POLKADOT, 'https://polkadot.subscan.io/'),
    described(BITCOIN, 'https://mempool.space'),
    described('eip155:9876543', 'http://explorer.bread.example'),
  ])
  const customNetworks = read?.customNetworks ?? []
  configure({ networks: ['eip155:1', 'eip155:31337', ...Object.values(SOLANA)], customNetworks })
  await loadNetworks()
})
afterEach(resetStores)

describe('transactionUrl', () => {
  test.each<[CaipNetworkId, string | undefined]>([
    ['eip155:1', 'https://etherscan.io/tx/abc'],
    [SOLANA.main, 'https://solscan.io/tx/abc'],
    [SOLANA.dev, 'https://solscan.io/tx/abc?cluster=devnet'],
    [SOLANA.test, 'https://solscan.io/tx/abc?cluster=testnet'],
    [POLKADOT, 'https://polkadot.subscan.io/extrinsic/abc'],
    [BITCOIN, 'https://mempool.space/tx/abc'],
    ['eip155:31337', undefined],
    ['eip155:9876543', undefined],
  ])('on %s is %s', (networkId, url) => expect(transactionUrl({ networkId, hash: 'abc' })).toBe(url))

  test('a hash stays one path segment, whatever it contains', () =>
    expect(transactionUrl({ networkId: 'eip155:1', hash: '../?a#b' })).toBe('https://etherscan.io/tx/..%2F%3Fa%23b'))

  test('error: a hash with half a character, which no URL can hold, has no page; the view of the transaction was lost', () =>
    expect(transactionUrl({ networkId: 'eip155:1', hash: '0x\ud800' })).toBeUndefined())
})

describe('explorerUrl', () => {
  test.each<[CaipNetworkId, string | undefined]>([
    ['eip155:1', 'https://etherscan.io/address/abc'],
    [SOLANA.main, 'https://solscan.io/account/abc'],
    [SOLANA.dev, 'https://solscan.io/account/abc?cluster=devnet'],
    [SOLANA.test, 'https://solscan.io/account/abc?cluster=testnet'],
    [POLKADOT, 'https://polkadot.subscan.io/account/abc'],
    [BITCOIN, 'https://mempool.space/address/abc'],
    ['eip155:31337', undefined],
    ['eip155:9876543', undefined],
  ])('for an account on %s is %s', (networkId, url) => {
    const { namespace } = parseCaipNetworkId(networkId)
    Object.assign(chainOf(namespace), { status: 'connected', networkId, caipAddress: `${networkId}:abc` })
    chains.activeNamespace = namespace
    expect(explorerUrl()).toBe(url)
  })
})
