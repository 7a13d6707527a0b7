import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mockConnection, mockWallet } from '../src/connectors/test-wallet'
import { abandonConnections, connect } from '../src/controllers/connection'
import { addConnector, forgetConnectors } from '../src/controllers/discovery'
import { sleep, wake } from '../src/controllers/wake'
import { chains } from '../src/state/chains'
import { config } from '../src/state/config'
import { auth } from '../src/state/login'
import { resetStores } from '../src/state/store'
import { connectWallet, disconnectWallet } from './calls'

const SOLANA = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

beforeEach(async () => {
  resetStores()
  vi.stubGlobal('location', { origin: 'https://shop.example', host: 'shop.example', pathname: '/', search: '' })
  vi.stubGlobal('window', new EventTarget())
  const page = { title: 'Shop', querySelector: () => null, querySelectorAll: () => [] }
  vi.stubGlobal('document', Object.assign(new EventTarget(), page))
  Object.assign(config, { mode: 'localhost', networks: ['eip155:31337', SOLANA] })
  await wake()
})
afterEach(() => {
  sleep()
  abandonConnections()
  forgetConnectors()
  vi.unstubAllGlobals()
})

test('who leaves one of two wallets stays logged in by the other, and is logged out with the last', async () => {
  const solana = mockConnection(SOLANA, 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96')
  addConnector(mockWallet({ id: 'other', namespaces: ['solana'] }, { connections: [solana] }).connector)
  addConnector(mockWallet().connector)
  for (const wallet of ['other', 'mock']) await connect({ wallet })
  auth.user = { id: 'u', address: ADDRESS, chain: 'eip155:31337', accountType: 'eoa', ref: null, createdAt: 'now' }
  await disconnectWallet('solana')
  expect([chains.active.address, auth.user?.id]).toEqual([ADDRESS, 'u'])
  // There is no backend to tell.
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  await disconnectWallet()
  expect([chains.active.address, auth.user]).toEqual([undefined, undefined])
})

test('an installed wallet is asked for the namespace that the host wants of it, and no more once its signal has ended', async () => {
  const { connector } = mockWallet({ namespaces: ['eip155', 'solana'] }, { connect: 'hang' })
  const asked = vi.fn(connector.connect)
  addConnector({ ...connector, connect: asked })
  const element = { isConnected: true, elementId: 1, embedded: false, shadowRoot: null } as never
  const stop = new AbortController()
  const end = connectWallet(element, { wallet: 'mock', namespace: 'solana', signal: stop.signal }).catch(({ code }) => code)
  await vi.waitFor(() => expect(asked).toHaveBeenCalledWith(expect.objectContaining({ namespace: 'solana' })), 10_000)
  stop.abort()
  expect(await end).toBe('ABORTED')
})
