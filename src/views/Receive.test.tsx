import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { configure } from '../controllers/config'
import { loadNetworks } from '../controllers/network-list'
import { chainOf, chains } from '../state/chains'
import { resetStores } from '../state/store'
import Receive from './Receive'

afterEach(resetStores)
afterEach(() => vi.unstubAllGlobals())

/** The networks that the note names, for an account on the first of two. */
async function named(networks: [`${string}:${string}`, `${string}:${string}`], address: string) {
  configure({ networks })
  await loadNetworks()
  const [networkId] = networks
  const [namespace = ''] = networkId.split(':')
  Object.assign(chainOf(namespace), { status: 'connected', networkId, caipAddress: `${networkId}:${address}` })
  chains.activeNamespace = namespace
  const [, note] = renderToStaticMarkup(<Receive />).split('Only send assets on ')
  return note?.replace(/<[^>]+>/g, '').split(' to this address')[0]
}

test('an address is paid on every network of its namespace; on Bitcoin, whose testnet has addresses of its own, on one', async () => {
  const both = await named(['eip155:56', 'eip155:42161'], '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')
  expect(both).toBe('BNB Smart Chain or Arbitrum One')
  const [main, trial] = ['bip122:000000000019d6689c085ae165831e93', 'bip122:000000000933ea01ad0ee984209779ba'] as const
  expect(await named([main, trial], 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq')).toBe('Bitcoin')
})
