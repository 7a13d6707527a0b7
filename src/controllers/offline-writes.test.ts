import { ref } from 'valtio/vanilla'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mockConnection, mockWallet } from '../connectors/test-wallet'
import { chains } from '../state/chains'
import { config } from '../state/config'
import { names } from '../state/names'
import { smartSessions } from '../state/smart-sessions'
import { resetStores } from '../state/store'
import { abandonConnections, connect } from './connection'
import { addConnector, forgetConnectors } from './discovery'
import { registerName } from './register-name'
import { revokeSession } from './smart-sessions'

const session = { pci: 'p', app: { name: 'App' }, createdAt: 1, expiry: 2, revokedAt: undefined, permissions: [], wire: [] }
const request = vi.fn(async () => '0x')
beforeEach(async () => {
  resetStores()
  Object.assign(config, { mode: 'localhost', networks: ['eip155:31337'] })
  addConnector(mockWallet({}, { connections: [mockConnection('eip155:31337', undefined, { request })] }).connector)
  await connect({ wallet: 'mock' })
  request.mockClear()
  vi.stubGlobal('navigator', { onLine: false })
})
afterEach(() => {
  vi.unstubAllGlobals()
  abandonConnections()
  forgetConnectors()
})

test('fault 77, error: no name is signed for offline', async () => {
  names.label = 'nina'
  expect(await registerName.run().catch(({ code }) => code)).toBe('OFFLINE')
  expect([request.mock.calls, names.registering, names.problem]).toEqual([[], 'idle', undefined])
})

test('fault 77, error: no session is revoked offline; it stays listed as active, without a failure note', async () => {
  Object.assign(smartSessions, { owner: chains.active.caipAddress, list: ref([session]), status: 'ready' })
  expect(await revokeSession.run('p').catch(({ code }) => code)).toBe('OFFLINE')
  expect([request.mock.calls, smartSessions.revoking, smartSessions.notRevoked]).toEqual([[], undefined, undefined])
})
