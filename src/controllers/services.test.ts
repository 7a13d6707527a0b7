import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sources, walletConnect } from '../connectors'
import type { Connector } from '../connectors/types'
import { WALLET_CONNECT } from '../lib/wallet'
import { addConnector, connectorById, forgetConnectors } from './discovery'
import { configureServices } from './services'
import { takeSignClient } from './sign-client'

/** As much of a host’s sign client as restoring its sessions needs. */
function hostClient() {
  const quiet = { on: () => {}, off: () => {} }
  return { connect: () => {}, session: { getAll: vi.fn(() => []) }, events: quiet, core: { relayer: quiet } }
}

beforeEach(() => {
  vi.stubGlobal('location', { origin: 'https://app.example', host: 'app.example' })
  const listened = { addEventListener: () => {}, removeEventListener: () => {} }
  vi.stubGlobal('document', { title: 'App', querySelectorAll: () => [], querySelector: () => null, ...listened })
  vi.stubGlobal('window', listened)
})
afterEach(() => {
  takeSignClient(undefined)
  forgetConnectors()
  vi.unstubAllGlobals()
})

test('a sign client that the host sets later is used from then on', async () => {
  const found: Connector[] = []
  const add = (each: Connector) => void found.push(each)
  const stops = [configureServices(), (await sources.walletConnect?.())?.discover(add, () => {})]
  const restore = async () => found[0]?.restore({ networks: [], signal: new AbortController().signal })
  await expect(restore()).rejects.toMatchObject({ code: 'PROJECT_ID_NOT_CONFIGURED' })
  const client = hostClient()
  takeSignClient(client)
  await vi.waitFor(async () => expect(await restore()).toEqual([]), { timeout: 10_000 })
  expect(client.session.getAll).toHaveBeenCalled()
  takeSignClient(undefined)
  for (const stop of stops) stop?.()
})

test('error: where WalletConnect’s code did not load, it has the site’s settings as soon as it is offered', async () => {
  const client = hostClient()
  takeSignClient(client)
  let isLost = true
  const load = async () => {
    if (isLost) throw new TypeError('Failed to fetch dynamically imported module')
    return walletConnect()
  }
  const stop = configureServices(load)
  await Promise.resolve()
  isLost = false
  const end = (await sources.walletConnect?.())?.discover(addConnector, () => {})
  const found = connectorById(WALLET_CONNECT)
  const restore = async () => found?.restore({ networks: [], signal: new AbortController().signal })
  await vi.waitFor(async () => expect(await restore()).toEqual([]))
  expect(client.session.getAll).toHaveBeenCalled()
  end?.()
  stop()
})
