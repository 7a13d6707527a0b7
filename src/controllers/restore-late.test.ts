import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mockWallet } from '../connectors/test-wallet'
import { keys, read, remember } from '../lib/storage'
import { WALLET_CONNECT } from '../lib/wallet'
import { chains } from '../state/chains'
import { config } from '../state/config'
import { resetStores } from '../state/store'
import { abandonConnections } from './connection'
import { addConnector, forgetConnectors } from './discovery'
import { loadNetworks } from './network-list'
import { RESTORE_LIMIT_MS, restoreAll } from './reconnecting'
import { takeSignClient } from './sign-client'

const caipAddress = 'eip155:31337:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' as const
const signal = new AbortController().signal

beforeEach(async () => {
  resetStores()
  config.mode = 'localhost'
  await loadNetworks()
  const entry = { connectorId: WALLET_CONNECT, networkId: 'eip155:31337', caipAddress } as const
  remember(keys.connections, { active: 'eip155', entries: { eip155: entry } })
})
afterEach(() => {
  takeSignClient(undefined)
  abandonConnections()
  forgetConnectors()
  remember(keys.connections, { entries: {} })
  vi.useRealTimers()
})

/** As WalletConnect is: it needs to know the site's project, or the client of the site. */
function phone() {
  const wallet = mockWallet({ id: WALLET_CONNECT, type: 'WALLET_CONNECT' }, { restore: 'approve' })
  addConnector(wallet.connector)
  return wallet
}

test.each([
  ['project', () => Object.assign(config, { projectId: 'bakery' })],
  ['own client', () => takeSignClient({})],
])('a session is looked for when the site has named its %s, which may come after the element', async (_, name) => {
  const { calls } = phone()
  void restoreAll(signal)
  await new Promise((done) => setTimeout(done, 50))
  expect(calls.restore).toBe(0)
  name()
  await vi.waitFor(() => expect(chains.active).toMatchObject({ status: 'connected', restored: true }), { timeout: 10_000 })
})

test('error: where it names none the session is given up as any other', async () => {
  vi.useFakeTimers()
  phone()
  void restoreAll(signal)
  await vi.advanceTimersByTimeAsync(RESTORE_LIMIT_MS)
  expect([chains.active.status, read(keys.connections)?.entries]).toEqual(['disconnected', {}])
})
