import { expect, test, vi } from 'vitest'
import { beginDisconnected } from '../../.ci/connection-world'
import { mockConnection, mockWallet } from '../connectors/test-wallet'
import { attempt } from '../state/attempt'
import { chains } from '../state/chains'
import { connect, forgetAttempt } from './connection'
import { addConnector } from './discovery'

const B = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

/** A wallet that the host sets under the id `own`, replacing the one before. */
const give = (script: Parameters<typeof mockWallet>[1] = {}) => {
  const wallet = mockWallet({ id: 'own', type: 'EXTERNAL' }, script)
  addConnector(wallet.connector)
  return wallet
}

beginDisconnected()

test('a wallet that the host sets again under its id is listened to once connected, and the old one no more', async () => {
  const before = give()
  await connect({ wallet: 'own' })
  const now = give({ connections: [mockConnection('eip155:31337', B)] })
  await connect({ wallet: 'own' })
  now.emit({ type: 'change', connections: [mockConnection('eip155:56', B)] })
  expect(chains.active.caipAddress).toBe(`eip155:56:${B}`)
  expect([before.listeners(), now.listeners()]).toEqual([0, 1])
})

test('error: while the new one refuses, the old one stays connected and listened to', async () => {
  const before = give()
  await connect({ wallet: 'own' })
  const now = give({ connect: 'USER_REJECTED' })
  await connect({ wallet: 'own' })
  before.emit({ type: 'change', connections: [mockConnection('eip155:31337', B)] })
  expect(chains.active.address).toBe(B)
  expect([before.listeners(), now.listeners()]).toEqual([1, 0])
})

test('error: what a declined wallet still says of its present session does not answer the new request', async () => {
  const session = mockConnection('eip155:31337', B)
  const wallet = mockWallet({ id: 'walletConnect', type: 'WALLET_CONNECT' }, { connections: [session] })
  addConnector(wallet.connector)
  await connect({ wallet: 'walletConnect' })
  forgetAttempt()
  wallet.script.connect = 'USER_REJECTED'
  await connect({ wallet: 'walletConnect' })
  wallet.emit({ type: 'change', connections: [{ ...session, networkId: 'eip155:56', accounts: [`eip155:56:${B}`] }] })
  expect([chains.active.networkId, attempt.status, attempt.code]).toEqual(['eip155:56', 'failed', 'USER_REJECTED'])
})

test('error: a retry that starts while the error of the first try is being mapped is not ended by it', async () => {
  const refusals: ((cause: unknown) => void)[] = []
  const { connector } = mockWallet()
  addConnector({ ...connector, connect: () => new Promise((_, reject) => refusals.push(reject)) })
  const first = connect({ wallet: 'mock' })
  await vi.waitFor(() => expect(refusals).toHaveLength(1))
  refusals[0]?.({ code: 4001 })
  // As far as the error mapping, whose chunk has to load first.
  for (let turns = 0; turns < 3; turns++) await null
  forgetAttempt()
  void connect({ wallet: 'mock' })
  await first
  expect([attempt.status, attempt.code]).toEqual(['waiting', undefined])
})
