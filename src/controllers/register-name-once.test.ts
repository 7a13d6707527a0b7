import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearApiCache } from '../api/call'
import { configureApi } from '../api/settings'
import { mockConnection, mockWallet } from '../connectors/test-wallet'
import { config } from '../state/config'
import { names } from '../state/names'
import { resetStores } from '../state/store'
import { abandonConnections, connect } from './connection'
import { addConnector, forgetConnectors } from './discovery'
import { editName, registerName, suggest, typedSuggestion } from './register-name'

const asked: string[] = []
let served: string[] = []
beforeEach(async () => {
  resetStores()
  configureApi({ projectId: 'key' })
  config.mode = 'localhost'
  asked.length = 0
  served = ['eip155:31337']
  vi.stubGlobal('fetch', async (url: string | URL) =>
    String(url).includes('/supported-chains')
      ? Response.json({ http: served, ws: [] })
      : Promise.reject(new TypeError('offline')),
  )
  const request = async ({ method }: { method: string }) => {
    asked.push(method)
    throw Object.assign(new Error('no'), { code: 4001 })
  }
  addConnector(mockWallet({}, { connections: [mockConnection('eip155:31337', undefined, { request })] }).connector)
  await connect({ wallet: 'mock' })
})
afterEach(() => {
  abandonConnections()
  forgetConnectors()
  clearApiCache()
  configureApi({ projectId: undefined })
  vi.unstubAllGlobals()
})

test('pressed twice before the wallet is asked, it is asked once', async () => {
  names.label = 'nina'
  await Promise.allSettled([registerName.run(), registerName.run()])
  expect(asked).toEqual(['personal_sign'])
  expect(names.registering).toBe('idle')
})

test.each([
  ['no service is configured', undefined],
  ['the service knows nothing of the network', 'key'],
])('error: where %s, no name is said to be free and no wallet is asked', async (_, projectId) => {
  configureApi({ projectId })
  served = ['eip155:1']
  editName('nina')
  await suggest()
  expect([names.status, typedSuggestion()]).toEqual(['failed', undefined])
  await expect(registerName.run()).rejects.toMatchObject({ code: 'NAME_REGISTER_FAILED' })
  expect([asked, names.registering]).toEqual([[], 'idle'])
})
