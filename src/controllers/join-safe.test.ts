import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mockWallet } from '../connectors/test-wallet'
import { keys, read, remember } from '../lib/storage'
import { chainOf, chains } from '../state/chains'
import { config } from '../state/config'
import { resetStores } from '../state/store'
import { abandonConnections, connect, disconnect } from './connection'
import { addConnector, forgetConnectors } from './discovery'
import { SAFE_LIMIT_MS } from './join-safe'
import { ANNOUNCE_LIMIT_MS, RESTORE_LIMIT_MS, restoreAll } from './reconnecting'
import { rememberConnections } from './remembered'

const caipAddress = 'eip155:31337:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const settled = () => new Promise((done) => setTimeout(done))
const signal = new AbortController().signal
const offerSafe = (script: Parameters<typeof mockWallet>[1] = { restore: 'approve' }) => {
  const wallet = mockWallet({ id: 'safe', name: 'Safe', type: 'EXTERNAL' }, script)
  addConnector(wallet.connector)
  return wallet
}

let stop: () => void
/** The last element leaves; storage stays. */
const leave = () => {
  stop()
  abandonConnections()
  stop = rememberConnections()
}
beforeEach(() => {
  resetStores()
  config.mode = 'localhost'
  vi.stubGlobal('self', 1)
  vi.stubGlobal('top', 2)
  vi.stubGlobal('location', { ancestorOrigins: ['https://app.safe.global'] })
  stop = rememberConnections()
})
afterEach(() => {
  stop()
  abandonConnections()
  forgetConnectors()
  remember(keys.connections, { entries: {} })
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('the Safe around the page is connected without asking, and no other wallet is', async () => {
  const safe = offerSafe()
  const other = mockWallet({}, { restore: 'approve' })
  addConnector(other.connector)
  await restoreAll(signal)
  expect(chains.active).toMatchObject({ status: 'connected', restored: true, caipAddress, connectorId: 'safe' })
  expect([safe.calls, other.calls]).toMatchObject([
    { connect: 0, restore: 1 },
    { connect: 0, restore: 0 },
  ])
})

test('outside of a Safe none is looked for', async () => {
  vi.stubGlobal('location', { ancestorOrigins: ['https://portal.example'] })
  const safe = offerSafe()
  await restoreAll(signal)
  expect(safe.calls).toMatchObject({ restore: 0 })
})

test('it is connected again at the next visit, but not after the visitor has disconnected it', async () => {
  offerSafe()
  await restoreAll(signal)
  await settled()
  expect(read(keys.connections)?.entries.eip155).toMatchObject({ connectorId: 'safe' })
  await disconnect()
  await settled()
  const again = offerSafe()
  await restoreAll(signal)
  expect([chainOf('eip155').status, again.calls]).toMatchObject(['disconnected', { restore: 0 }])
})

test('it is connected again on the frame’s next page, even in Firefox, which does not name the ancestors', async () => {
  offerSafe()
  await restoreAll(signal)
  await settled()
  leave()
  vi.stubGlobal('location', {})
  vi.stubGlobal('document', { referrer: 'https://app.example/' })
  await restoreAll(signal)
  expect(chains.active).toMatchObject({ status: 'connected', connectorId: 'safe' })
})

test('with reconnect off, connecting the Safe is left to the visitor', async () => {
  config.reconnect = 'off'
  const safe = offerSafe()
  await restoreAll(signal)
  expect(safe.calls).toMatchObject({ restore: 0 })
})

test('if it did not answer in time, it is tried again at the next visit', async () => {
  offerSafe()
  await restoreAll(signal)
  await settled()
  leave()
  forgetConnectors()
  vi.useFakeTimers()
  const late = restoreAll(signal)
  await vi.advanceTimersByTimeAsync(ANNOUNCE_LIMIT_MS + RESTORE_LIMIT_MS + SAFE_LIMIT_MS)
  await late
  expect(chainOf('eip155').status).toBe('disconnected')
  vi.useRealTimers()
  offerSafe()
  await restoreAll(signal)
  expect(chains.active).toMatchObject({ status: 'connected', connectorId: 'safe' })
})

test('a wallet that the visitor has chosen inside the Safe stays', async () => {
  const other = mockWallet({}, { restore: 'approve' })
  addConnector(other.connector)
  await connect({ wallet: 'mock' })
  await settled()
  leave()
  const safe = offerSafe()
  await restoreAll(signal)
  expect(chains.active.connectorId).toBe('mock')
  expect(safe.calls).toMatchObject({ restore: 0 })
})

test('error: nothing goes on after the last element has been removed', async () => {
  const leaving = new AbortController()
  const over = restoreAll(leaving.signal)
  leaving.abort()
  await over
  const safe = offerSafe()
  await settled()
  expect([chainOf('eip155').status, safe.calls]).toMatchObject(['disconnected', { restore: 0 }])
})
