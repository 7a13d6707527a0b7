import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { mockConnection, mockWallet } from '../connectors/test-wallet'
import { keys, read, remember } from '../lib/storage'
import { chainOf, chains } from '../state/chains'
import { config } from '../state/config'
import { resetStores } from '../state/store'
import { chooseAccount } from './choose-account'
import { abandonConnections, connect, disconnect } from './connection'
import { addConnector, forgetConnectors } from './discovery'
import { onEnd } from './endings'
import { loadNetworks } from './network-list'
import { ANNOUNCE_LIMIT_MS, RESTORE_LIMIT_MS, restoreAll } from './reconnecting'
import { rememberConnections } from './remembered'

const A = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const caipAddress = `eip155:31337:${A}` as const
const other = 'eip155:31337:0x70997970C51812dc3A010C7d01b50e0d17dc79C8' as const
const keep = (connectorId = 'mock') =>
  remember(keys.connections, { active: 'eip155', entries: { eip155: { connectorId, networkId: 'eip155:31337', caipAddress } } })
const settled = () => new Promise((done) => setTimeout(done))
const signal = new AbortController().signal

beforeEach(() => {
  resetStores()
  config.mode = 'localhost'
})
afterEach(() => {
  abandonConnections()
  forgetConnectors()
  remember(keys.connections, { entries: {} })
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('restoreAll', () => {
  test('a wallet that still holds the session is connected again without a prompt', async () => {
    keep()
    const wallet = mockWallet({}, { restore: 'approve' })
    addConnector(wallet.connector)
    await restoreAll(signal)
    expect(chains.active).toMatchObject({ status: 'connected', restored: true, caipAddress })
    expect(wallet.calls).toMatchObject({ connect: 0, restore: 1 })
  })

  test('a prerendered page asks its wallet when it is visited, however late, and forgets nothing before', async () => {
    vi.useFakeTimers()
    keep()
    const page = Object.assign(new EventTarget(), { prerendering: true })
    vi.stubGlobal('document', page)
    const wallet = mockWallet({}, { restore: 'approve' })
    const over = restoreAll(signal)
    // As an extension that waits for the visit itself.
    await vi.advanceTimersByTimeAsync(RESTORE_LIMIT_MS * 2)
    expect([wallet.calls.restore, Object.keys(read(keys.connections)?.entries ?? {})]).toEqual([0, ['eip155']])
    page.prerendering = false
    addConnector(wallet.connector)
    page.dispatchEvent(new Event('prerenderingchange'))
    await over
    expect(chains.active).toMatchObject({ status: 'connected', restored: true, caipAddress })
  })

  test('a locked wallet ends disconnected and is forgotten (fault 13)', async () => {
    keep()
    addConnector(mockWallet().connector)
    await restoreAll(signal)
    await settled()
    expect([chains.active.status, read(keys.connections)?.entries]).toEqual(['disconnected', {}])
  })

  test('the wallet’s account wins over the stored one (fault 12)', async () => {
    keep()
    addConnector(mockWallet({}, { restore: 'approve', connections: [{ ...mockConnection(), accounts: [other] }] }).connector)
    await restoreAll(signal)
    expect(chains.active.caipAddress).toBe(other)
  })

  test('a chosen account is active at the next visit too', async () => {
    const stop = rememberConnections()
    const connections = [{ ...mockConnection(), accounts: [caipAddress, other] }]
    addConnector(mockWallet({}, { restore: 'approve', connections }).connector)
    await connect({ wallet: 'mock' })
    chooseAccount(other)
    await settled()
    stop()
    abandonConnections()
    await restoreAll(signal)
    expect(chains.active).toMatchObject({ status: 'connected', caipAddress: other, accounts: [caipAddress, other] })
  })

  test('a chosen account is replaced if the wallet has since put another one first (fault 12)', async () => {
    const stop = rememberConnections()
    const accounts = [caipAddress, other]
    const wallet = mockWallet({}, { restore: 'approve', connections: [{ ...mockConnection(), accounts }] })
    addConnector(wallet.connector)
    await connect({ wallet: 'mock' })
    chooseAccount(other)
    await settled()
    stop()
    abandonConnections()
    const third = 'eip155:31337:0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
    wallet.script.connections = [{ ...mockConnection(), accounts: [third, ...accounts] }]
    await restoreAll(signal)
    expect(chains.active.caipAddress).toBe(third)
  })

  test('error: a wallet that does not answer is given up after 10 s (fault 14)', async () => {
    vi.useFakeTimers()
    keep()
    addConnector(mockWallet({}, { restore: 'hang' }).connector)
    const over = vi.fn()
    void restoreAll(signal).then(over)
    await vi.advanceTimersByTimeAsync(RESTORE_LIMIT_MS - 1)
    expect(over).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(over).toHaveBeenCalledOnce()
    expect([chains.active.status, read(keys.connections)?.entries]).toEqual(['disconnected', {}])
  })

  test('all namespaces are restored at the same time: one that answers connects at once, and two that do not take ten seconds together', async () => {
    const ids = {
      eip155: 'eip155:31337',
      solana: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
      bip122: 'bip122:000000000933ea01ad0ee984209779ba',
    } as const
    config.networks = Object.values(ids)
    // The network tables take real time to load.
    await loadNetworks()
    vi.useFakeTimers()
    const entries = Object.entries(ids).map(([namespace, networkId]) => {
      const restore = namespace === 'solana' ? 'approve' : 'hang'
      const connections = [mockConnection(networkId, 'someone')]
      addConnector(mockWallet({ id: namespace, namespaces: [namespace] }, { restore, connections }).connector)
      return [namespace, { connectorId: namespace, networkId, caipAddress: `${networkId}:someone` as const }] as const
    })
    remember(keys.connections, { active: 'solana', entries: Object.fromEntries(entries) })
    const over = vi.fn()
    void restoreAll(signal).then(over)
    await vi.advanceTimersByTimeAsync(1)
    expect([chains.status, over.mock.calls]).toEqual(['connected', []])
    await vi.advanceTimersByTimeAsync(RESTORE_LIMIT_MS)
    expect(over).toHaveBeenCalledOnce()
    expect(['eip155', 'solana', 'bip122'].map((each) => chainOf(each).status)).toEqual([
      'disconnected',
      'connected',
      'disconnected',
    ])
    expect(Object.keys(read(keys.connections)?.entries ?? {})).toEqual(['solana'])
  })

  test('a wallet that is announced late does not hold up the page, and is connected then', async () => {
    vi.useFakeTimers()
    keep()
    const over = vi.fn()
    void restoreAll(signal).then(over)
    await vi.advanceTimersByTimeAsync(ANNOUNCE_LIMIT_MS)
    expect(over).toHaveBeenCalledOnce()
    expect(chains.active.status).toBe('disconnected')
    addConnector(mockWallet({}, { restore: 'approve' }).connector)
    await vi.advanceTimersByTimeAsync(0)
    await vi.dynamicImportSettled()
    await vi.advanceTimersByTimeAsync(0)
    expect(chains.active.status).toBe('connected')
  })

  test('disconnecting before a wallet is announced stays in force, also at the next visit', async () => {
    vi.useFakeTimers()
    keep()
    const restored = restoreAll(signal)
    await vi.advanceTimersByTimeAsync(ANNOUNCE_LIMIT_MS)
    await disconnect()
    expect(read(keys.connections)?.entries).toEqual({})
    const late = mockWallet({}, { restore: 'approve' })
    addConnector(late.connector)
    await vi.advanceTimersByTimeAsync(0)
    await vi.dynamicImportSettled()
    await vi.advanceTimersByTimeAsync(0)
    await restored
    expect([late.calls.restore, late.listeners(), chains.active.status]).toEqual([1, 0, 'disconnected'])
  })

  test('disconnecting another namespace does not stop a wallet that is announced late', async () => {
    vi.useFakeTimers()
    keep()
    const restored = restoreAll(signal)
    await vi.advanceTimersByTimeAsync(ANNOUNCE_LIMIT_MS)
    await disconnect('solana')
    addConnector(mockWallet({}, { restore: 'approve' }).connector)
    await vi.advanceTimersByTimeAsync(0)
    await vi.dynamicImportSettled()
    await vi.advanceTimersByTimeAsync(0)
    await restored
    expect(chains.active.status).toBe('connected')
  })

  test('removing the last element while a wallet is looked for forgets nothing', async () => {
    keep()
    const leaving = new AbortController()
    const restored = restoreAll(leaving.signal)
    leaving.abort()
    await restored
    await settled()
    expect(Object.keys(read(keys.connections)?.entries ?? {})).toEqual(['eip155'])
  })

  test('a wallet restored while another one connects is listened to, and the other one stays active', async () => {
    const connections = [mockConnection('solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', 'someone')]
    addConnector(mockWallet({ id: 'other', namespaces: ['solana'] }, { connections }).connector)
    keep()
    const { connector, listeners } = mockWallet()
    let answer = (_: ReturnType<typeof mockConnection>[]) => {}
    const restore = vi.fn(
      () =>
        new Promise<ReturnType<typeof mockConnection>[]>((resolve) => {
          answer = resolve
        }),
    )
    addConnector({ ...connector, restore })
    const restored = restoreAll(signal)
    await vi.waitFor(() => expect(restore).toHaveBeenCalled(), { timeout: 10_000 })
    await connect({ wallet: 'other' })
    answer([mockConnection()])
    await restored
    expect([chainOf('eip155').status, listeners(), chains.activeNamespace]).toEqual(['connected', 1, 'solana'])
  })

  test('what the visitor connects meanwhile stays, whatever an earlier wallet answers late', async () => {
    vi.useFakeTimers()
    keep()
    const restored = restoreAll(signal)
    await vi.advanceTimersByTimeAsync(ANNOUNCE_LIMIT_MS)
    const newer = mockWallet({ id: 'newer' })
    addConnector(newer.connector)
    await connect({ wallet: 'newer' })
    const late = mockWallet({}, { restore: 'approve' })
    addConnector(late.connector)
    await vi.advanceTimersByTimeAsync(0)
    await vi.dynamicImportSettled()
    await vi.advanceTimersByTimeAsync(0)
    await restored
    expect(late.calls.restore).toBe(1)
    expect([chains.active.connectorId, newer.calls.disconnect]).toEqual(['newer', 0])
  })
})

describe('abandonConnections', () => {
  test('the state is disconnected, the chosen network and the stored connection stay, and nothing is reported', async () => {
    const stop = rememberConnections()
    const ended = vi.fn()
    const stopEnd = onEnd(ended)
    const wallet = mockWallet({}, { restore: 'approve' })
    addConnector(wallet.connector)
    await connect({ wallet: 'mock' })
    await settled()
    stop()
    abandonConnections()
    await settled()
    stopEnd()
    expect(chains.active).toMatchObject({ status: 'disconnected', networkId: 'eip155:31337' })
    expect([Object.keys(read(keys.connections)?.entries ?? {}), ended.mock.calls, wallet.calls.disconnect]).toEqual([
      ['eip155'],
      [],
      0,
    ])
    await restoreAll(signal)
    expect(chains.active).toMatchObject({ status: 'connected', caipAddress })
  })
})
