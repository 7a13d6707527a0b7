import { describe, expect, test } from 'vitest'
import type { Network } from '../lib/network'
import { adapters } from '.'
import { isProviderRpc, providerChains, providerRpcUrl, rpcUrls } from './provider-rpc'

const network: Network = {
  caipNetworkId: 'eip155:56',
  chainNamespace: 'eip155',
  id: 56,
  name: 'BNB Smart Chain',
  nativeCurrency: { name: 'BNB', symbol: 'BNB', decimals: 18 },
  rpcUrls: ['https://own.example'],
}
const local: Network = { ...network, caipNetworkId: 'eip155:31337', id: 31337 }
const none = { rpcUrl: {}, providerUrl: undefined, projectId: undefined }
const provider = { rpcUrl: {}, providerUrl: 'https://provider.example/', projectId: 'a b' }

describe('rpcUrls', () => {
  test("are only the host's if it configures any", () => {
    const urls = rpcUrls(network, { ...provider, rpcUrl: { 'eip155:56': ['https://host.example', 'https://host.example/2'] } })
    expect(urls).toEqual(['https://host.example', 'https://host.example/2'])
  })

  test("are the provider's, then the chain's own", () => {
    expect(rpcUrls(network, provider)).toEqual([
      'https://provider.example/v1/?chainId=eip155%3A56&projectId=a+b',
      'https://own.example',
    ])
  })

  test("are the chain's own without a provider, or if it does not serve the chain", () => {
    expect(rpcUrls(network, none)).toEqual(['https://own.example'])
    expect(rpcUrls(local, provider)).toEqual(['https://own.example'])
  })

  test('include the provider for a chain that it lists as served', () => {
    const [first] = rpcUrls(local, { ...provider, projectId: undefined, supported: ['eip155:31337'] })
    expect(first).toBe('https://provider.example/v1/?chainId=eip155%3A31337')
  })
})

describe('isProviderRpc', () => {
  test("accepts exactly the provider's URLs", () => {
    expect(isProviderRpc(providerRpcUrl('http://localhost:8080', 'eip155:1', 'key'))).toBe(true)
    for (const url of [
      'https://rpc.example/v1/key',
      'https://rpc.example/?chainId=1',
      'https://rpc.example/v1/?chainId=1',
      'nonsense',
    ])
      expect(isProviderRpc(url)).toBe(false)
  })
})

describe('networks', () => {
  const all = async () =>
    (await Promise.all(Object.values(adapters).map(({ networks }) => networks()))).flatMap(({ networks }) => networks)

  test('the provider serves 38 chains, one of whose ids matches none', async () => {
    expect(new Set(providerChains).size).toBe(38)
    const known = new Set((await all()).map(({ caipNetworkId }) => caipNetworkId as string))
    expect(providerChains.filter((id) => !known.has(id))).toEqual(['near:mainnet', 'solana:4sgjmw1sunhzsxgspuhpqldx6wiyjntz'])
  })

  test('every chain of the specification is listed once', async () => {
    const ids = (await all()).map(({ id }) => id)
    const specified = [
      1, 5, 11155111, 10, 420, 42161, 421613, 137, 80001, 42220, 56, 97, 43114, 43113, 324, 280, 100, 8453, 84531, 84532, 7777777,
      999,
    ]
    expect(specified.filter((id) => !ids.includes(id))).toEqual([])
    expect(ids.length).toBe(new Set(ids).size)
  })

  test('every record is complete: ids match, links are https without a trailing slash', async () => {
    for (const { caipNetworkId, chainNamespace, id, name, nativeCurrency, rpcUrls: urls, explorerUrl } of await all()) {
      expect(caipNetworkId).toBe(`${chainNamespace}:${id}`)
      expect(name).not.toBe('')
      expect(nativeCurrency.symbol).toMatch(/^[A-Za-z]{2,6}$/)
      expect(urls.every((url) => url.startsWith('https://') || (id === 31337 && url.startsWith('http://127.0.0.1')))).toBe(true)
      if (explorerUrl !== undefined) expect(explorerUrl).toMatch(/^https:\/\/[^/]+$/)
    }
  })

  test("the login layer's chains use ETH and BNB and have Multicall3", async () => {
    const login = (await all()).filter(({ id }) => [31337, 97, 56, 42161, 421614].includes(Number(id)))
    const symbols = Object.fromEntries(
      login.map(({ id, nativeCurrency }) => [id, `${nativeCurrency.symbol} ${nativeCurrency.decimals}`]),
    )
    expect(symbols).toEqual({ 31337: 'ETH 18', 97: 'ETH 18', 56: 'BNB 18', 42161: 'ETH 18', 421614: 'ETH 18' })
    expect(login.every(({ multicall }) => multicall === '0xcA11bde05977b3631167028862bE2a173976CA11')).toBe(true)
    expect(login.filter(({ explorerUrl }) => !explorerUrl).map(({ id }) => id)).toEqual([31337])
  })

  test('999 is Zora and 280 is ZKsync', async () => {
    const names = Object.fromEntries((await all()).map(({ id, name }) => [id, name]))
    expect([names[999], names[280]]).toEqual(['Zora Goerli', 'ZKsync Goerli'])
  })
})
