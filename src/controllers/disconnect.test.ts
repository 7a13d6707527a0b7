import { afterEach, describe, expect, test, vi } from 'vitest'
import { beginDisconnected, present } from '../../.ci/connection-world'
import { mockConnection } from '../connectors/test-wallet'
import { attempt } from '../state/attempt'
import { chains } from '../state/chains'
import { connect, disconnect } from './connection'
import { addConnector } from './discovery'
import { followTabs } from './follow-tabs'
import { publicProviderOf } from './providers'

const codes = beginDisconnected()
afterEach(() => void vi.useRealTimers())

describe('disconnect', () => {
  test('disconnects every namespace of the wallet, and the wallet itself', async () => {
    const solana = mockConnection('solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', '4Nd1mYk')
    const wallet = present({ namespaces: ['eip155', 'solana'] }, { connections: [mockConnection(), solana] })
    await connect({ wallet: 'mock' })
    expect(await disconnect('solana')).toBe(true)
    expect([chains.byNamespace.eip155?.status, chains.byNamespace.solana?.status, wallet.calls.disconnect]).toEqual([
      'disconnected',
      'disconnected',
      1,
    ])
  })

  test.each([
    ['by the visitor', () => disconnect()],
    ['by the wallet', async (wallet: ReturnType<typeof present>) => wallet.emit({ type: 'disconnect', reason: 'wallet' })],
    ['by another tab', async () => followTabs()],
  ])('if several namespaces end together, %s, the active one stays active', async (_, end) => {
    const solana = mockConnection('solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', '4Nd1mYk')
    const wallet = present({ namespaces: ['eip155', 'solana'] }, { connections: [mockConnection(), solana] })
    await connect({ wallet: 'mock' })
    expect(chains.activeNamespace).toBe('eip155')
    await end(wallet)
    expect([chains.status, chains.activeNamespace]).toEqual(['disconnected', 'eip155'])
  })

  test('leaves alone a wallet that is being asked for another namespace', async () => {
    present({ id: 'fox' })
    const sun = present({ id: 'sun', namespaces: ['solana'] }, { connect: 'hang' })
    await connect({ wallet: 'fox' })
    const asked = connect({ wallet: 'sun' })
    await vi.waitFor(() => expect(sun.calls.connect).toBe(1))
    await disconnect('eip155')
    expect([chains.byNamespace.eip155?.status, chains.byNamespace.solana?.status, attempt.status]).toEqual([
      ...['disconnected', 'connecting', 'waiting'],
    ])
    await disconnect('solana')
    expect([await asked, chains.byNamespace.solana?.status, attempt.status]).toEqual([false, 'disconnected', 'idle'])
  })

  test('ends a new request to the same wallet for another namespace: its session would bring this one back', async () => {
    const wallet = present({ id: 'walletConnect', type: 'WALLET_CONNECT', namespaces: ['eip155', 'solana'] })
    await connect({ wallet: 'walletConnect' })
    wallet.script.connect = 'hang'
    const asked = connect({ wallet: 'walletConnect', namespace: 'solana' })
    await vi.waitFor(() => expect(wallet.calls.connect).toBe(2))
    await disconnect('eip155')
    expect([await asked, chains.status, attempt.status]).toEqual([false, 'disconnected', 'idle'])
  })

  test('error: if the wallet fails to disconnect, it is left all the same and DISCONNECT_FAILED is reported', async () => {
    present({}, { disconnect: 'RPC_INTERNAL' })
    await connect({ wallet: 'mock' })
    expect(await disconnect()).toBe(false)
    expect([chains.active.status, publicProviderOf('eip155'), codes]).toEqual(['disconnected', undefined, ['DISCONNECT_FAILED']])
  })

  test('once the wallet answers, no timer is left', async () => {
    vi.useFakeTimers()
    present()
    await connect({ wallet: 'mock' })
    const before = vi.getTimerCount()
    expect(await disconnect()).toBe(true)
    expect(vi.getTimerCount()).toBe(before)
  })

  test('error: a wallet that never answers is left at once, and DISCONNECT_FAILED comes after 5 s', async () => {
    vi.useFakeTimers()
    present({}, { disconnect: 'hang' })
    await connect({ wallet: 'mock' })
    const outcome = disconnect()
    expect(chains.active.status).toBe('disconnected')
    await vi.advanceTimersByTimeAsync(5_000)
    expect(await outcome).toBe(false)
    expect(codes).toEqual(['DISCONNECT_FAILED'])
  })

  test('a wallet that connects again under a new id is not disconnected', async () => {
    const { connector, calls } = present({ id: 'io.example', rdns: 'io.example' })
    await connect({ wallet: 'io.example' })
    // Another one has claimed the same rdns.
    addConnector({ ...connector, id: 'its-uuid', duplicate: true })
    await connect({ wallet: 'its-uuid' })
    expect([chains.active.connectorId, chains.active.status, calls]).toEqual([
      ...['its-uuid', 'connected', { connect: 2, restore: 0, disconnect: 0 }],
    ])
  })
})
