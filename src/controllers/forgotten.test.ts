import { beforeEach, expect, test, vi } from 'vitest'
import { beginDisconnected } from '../../.ci/connection-world'
import { mockConnection, mockWallet } from '../connectors/test-wallet'
import { keys, type RememberedConnections, remember } from '../lib/storage'
import { chains } from '../state/chains'
import { config } from '../state/config'
import { connect } from './connection'
import { addConnector } from './discovery'
import { ANNOUNCE_LIMIT_MS, RESTORE_LIMIT_MS, restoreAll } from './reconnecting'
import { rememberConnections, rememberedConnections } from './remembered'

const SOLANA = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1' as const
const on = (connectorId: string) => ({ connectorId, networkId: SOLANA, caipAddress: `${SOLANA}:someone` }) as const
const { accounts } = mockConnection()
const eip155 = { connectorId: 'mock', networkId: 'eip155:31337', caipAddress: accounts[0] ?? 'eip155:31337:0x' } as const
const keep = (entries: RememberedConnections['entries']) => remember(keys.connections, { active: 'eip155', entries })
const kept = () => Object.entries(rememberedConnections().entries).map(([namespace, { connectorId }]) => [namespace, connectorId])
const settled = () => new Promise((done) => setTimeout(done))

beginDisconnected()
beforeEach(() => {
  config.networks = ['eip155:31337', SOLANA]
})

test('with reconnect off, connections of an earlier visit are forgotten', async () => {
  keep({ eip155 })
  config.reconnect = 'off'
  const stop = rememberConnections()
  addConnector(mockWallet({ namespaces: ['solana'] }, { connections: [mockConnection(SOLANA, 'someone')] }).connector)
  await connect({ wallet: 'mock' })
  await settled()
  stop()
  expect(kept()).toEqual([['solana', 'mock']])
})

test('a namespace that a restored wallet no longer holds is forgotten, its others are not', async () => {
  keep({ eip155, solana: on('mock') })
  addConnector(mockWallet({ namespaces: ['eip155', 'solana'] }, { restore: 'approve' }).connector)
  await restoreAll(new AbortController().signal)
  expect([chains.active.status, kept()]).toEqual(['connected', [['eip155', 'mock']]])
})

test('a namespace that no wallet could restore is listed as lost, unlike one that the visitor disconnected', async () => {
  keep({ eip155, solana: on('mock') })
  addConnector(mockWallet({ namespaces: ['eip155', 'solana'] }).connector)
  await restoreAll(new AbortController().signal)
  expect(rememberedConnections()).toEqual({ active: 'eip155', entries: {}, lost: ['eip155', 'solana'] })
})

test('a namespace that only another page of the site uses is kept for that page', async () => {
  keep({ eip155, solana: on('Burner') })
  addConnector(mockWallet({}, { restore: 'approve' }).connector)
  config.networks = ['eip155:31337']
  vi.useFakeTimers()
  const over = vi.fn()
  void restoreAll(new AbortController().signal).then(over)
  // It is not waited for at every visit.
  await vi.advanceTimersByTimeAsync(ANNOUNCE_LIMIT_MS / 2)
  expect(over).toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(RESTORE_LIMIT_MS)
  vi.useRealTimers()
  expect([chains.active.status, kept()]).toEqual([
    'connected',
    [
      ['eip155', 'mock'],
      ['solana', 'Burner'],
    ],
  ])
})

test('a namespace that another tab has meanwhile connected to another wallet is not forgotten', async () => {
  keep({ eip155, solana: on('mock') })
  const { connector } = mockWallet()
  const restore = async () => {
    keep({ eip155, solana: on('newer') })
    return [mockConnection()]
  }
  addConnector({ ...connector, restore })
  await restoreAll(new AbortController().signal)
  expect(kept()).toEqual([
    ['eip155', 'mock'],
    ['solana', 'newer'],
  ])
})
