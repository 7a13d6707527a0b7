import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { someTurns } from '../../.ci/turns'
import { mockWallet } from '../connectors/test-wallet'
import { watchConnector } from '../connectors/watch'
import { guardedStorage } from '../lib/guarded-storage'
import { keys, read, remember } from '../lib/storage'
import { WATCH } from '../lib/wallet'
import { attempt } from '../state/attempt'
import { chainOf, chains } from '../state/chains'
import { config } from '../state/config'
import { embedded } from '../state/embedded'
import { resetStores } from '../state/store'
import { beginLinks } from './connecting'
import { abandonConnections, connect } from './connection'
import { addConnector, forgetConnectors } from './discovery'
import { RESTORE_LIMIT_MS, restoreAll } from './reconnecting'
import { rememberConnections } from './remembered'
import { restoreConnections, whenRestored } from './restore'
import { endSocial } from './social-login'

const caipAddress = 'eip155:31337:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' as const
const { socials } = config
let page: AbortController

/** The parts, whose first requests fail; then a Safe answers, where one asks it. */
function flaky(answer = () => {}) {
  const lost = (): never => {
    throw new TypeError('Failed to fetch dynamically imported module')
  }
  const asked = { safe: 0, social: 0 }
  const load = {
    safe: async () => {
      if (++asked.safe < 4) lost()
      answer()
      return import('./join-safe')
    },
    social: async () => (++asked.social < 3 ? lost() : import('./social-login')),
  }
  return { asked, load }
}

let stop: () => void
beforeEach(() => {
  resetStores()
  page = new AbortController()
  Object.assign(config, { mode: 'localhost', socials: ['google'] })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  stop = rememberConnections()
})
afterEach(() => {
  page.abort()
  stop()
  endSocial()
  config.socials = socials
  abandonConnections()
  forgetConnectors()
  guardedStorage.clear()
  remember(keys.connections, { entries: {} })
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A person has come back from the social network's page. */
function comeBack() {
  const replaceState = vi.fn()
  vi.stubGlobal('history', { state: null, replaceState })
  const result = encodeURIComponent('https://secure.example/callback?code=c&state=s')
  vi.stubGlobal('location', { toString: () => `https://bakery.example/?result_uri=${result}` })
  guardedStorage.set('session', 'social', JSON.stringify({ provider: 'google', state: 's', at: Date.now() }))
  return replaceState
}

test('error: a social login goes on once its code has loaded; its result has left the address bar by then', async () => {
  const replaceState = comeBack()
  const { load } = flaky()
  await restoreAll(page.signal, load)
  expect([replaceState.mock.calls.length, embedded.stage]).toEqual([1, undefined])
  await vi.advanceTimersByTimeAsync(10_000)
  await vi.waitFor(() => expect(embedded.stage).toBe('retrieving'))
})

/** Another element comes to the page. Returns its stop. */
function enterAgain(): () => void {
  remember(keys.connections, { entries: {} })
  vi.stubGlobal('location', { toString: () => 'https://bakery.example/' })
  return restoreConnections()
}

test('error: while the last element has left it does not go on; with the next one it does', async () => {
  comeBack()
  const { asked, load } = flaky()
  await restoreAll(page.signal, load)
  page.abort()
  await vi.advanceTimersByTimeAsync(500_000)
  expect([asked.social, embedded.stage]).toEqual([2, undefined])
  const leave = enterAgain()
  await vi.waitFor(() => expect(embedded.stage).toBe('retrieving'))
  leave()
})

test('error: nor does it after a restore that has ended, as of a page that shows another route', async () => {
  comeBack()
  const { asked, load } = flaky()
  const leave = restoreConnections(async () => [{ restoreAll: (signal: AbortSignal) => restoreAll(signal, load) }] as never)
  await whenRestored()
  leave()
  await vi.advanceTimersByTimeAsync(500_000)
  expect([asked.social, embedded.stage]).toEqual([2, undefined])
  const end = enterAgain()
  await vi.waitFor(() => expect(embedded.stage).toBe('retrieving'))
  end()
})

test('it goes on with the next element where the last one has left while the code of the login loaded', async () => {
  comeBack()
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => (arrive = resolve))
  const load = { ...flaky().load, social: () => arrived.then(() => import('./social-login')) }
  const restored = restoreAll(page.signal, load)
  await someTurns()
  page.abort()
  arrive()
  await restored
  await someTurns()
  expect(embedded.stage).toBeUndefined()
  const leave = enterAgain()
  await vi.waitFor(() => expect(embedded.stage).toBe('retrieving'))
  leave()
})

test('it goes on with the next element where the last one has left while wallets were restored; its result was lost', async () => {
  comeBack()
  remember(keys.connections, {
    active: 'eip155',
    entries: { eip155: { connectorId: 'test.stored', networkId: 'eip155:31337', caipAddress } },
  })
  addConnector(mockWallet({ id: 'test.stored', name: 'Stored', type: 'INJECTED' }, { restore: 'hang' }).connector)
  const restored = restoreAll(page.signal)
  await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0))
  page.abort()
  await vi.advanceTimersByTimeAsync(RESTORE_LIMIT_MS)
  await restored
  await someTurns()
  expect(embedded.stage).toBeUndefined()
  const leave = enterAgain()
  await vi.waitFor(() => expect(embedded.stage).toBe('retrieving'))
  leave()
})

test('error: it does not take the place of a wallet that the visitor has connected meanwhile', async () => {
  comeBack()
  const { asked, load } = flaky()
  await restoreAll(page.signal, load)
  addConnector(mockWallet({ id: 'test.chosen', name: 'Chosen', type: 'INJECTED' }).connector)
  await connect.run({ wallet: 'test.chosen' })
  await vi.advanceTimersByTimeAsync(10_000)
  await vi.waitFor(() => expect(asked.social).toBe(3))
  expect([embedded.stage, chains.active.connectorId]).toEqual([undefined, 'test.chosen'])
})

test('error: it goes on for who only looks at a phone’s list of wallets, for which a pairing is prepared', async () => {
  comeBack()
  const { load } = flaky()
  await restoreAll(page.signal, load)
  addConnector(mockWallet({ id: 'walletConnect', name: 'WalletConnect', type: 'WALLET_CONNECT' }, { connect: 'hang' }).connector)
  const end = beginLinks()
  await vi.waitFor(() => expect(attempt.status).toBe('waiting'))
  await vi.advanceTimersByTimeAsync(10_000)
  await vi.waitFor(() => expect(embedded.stage).toBe('retrieving'))
  end()
})

test('error: nor does one whose code loads at once, after a stored wallet that does not answer', async () => {
  comeBack()
  remember(keys.connections, {
    active: 'eip155',
    entries: { eip155: { connectorId: 'test.stored', networkId: 'eip155:31337', caipAddress } },
  })
  addConnector(mockWallet({ id: 'test.stored', name: 'Stored', type: 'INJECTED' }, { restore: 'hang' }).connector)
  const restored = restoreAll(page.signal)
  addConnector(mockWallet({ id: 'test.chosen', name: 'Chosen', type: 'INJECTED' }).connector)
  await connect.run({ wallet: 'test.chosen' })
  await vi.advanceTimersByTimeAsync(RESTORE_LIMIT_MS)
  await restored
  expect([embedded.stage, chains.active.connectorId]).toEqual([undefined, 'test.chosen'])
})

test.each(['asked for', 'shown'])('it goes on where the page shows an account to look at: %s', async (state) => {
  comeBack()
  addConnector(watchConnector('eip155:31337', caipAddress.slice(13)))
  const shown = connect({ wallet: WATCH })
  if (state === 'shown') await shown
  expect(attempt).toMatchObject({ status: state === 'shown' ? 'connected' : 'waiting', wallet: { id: WATCH } })
  await restoreAll(page.signal)
  await vi.waitFor(() => expect(embedded.stage).toBe('retrieving'))
  await shown
})

/** The page is shown in a Safe. */
function inSafe() {
  vi.stubGlobal('self', 1)
  vi.stubGlobal('top', 2)
  vi.stubGlobal('location', { ancestorOrigins: ['https://app.safe.global'] })
  return mockWallet({ id: 'safe', name: 'Safe', type: 'EXTERNAL' }, { restore: 'approve' })
}

test('error: the Safe around the page is connected once its code has loaded, and its stored connection is kept until then', async () => {
  const { connector } = inSafe()
  const entry = { connectorId: 'safe', networkId: 'eip155:31337', caipAddress } as const
  remember(keys.connections, { active: 'eip155', entries: { eip155: entry } })
  const { load } = flaky(() => addConnector(connector))
  void restoreAll(page.signal, load)
  await vi.advanceTimersByTimeAsync(RESTORE_LIMIT_MS + 1_000)
  expect([chainOf('eip155').status, read(keys.connections)?.entries.eip155]).toMatchObject(['disconnected', entry])
  await vi.advanceTimersByTimeAsync(5_000)
  await vi.waitFor(() => expect(chains.active).toMatchObject({ status: 'connected', connectorId: 'safe' }))
})

test('error: where the visitor had disconnected it, it is not connected by code that loads late either', async () => {
  const { connector, calls } = inSafe()
  remember(keys.connections, { active: 'eip155', entries: {} })
  const { asked, load } = flaky(() => addConnector(connector))
  await restoreAll(page.signal, load)
  await vi.advanceTimersByTimeAsync(60_000)
  await vi.waitFor(() => expect(asked.safe).toBe(4))
  await vi.dynamicImportSettled()
  await someTurns()
  expect([calls.restore, chainOf('eip155').status]).toEqual([0, 'disconnected'])
})
