import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { loadNetworks } from '../controllers/network-list'
import { WATCH } from '../lib/wallet'
import { enRest } from '../locales/en-rest'
import { account } from '../state/account'
import { chainOf, chains } from '../state/chains'
import { config } from '../state/config'
import { resetStores } from '../state/store'
import { tokens } from '../state/tokens'

afterEach(resetStores)
afterEach(() => vi.unstubAllGlobals())

const network = 'eip155:1'
const owner = `${network}:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266`

test('an empty account is offered the way to put something in, unless it is only watched', async () => {
  // The rows listen for keys as soon as they load.
  vi.stubGlobal('document', new EventTarget())
  const { TokensPanel } = await import('./TokensPanel')
  config.networks = [network]
  await loadNetworks()
  chains.activeNamespace = 'eip155'
  Object.assign(chainOf('eip155'), { status: 'connected', networkId: network, caipAddress: owner, connectorId: 'com.wallet' })
  Object.assign(account, { owner, balance: '0', balanceStatus: 'ready' })
  Object.assign(tokens, { owner, status: 'ready', list: [] })
  expect(renderToStaticMarkup(<TokensPanel />)).toContain(enRest.account.putIn)
  chainOf('eip155').connectorId = WATCH
  expect(renderToStaticMarkup(<TokensPanel />)).not.toContain(enRest.account.putIn)
})
