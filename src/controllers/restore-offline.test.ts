import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mockWallet } from '../connectors/test-wallet'
import { keys, remember } from '../lib/storage'
import { chains } from '../state/chains'
import { config } from '../state/config'
import { resetStores } from '../state/store'
import { abandonConnections, disconnect } from './connection'
import { addConnector, forgetConnectors } from './discovery'
import { loadNetworks } from './network-list'
import { RESTORE_LIMIT_MS, restoreAll } from './reconnecting'

const caipAddress = 'eip155:31337:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' as const
const { signal } = new AbortController()

beforeEach(async () => {
  resetStores()
  config.mode = 'localhost'
  // The network tables take real time to load.
  await loadNetworks()
  vi.useFakeTimers()
  const entry = { connectorId: 'mock', networkId: 'eip155:31337', caipAddress } as const
  remember(keys.connections, { active: 'eip155', entries: { eip155: entry } })
})
afterEach(() => {
  abandonConnections()
  forgetConnectors()
  remember(keys.connections, { entries: {} })
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('error: a wallet that does not answer offline, as the embedded wallet, is asked again once online', async () => {
  const page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('navigator', { onLine: false })
  const { connector, script, calls } = mockWallet({}, { restore: 'hang' })
  addConnector(connector)
  void restoreAll(signal)
  await vi.advanceTimersByTimeAsync(RESTORE_LIMIT_MS)
  expect(chains.active.status).toBe('disconnected')
  script.restore = 'approve'
  page.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(0)
  expect(chains.active).toMatchObject({ status: 'connected', restored: true, caipAddress })
  page.dispatchEvent(new Event('online'))
  expect(calls.restore).toBe(2)
})

test('error: it is asked again too if the network came back while it was waited for', async () => {
  const network = { onLine: false }
  vi.stubGlobal('navigator', network)
  const { connector, script, calls } = mockWallet({}, { restore: 'hang' })
  addConnector(connector)
  void restoreAll(signal)
  await vi.advanceTimersByTimeAsync(RESTORE_LIMIT_MS - 1)
  Object.assign(network, { onLine: true })
  script.restore = 'approve'
  await vi.advanceTimersByTimeAsync(1)
  expect([chains.active.status, calls.restore]).toEqual(['connected', 2])
})

test('error: a wallet disconnected meanwhile is not asked once online', async () => {
  const page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('navigator', { onLine: false })
  const { connector, calls } = mockWallet({}, { restore: 'hang' })
  addConnector(connector)
  void restoreAll(signal)
  await vi.advanceTimersByTimeAsync(RESTORE_LIMIT_MS)
  await disconnect()
  page.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(0)
  expect(calls.restore).toBe(1)
})
