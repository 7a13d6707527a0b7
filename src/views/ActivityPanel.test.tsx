import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { loadNetworks } from '../controllers/network-list'
import { chainOf } from '../state/chains'
import { history } from '../state/history'
import { resetStores } from '../state/store'

afterEach(resetStores)
afterEach(() => vi.unstubAllGlobals())

const owner = 'eip155:56:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

test('without a provider for the network, no history is not called an empty one, and the block explorer is offered', async () => {
  // The rows listen for keys as soon as they load.
  vi.stubGlobal('document', new EventTarget())
  const { default: ActivityPanel } = await import('./ActivityPanel')
  await loadNetworks()
  Object.assign(chainOf('eip155'), { status: 'connected', networkId: 'eip155:56', caipAddress: owner })
  Object.assign(history, { owner, status: 'ready' })
  expect(renderToStaticMarkup(<ActivityPanel />)).toContain('Nothing has happened yet')
  history.status = 'unserved'
  const told = renderToStaticMarkup(<ActivityPanel />)
  expect(told).not.toContain('Nothing has happened')
  expect(told).toMatch(/Failed to fetch transactions.*href="https:\/\/bscscan\.com\/address\/0xf39F/)
})
