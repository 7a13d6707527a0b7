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
  test('names the public endpoint of a chain that the host gives none, before anything has loaded', () => {
    configure({ networks: [SOLANA, 'eip155:42161'] })
    expect(hosts(/chain RPC/)).toEqual(['api.mainnet-beta.solana.com', 'arb1.arbitrum.io'])
  })

  test('names none where the host gives one, and none of networks that the app does not use', () => {
    configure({ networks: [SOLANA], rpcUrl: { [SOLANA]: ['https://rpc.shop.example/x'] } })
    expect(hosts(/chain RPC/)).toEqual(['rpc.shop.example'])
  })

  test('names the endpoints of a network of the host’s own, and passes over what is no URL', () => {
    const bread = (http: string[]) => ({ id: 56, name: 'Bread', nativeCurrency: { symbol: 'BRD', decimals: 18 }, rpcUrls: http })
    const read = readNetworks([bread(['https://one.bread.example', 'https://two.bread.example/v1', 'https://:x'])])
    configure({ customNetworks: read?.customNetworks ?? [] })
    expect(hosts(/chain RPC/)).toEqual(['one.bread.example', 'two.bread.example'])
  })

  test('names the frame of the embedded wallet where e-mail or a social network leads to it, and nowhere else', () => {
    const frame = () => hosts(/embedded/)
    expect(frame()).toEqual([])
    configure({ email: true })
    expect(frame()).toEqual(['secure.walletconnect.org'])
    configure({ socials: ['google'] })
    expect(frame()).toEqual(['secure.walletconnect.org'])
  })

  test('names every host that any chain of the tables is read at, with a provider and without', async () => {
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
