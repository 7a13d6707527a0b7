import { afterEach, expect, test, vi } from 'vitest'
import { clearApiCache } from '../api/call'
import { configureApi } from '../api/settings'
import { mockConnection, mockWallet } from '../connectors/test-wallet'
import { config } from '../state/config'
import { resetStores } from '../state/store'
// The reads after a registration may outlive the test: their chunks are loaded before.
import './account'
import { abandonConnections, connect } from './connection'
import { addConnector, forgetConnectors } from './discovery'
import { editName, registerName } from './register-name'

const NETWORK = 'eip155:31337'

afterEach(() => {
  abandonConnections()
  forgetConnectors()
  clearApiCache()
  configureApi({ projectId: undefined })
  vi.unstubAllGlobals()
})

test.each([
  ['a minute ahead', 60_000],
  ['a minute behind', -60_000],
])('a name is signed with the page server’s time, within seconds, if the clock is %s', async (_, ahead) => {
  resetStores()
  configureApi({ projectId: 'key' })
  Object.assign(config, { mode: 'localhost', networks: [NETWORK], projectId: 'key' })
  vi.stubGlobal('location', new URL('https://bakery.example/'))
  let signed = ''
  vi.stubGlobal('fetch', async (url: string | URL, init: RequestInit = {}) => {
    if (init.method === 'HEAD') return new Response(null, { headers: { Date: new Date(Date.now() - ahead).toUTCString() } })
    if (String(url).includes('/supported-chains')) return Response.json({ http: [NETWORK], ws: [] })
    if (init.method === 'POST' && String(url).includes('/profile/account')) signed = JSON.parse(String(init.body)).message
    return Response.json({ success: true })
  })
  const provider = { request: async () => `0x${'1'.repeat(130)}` }
  addConnector(mockWallet({}, { connections: [mockConnection(NETWORK, undefined, provider)] }).connector)
  await connect({ wallet: 'mock' })
  editName('nina-late')
  await registerName()
  const off = JSON.parse(signed).timestamp - (Date.now() - ahead) / 1_000
  expect(Math.abs(off - 5)).toBeLessThan(3)
})
