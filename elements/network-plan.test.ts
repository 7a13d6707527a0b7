import { afterEach, describe, expect, test } from 'vitest'
import { adapters } from '../src/adapters'
import { configureApi } from '../src/api/settings'
import { configure } from '../src/controllers/config'
import { loadNetworks } from '../src/controllers/network-list'
import { readNetworks } from '../src/controllers/read-networks'
import { rpcContext } from '../src/controllers/rpc'
import { endpointHosts } from '../src/lib/endpoint-hosts'
import { resetStores } from '../src/state/store'
import { networkPlan } from './network-plan'

const SOLANA = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const hosts = (feature: RegExp) => networkPlan().flatMap((each) => (feature.test(each.feature) ? each.host : []))

afterEach(() => {
  configureApi({ projectId: undefined })
  resetStores()
})

describe('networkPlan', () => {
  test('lists a chain’s public endpoint if the host sets none, before anything has loaded', () => {
    configure({ networks: [SOLANA, 'eip155:42161'] })
    expect(hosts(/chain RPC/)).toEqual(['api.mainnet-beta.solana.com', 'arb1.arbitrum.io'])
  })

  test('lists no public endpoint if the host sets one, and none of unused networks', () => {
    configure({ networks: [SOLANA], rpcUrl: { [SOLANA]: ['https://rpc.shop.example/x'] } })
    expect(hosts(/chain RPC/)).toEqual(['rpc.shop.example'])
  })

  test('lists the endpoints of a host’s own network, and skips invalid URLs', () => {
    const bread = (http: string[]) => ({ id: 56, name: 'Bread', nativeCurrency: { symbol: 'BRD', decimals: 18 }, rpcUrls: http })
    const read = readNetworks([bread(['https://one.bread.example', 'https://two.bread.example/v1', 'https://:x'])])
    configure({ customNetworks: read?.customNetworks ?? [] })
    expect(hosts(/chain RPC/)).toEqual(['one.bread.example', 'two.bread.example'])
  })

  test('lists the embedded wallet’s frame only with e-mail or a social network', () => {
    const frame = () => hosts(/embedded/)
    expect(frame()).toEqual([])
    configure({ email: true })
    expect(frame()).toEqual(['secure.walletconnect.org'])
    configure({ socials: ['google'] })
    expect(frame()).toEqual(['secure.walletconnect.org'])
  })

  test('lists every endpoint host of the chain tables, with and without a provider', async () => {
    const tables = await Promise.all(Object.values(adapters).map(({ networks }) => networks()))
    const ids = tables.flatMap(({ networks }) => networks.map(({ caipNetworkId }) => caipNetworkId))
    expect(ids).toEqual(expect.arrayContaining(Object.keys(endpointHosts)))
    for (const projectId of [undefined, 'local']) {
      configure({ networks: ids, ...(projectId && { projectId }) })
      configureApi({ projectId })
      const read = (await loadNetworks()).flatMap((network) => rpcContext(network).urls.map((url) => new URL(url).host))
      expect([...new Set(hosts(/chain RPC/))].sort()).toEqual([...new Set(read)].sort())
    }
  })
})
