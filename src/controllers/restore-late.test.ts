import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { mockConnection, mockWallet } from '../connectors/test-wallet'
import type { Connection } from '../connectors/types'
import { WalletError } from '../lib/errors'
import { SOME_APP } from '../lib/meant-app'
import { forget, keys, read, remember } from '../lib/storage'
import { WALLET_CONNECT, WATCH } from '../lib/wallet'
import { leftForAppKey } from '../lib/wallet-app'
import { chains } from '../state/chains'
import { config } from '../state/config'
import { resetStores } from '../state/store'
import { abandonConnections, connect, disconnect } from './connection'
import { addConnector, forgetConnectors } from './discovery'
import { loadNetworks } from './network-list'
import { LEFT_LIMIT_MS, RESTORE_LIMIT_MS, RETRY_MS, restoreAll } from './reconnecting'
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

/** Like WalletConnect: it needs the site’s project id or the site’s own client. */
function phone() {
  const wallet = mockWallet({ id: WALLET_CONNECT, type: 'WALLET_CONNECT' }, { restore: 'approve' })
  addConnector(wallet.connector)
  return wallet
}

/** Like WalletConnect with a session that is found late, or approved late, when `approve` is called. */
function waiting() {
  let approve = () => {}
  const { connector, ...wallet } = mockWallet({ id: WALLET_CONNECT, type: 'WALLET_CONNECT' })
  const restore = () => new Promise<Connection[]>((resolve) => (approve = () => resolve([mockConnection()])))
  addConnector({ ...connector, restore })
  return { ...wallet, approve: () => approve() }
}

test.each([
  ['project', () => Object.assign(config, { projectId: 'bakery' })],
  ['own client', () => takeSignClient({})],
])('a session is restored once the site has set its %s, which may come after the element', async (_, name) => {
  vi.useFakeTimers()
  const { calls } = phone()
  void restoreAll(signal)
  await vi.advanceTimersByTimeAsync(RESTORE_LIMIT_MS / 2)
  expect(calls.restore).toBe(0)
  name()
  await vi.waitFor(() => expect(chains.active).toMatchObject({ status: 'connected', restored: true }), { timeout: 10_000 })
})

test('error: if it is never set, the session is given up like any other', async () => {
  vi.useFakeTimers()
  phone()
  void restoreAll(signal)
  await vi.advanceTimersByTimeAsync(RESTORE_LIMIT_MS)
  expect([chains.active.status, read(keys.connections)?.entries]).toEqual(['disconnected', {}])
})

test('error: if its chunk fails to load, it is asked for again, and connected without another visit; not once it was disconnected', async () => {
  vi.useFakeTimers()
  config.projectId = 'bakery'
  const { connector, calls } = mockWallet({ id: WALLET_CONNECT, type: 'WALLET_CONNECT' }, { restore: 'approve' })
  const lost = vi.fn(connector.restore).mockRejectedValueOnce(new WalletError('CONNECT_FAILED'))
  addConnector({ ...connector, restore: lost })
  void restoreAll(signal)
  await vi.waitFor(() => expect(lost).toHaveBeenCalledOnce(), { timeout: 10_000 })
  await vi.advanceTimersByTimeAsync(0)
  expect(chains.active.status).toBe('disconnected')
  await vi.advanceTimersByTimeAsync(RETRY_MS)
  await vi.waitFor(() => expect(chains.active).toMatchObject({ status: 'connected', restored: true, caipAddress }))
  await disconnect()
  remember(keys.connections, { entries: { eip155: { connectorId: WALLET_CONNECT, networkId: 'eip155:31337', caipAddress } } })
  lost.mockRejectedValueOnce(new WalletError('CONNECT_FAILED'))
  void restoreAll(signal)
  await vi.waitFor(() => expect(lost).toHaveBeenCalledTimes(3))
  await disconnect()
  await vi.advanceTimersByTimeAsync(10 * RETRY_MS)
  expect([chains.active.status, calls.restore]).toEqual(['disconnected', 1])
})

test.each([
  ['as WalletConnect’s chunk on a slow line', { id: WALLET_CONNECT, type: 'WALLET_CONNECT' }],
  ['as the embedded wallet’s frame', { id: 'framed', type: 'AUTH' }],
] as const)('a slow one, %s, holds up the page no longer than others, and is connected in the end', async (_, details) => {
  const entry = { connectorId: details.id, networkId: 'eip155:31337', caipAddress } as const
  remember(keys.connections, { active: 'eip155', entries: { eip155: entry } })
  config.projectId = 'bakery'
  vi.useFakeTimers()
  const { connector } = mockWallet(details)
  let come = () => {}
  const restore = () => new Promise<Connection[]>((resolve) => (come = () => resolve([mockConnection()])))
  addConnector({ ...connector, restore })
  const over = vi.fn()
  void restoreAll(signal).then(over)
  await vi.advanceTimersByTimeAsync(RESTORE_LIMIT_MS)
  expect([over.mock.calls.length, chains.active.status]).toEqual([1, 'disconnected'])
  await vi.advanceTimersByTimeAsync(RESTORE_LIMIT_MS)
  come()
  await vi.advanceTimersByTimeAsync(0)
  expect(chains.active).toMatchObject({ status: 'connected', restored: true, caipAddress })
})

test('error: a session that takes too long, as on a slow line, is tried again at the next visit', async () => {
  config.projectId = 'bakery'
  const { script } = phone()
  script.restore = 'hang'
  vi.useFakeTimers()
  const over = vi.fn()
  void restoreAll(signal).then(over)
  await vi.advanceTimersByTimeAsync(RESTORE_LIMIT_MS)
  expect([over.mock.calls.length, chains.active.status]).toEqual([1, 'disconnected'])
  script.restore = 'approve'
  void restoreAll(signal)
  await vi.advanceTimersByTimeAsync(0)
  expect(chains.active).toMatchObject({ status: 'connected', restored: true, caipAddress })
})

test('error: a session found after another wallet has connected is ended, or the phone would keep showing it', async () => {
  config.projectId = 'bakery'
  vi.useFakeTimers()
  const wallet = waiting()
  void restoreAll(signal)
  await vi.advanceTimersByTimeAsync(RESTORE_LIMIT_MS)
  addConnector(mockWallet({ id: 'other' }).connector)
  await connect({ wallet: 'other' })
  wallet.approve()
  await vi.advanceTimersByTimeAsync(0)
  expect([chains.active.connectorId, wallet.calls.disconnect, wallet.listeners()]).toEqual(['other', 1, 0])
})

test('error: a session found after the visitor has disconnected is ended, or the phone would keep showing it', async () => {
  config.projectId = 'bakery'
  vi.useFakeTimers()
  const wallet = waiting()
  void restoreAll(signal)
  await vi.advanceTimersByTimeAsync(RESTORE_LIMIT_MS)
  await disconnect()
  wallet.approve()
  await vi.advanceTimersByTimeAsync(0)
  expect([chains.active.status, wallet.calls.disconnect, wallet.listeners()]).toEqual(['disconnected', 1, 0])
})

test('a session found while an account is watched here is kept: other tabs have it, and the next visit will', async () => {
  config.projectId = 'bakery'
  vi.useFakeTimers()
  const wallet = waiting()
  void restoreAll(signal)
  await vi.advanceTimersByTimeAsync(RESTORE_LIMIT_MS)
  addConnector(mockWallet({ id: WATCH }).connector)
  await connect({ wallet: WATCH })
  wallet.approve()
  await vi.advanceTimersByTimeAsync(0)
  expect([chains.active.connectorId, wallet.calls.disconnect]).toEqual([WATCH, 0])
})

test('error: if the storage cannot be read just now, no listener is left: the client would keep a socket open', async () => {
  config.projectId = 'bakery'
  const { connector, listeners } = mockWallet({ id: WALLET_CONNECT, type: 'WALLET_CONNECT' })
  const heard = vi.fn()
  const restore = async () => {
    heard(listeners())
    throw new DOMException('Connection to Indexed Database server lost.', 'UnknownError')
  }
  addConnector({ ...connector, restore })
  await restoreAll(signal)
  expect([heard.mock.calls, listeners()]).toEqual([[[1]], 0])
})

test('a new pairing stays when the earlier session is found', async () => {
  config.projectId = 'bakery'
  vi.useFakeTimers()
  const wallet = waiting()
  void restoreAll(signal)
  await vi.advanceTimersByTimeAsync(RESTORE_LIMIT_MS)
  await connect({ wallet: WALLET_CONNECT })
  wallet.approve()
  await vi.advanceTimersByTimeAsync(0)
  expect([chains.active.connectorId, wallet.calls.disconnect]).toEqual([WALLET_CONNECT, 0])
})

test('an element removed at once asks no wallet', async () => {
  config.projectId = 'bakery'
  const { calls } = phone()
  const removed = new AbortController()
  const restored = restoreAll(removed.signal)
  removed.abort()
  await restored
  await vi.dynamicImportSettled()
  expect([calls.restore, Object.keys(read(keys.connections)?.entries ?? {})]).toEqual([0, ['eip155']])
})

describe('a tab left for a wallet’s app with a pairing open', () => {
  beforeEach(() => {
    remember(keys.connections, { entries: {} })
    remember(leftForAppKey, 'pocket://')
    config.projectId = 'bakery'
    vi.useFakeTimers()
  })
  afterEach(() => forget(leftForAppKey))

  test.each([
    ['a link', 'pocket://'],
    ['a link that the visitor took there by hand', SOME_APP],
  ])('is ready after a while, and connected if the visitor approves later: by %s', async (_, link) => {
    remember(leftForAppKey, link)
    const wallet = waiting()
    const ready = restoreAll(signal)
    await vi.advanceTimersByTimeAsync(LEFT_LIMIT_MS)
    await ready
    expect(chains.active.status).toBe('disconnected')
    await vi.advanceTimersByTimeAsync(60_000)
    wallet.approve()
    await vi.advanceTimersByTimeAsync(0)
    expect(chains.active).toMatchObject({ status: 'connected', restored: false, caipAddress })
  })

  test('error: is no longer watched once no wallet can answer, but still is after its element was removed early', async () => {
    waiting()
    const removed = new AbortController()
    void restoreAll(removed.signal)
    await vi.advanceTimersByTimeAsync(LEFT_LIMIT_MS)
    removed.abort()
    await vi.advanceTimersByTimeAsync(0)
    expect(read(leftForAppKey)).toBe('pocket://')
    void restoreAll(signal)
    await vi.advanceTimersByTimeAsync(300_000)
    expect(read(leftForAppKey)).toBeUndefined()
  })

  test('error: is tried again on the next page if a chunk fails to load, as on a line that is not back yet', async () => {
    const { connector } = mockWallet({ id: WALLET_CONNECT, type: 'WALLET_CONNECT' }, { restore: 'approve' })
    addConnector({ ...connector, restore: vi.fn(connector.restore).mockRejectedValueOnce(new WalletError('CONNECT_FAILED')) })
    await restoreAll(signal)
    await vi.advanceTimersByTimeAsync(0)
    expect([chains.active.status, read(leftForAppKey)]).toEqual(['disconnected', 'pocket://'])
    await restoreAll(signal)
    expect(chains.active).toMatchObject({ status: 'connected', restored: false, caipAddress })
  })

  test('error: an approval after another wallet has connected is ended', async () => {
    const wallet = waiting()
    void restoreAll(signal)
    await vi.advanceTimersByTimeAsync(LEFT_LIMIT_MS)
    addConnector(mockWallet({ id: 'other' }).connector)
    await connect({ wallet: 'other' })
    wallet.approve()
    await vi.advanceTimersByTimeAsync(0)
    expect([chains.active.connectorId, wallet.calls.disconnect, wallet.listeners()]).toEqual(['other', 1, 0])
  })
})
