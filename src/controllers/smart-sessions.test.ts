import { ref } from 'valtio/vanilla'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type MockWallet, mockConnection, mockWallet } from '../connectors/test-wallet'
import { chains } from '../state/chains'
import { config } from '../state/config'
import { smartSessions } from '../state/smart-sessions'
import { resetStores } from '../state/store'
import { abandonConnections, connect } from './connection'
import { addConnector, forgetConnectors } from './discovery'
import { ANSWER_LIMIT_MS, loadSessions, revokeSession } from './smart-sessions'

const silent = { request: () => new Promise(() => {}) }
const session = { pci: 'p', app: { name: 'App' }, createdAt: 1, expiry: 2, revokedAt: undefined, permissions: [], wire: [] }
let mock: MockWallet
beforeEach(async () => {
  resetStores()
  config.mode = 'localhost'
  mock = mockWallet({}, { connections: [mockConnection('eip155:31337', undefined, silent)] })
  addConnector(mock.connector)
  await connect({ wallet: 'mock' })
  Object.assign(smartSessions, { owner: chains.active.caipAddress, list: ref([session]), status: 'ready' })
})
afterEach(() => {
  abandonConnections()
  forgetConnectors()
  vi.useRealTimers()
})

test('promise 21, error: a wallet that never answers leaves a session as active, and it can be revoked again', async () => {
  vi.useFakeTimers()
  const ended = revokeSession.run('p').catch(({ code }) => code)
  await vi.advanceTimersByTimeAsync(ANSWER_LIMIT_MS)
  expect(await ended).toBe('SESSION_REVOKE_FAILED')
  expect(smartSessions).toMatchObject({ revoking: undefined, notRevoked: 'p' })
})

test('error: where another account has come meanwhile its own are read then, and nothing of the first one is said of it', async () => {
  vi.useFakeTimers()
  const ended = revokeSession.run('p').catch(({ code }) => code)
  const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
  const connections = [{ ...mockConnection('eip155:31337', address, silent), types: { [address]: 'smartAccount' as const } }]
  mock.emit({ type: 'change', connections })
  await loadSessions()
  expect(smartSessions.owner).not.toBe(chains.active.caipAddress)
  await vi.advanceTimersByTimeAsync(ANSWER_LIMIT_MS)
  expect(await ended).toBe('SESSION_REVOKE_FAILED')
  expect(smartSessions).toMatchObject({ owner: chains.active.caipAddress, list: [], notRevoked: undefined })
  expect(smartSessions.status).not.toBe('idle')
})
