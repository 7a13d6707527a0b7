import { ref } from 'valtio/vanilla'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mockConnection, mockWallet } from '../connectors/test-wallet'
import { chains } from '../state/chains'
import { config } from '../state/config'
import { smartSessions } from '../state/smart-sessions'
import { resetStores } from '../state/store'
import { abandonConnections, connect } from './connection'
import { addConnector, forgetConnectors } from './discovery'
import { ANSWER_LIMIT_MS, revokeSession } from './smart-sessions'

beforeEach(async () => {
  resetStores()
  config.mode = 'localhost'
  const silent = { request: () => new Promise(() => {}) }
  addConnector(mockWallet({}, { connections: [mockConnection('eip155:31337', undefined, silent)] }).connector)
  await connect({ wallet: 'mock' })
})
afterEach(() => {
  abandonConnections()
  forgetConnectors()
  vi.useRealTimers()
})

test('promise 21, error: a wallet that never answers leaves a session as active, and it can be revoked again', async () => {
  const session = { pci: 'p', app: { name: 'App' }, createdAt: 1, expiry: 2, revokedAt: undefined, permissions: [], wire: [] }
  Object.assign(smartSessions, { owner: chains.active.caipAddress, list: ref([session]), status: 'ready' })
  vi.useFakeTimers()
  const ended = revokeSession.run('p').catch(({ code }) => code)
  await vi.advanceTimersByTimeAsync(ANSWER_LIMIT_MS)
  expect(await ended).toBe('SESSION_REVOKE_FAILED')
  expect(smartSessions).toMatchObject({ revoking: undefined, notRevoked: 'p' })
})
