import { beforeEach, describe, expect, test } from 'vitest'
import { networks } from '../state/networks'
import { configure } from './config'
import { followNetworks, isConfigured, loadNetworks, networkOf } from './network-list'
import { searchNetworks } from './network-search'
import { untilNot } from './on-change'
import { readNetworks } from './read-networks'

beforeEach(() => configure({ networks: ['eip155:31337'] }))

describe('networkOf', () => {
  test('a network of the app has its name and RPC URLs', async () => {
    await loadNetworks()
    expect(networkOf('eip155:31337')).toMatchObject({ name: 'Localhost', rpcUrls: [expect.any(String)] })
  })

  test('a known network that the app does not use has its name, and no RPC URLs', async () => {
    await loadNetworks()
    expect(isConfigured('eip155:42161')).toBe(false)
    expect(networkOf('eip155:42161')).toMatchObject({ name: 'Arbitrum One', rpcUrls: [] })
  })

  test('an unknown network is called Unknown Network', async () => {
    await loadNetworks()
    expect(networkOf('eip155:987654321')).toMatchObject({ id: 987654321, name: 'Unknown Network', rpcUrls: [] })
  })

  test('error: its coin has 18 decimals: on the host’s endpoint a coin was shown as 1,000,000,000,000,000,000', () => {
    expect(networkOf('eip155:987654321').nativeCurrency.decimals).toBe(18)
  })

  test.each([
    ['solana:EAQLJCV2mh23BsK2P9oYpV5CHVLDNHTx', 9],
    ['bip122:00000008819873e925422c1ff0f99f7c', 8],
    ['eip155:987654321', 18],
  ] as const)('error: so it is for %s; sending 0.000000001 on Solana, as shown, sent one', async (id, decimals) => {
    // The first network in the list is of another namespace.
    configure({ networks: [id.startsWith('eip155:') ? 'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z' : 'eip155:1', id] })
    await loadNetworks()
    expect(networkOf(id)).toMatchObject({ name: 'Unknown Network', nativeCurrency: { symbol: '', decimals } })
  })
})

test('the networks that the host sets while the tables load are the ones listed', async () => {
  configure({ networks: ['eip155:1'] })
  const first = loadNetworks()
  configure({ networks: ['eip155:56', 'eip155:31337'] })
  const ids = (list: readonly { readonly caipNetworkId: string }[]) => list.map(({ caipNetworkId }) => caipNetworkId)
  expect(ids(await first)).toEqual(['eip155:56', 'eip155:31337'])
  expect(ids(networks.list)).toEqual(['eip155:56', 'eip155:31337'])
})

test('200 networks of the host are listed in its order, and each is found', async () => {
  const given = readNetworks(
    Array.from({ length: 200 }, (_, index) => ({
      id: 900_000 + index,
      name: `Bread Chain ${index}`,
      nativeCurrency: { name: 'Bread', symbol: 'BRD', decimals: 18 },
      rpcUrls: { default: { http: [`https://rpc${index}.bread.example`] } },
    })),
  )
  const ids = (given?.customNetworks ?? []).map(({ caipNetworkId }) => caipNetworkId)
  configure({ networks: ids, customNetworks: given?.customNetworks ?? [] })
  const list = await loadNetworks()
  expect(list.map(({ name }) => name)).toEqual(Array.from({ length: 200 }, (_, index) => `Bread Chain ${index}`))
  for (const network of list) {
    expect(searchNetworks(list, String(network.id))).toEqual([network])
    expect(searchNetworks(list, network.name)).toContain(network)
  }
})

describe('a network of the host’s own', () => {
  const own = (rpc: string) =>
    readNetworks([
      {
        id: 9876543,
        name: 'Bread Chain',
        nativeCurrency: { name: 'Bread', symbol: 'BRD', decimals: 18 },
        rpcUrls: { default: { http: [rpc] } },
      },
    ])?.customNetworks
  const name = (rpc?: string) =>
    configure({ networks: ['eip155:9876543', 'eip155:31337'], ...(rpc && { customNetworks: own(rpc) ?? [] }) })

  test('is known even if it is described after its id was set', async () => {
    name()
    await loadNetworks()
    expect(networkOf('eip155:9876543')).toMatchObject({ name: 'Unknown Network', rpcUrls: [] })
    name('https://rpc.bread.example')
    expect((await loadNetworks())[0]).toMatchObject({ name: 'Bread Chain' })
    expect(networkOf('eip155:9876543')).toMatchObject({ name: 'Bread Chain', rpcUrls: ['https://rpc.bread.example'] })
  })

  test('is read at the endpoint set last, also while the tables load', async () => {
    name('https://one.bread.example')
    const first = loadNetworks()
    name('https://two.bread.example')
    expect((await first)[0]).toMatchObject({ rpcUrls: ['https://two.bread.example'] })
    expect(networkOf('eip155:9876543')).toMatchObject({ rpcUrls: ['https://two.bread.example'] })
  })

  test('that changes later is updated without a reload of the list', async () => {
    name('https://one.bread.example')
    await loadNetworks()
    const stop = followNetworks()
    name('https://two.bread.example')
    await untilNot([networks], () => networkOf('eip155:9876543').rpcUrls[0] !== 'https://two.bread.example')
    stop()
    expect(networks.list.map(({ name }) => name)).toEqual(['Bread Chain', 'Localhost'])
  })

  test('leaves the list identical if nothing has changed', async () => {
    name('https://one.bread.example')
    const before = await loadNetworks()
    name('https://one.bread.example')
    expect(await loadNetworks()).toBe(before)
  })
})
