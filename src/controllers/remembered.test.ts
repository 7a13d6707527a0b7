import { expect, test } from 'vitest'
import { beginDisconnected, present } from '../../.ci/connection-world'
import { mockConnection } from '../connectors/test-wallet'
import { keys, read, remember } from '../lib/storage'
import { chains } from '../state/chains'
import { connect, disconnect } from './connection'
import { rememberConnections } from './remembered'

const networkId = 'eip155:31337' as const
const caipAddress = 'eip155:31337:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' as const
const settled = () => new Promise((done) => setTimeout(done))

beginDisconnected()

test('a connection is stored, and disconnecting deletes it', async () => {
  const stop = rememberConnections()
  present()
  await connect({ wallet: 'mock' })
  await settled()
  expect(read(keys.connections)).toEqual({
    active: 'eip155',
    entries: { eip155: { connectorId: 'mock', networkId, caipAddress } },
  })
  await disconnect()
  await settled()
  stop()
  expect(read(keys.connections)?.entries).toEqual({})
})

test('a wallet that is not restored yet stays stored when another one connects', async () => {
  remember(keys.connections, { active: 'eip155', entries: { eip155: { connectorId: 'late', networkId, caipAddress } } })
  const stop = rememberConnections()
  const connections = [mockConnection('solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', 'someone')]
  present({ namespaces: ['solana'] }, { connections })
  await connect({ wallet: 'mock' })
  await settled()
  stop()
  const kept = Object.entries(read(keys.connections)?.entries ?? {}).map(([each, { connectorId }]) => [each, connectorId])
  expect(kept).toEqual([
    ['eip155', 'late'],
    ['solana', 'mock'],
  ])
})

test.each([
  ['disconnects is forgotten', 'wallet', []],
  ['fails, as an updated extension, is restored at the next visit', 'error', ['eip155']],
] as const)('a wallet that %s', async (_, reason, kept) => {
  const stop = rememberConnections()
  const wallet = present()
  await connect({ wallet: 'mock' })
  await settled()
  wallet.emit({ type: 'disconnect', reason })
  await settled()
  stop()
  expect([chains.active.status, Object.keys(read(keys.connections)?.entries ?? {})]).toEqual(['disconnected', kept])
})
