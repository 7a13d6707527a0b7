import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { adapters } from '../adapters'
import { clearApiCache } from '../api/call'
import { configureApi } from '../api/settings'
import { mockConnection, mockWallet } from '../connectors/test-wallet'
import { coinTypeOf } from '../lib/account-name'
import { payeesKey } from '../lib/payees'
import { forget, remember } from '../lib/storage'
import { config } from '../state/config'
import { send } from '../state/send'
import { resetStores } from '../state/store'
import { activeTransfers } from './active-transfers'
import { abandonConnections, connect } from './connection'
import { addConnector, forgetConnectors } from './discovery'
import { loadNetworks } from './network-list'
import { lookForReceiver, NAME_PAUSE_MS } from './receiver'

const OWNER = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const [NAMED, OLDER] = [`0x${'7'.repeat(40)}`, `0x${'2'.repeat(40)}`]

beforeEach(async () => {
  vi.useFakeTimers()
  resetStores()
  clearApiCache()
  configureApi({ projectId: 'test' })
  Object.assign(config, { projectId: 'test', networks: ['eip155:56'], rpcUrl: { 'eip155:56': ['https://rpc.example/'] } })
  vi.stubGlobal('fetch', async (url: string | URL, init?: { body?: string }) => {
    const name = decodeURIComponent(new URL(url).pathname.split('/').at(-1) ?? '')
    if (name === 'supported-chains') return Response.json({ http: ['eip155:1', 'eip155:56'], ws: [] })
    if (String(url).startsWith('https://rpc.example')) {
      const asked = JSON.parse(init?.body ?? '{}')
      const one = ({ id, method }: { id: number; method: string }) => ({
        ...{ jsonrpc: '2.0', id, result: method === 'eth_chainId' ? '0x38' : '0x' },
      })
      return Response.json(Array.isArray(asked) ? asked.map(one) : one(asked))
    }
    return Response.json({ name, addresses: { [coinTypeOf(56)]: { address: NAMED } } })
  })
  addConnector(mockWallet({}, { connections: [mockConnection('eip155:56', OWNER, { request: async () => '0x38' })] }).connector)
  await connect({ wallet: 'mock' })
  // The chunks that load with the first name take real time.
  await Promise.all([activeTransfers(), import('./typed-receiver'), import('./ens'), loadNetworks()])
})
afterEach(() => {
  abandonConnections()
  forgetConnectors()
  forget(payeesKey)
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** What reads addresses loads only when the test says so, from now on. */
async function slowReading(): Promise<() => Promise<unknown>> {
  const loaded = await adapters.eip155?.transfers?.()
  const waiting: (() => void)[] = []
  vi.spyOn(adapters.eip155 ?? {}, 'transfers').mockImplementation(
    () => new Promise((resolve) => waiting.push(() => resolve(loaded as never))),
  )
  return () => {
    for (const each of waiting.splice(0)) each()
    return vi.advanceTimersByTimeAsync(0)
  }
}

test('error: an address over which a name is typed before it was read is not the receiver; nothing known of it is said of the name', async () => {
  Object.assign(send, { warnings: ['contract'], lookAlike: OLDER })
  const load = await slowReading()
  void lookForReceiver(OWNER)
  void lookForReceiver(`nina.${config.nameZone}`)
  await load()
  const { receiverStatus, found, warnings, lookAlike } = send
  expect([receiverStatus, found, warnings, lookAlike]).toEqual(['looking', undefined, undefined, undefined])
})

test('error: an address of another chain is not refused any more once it was typed over', async () => {
  const load = await slowReading()
  void lookForReceiver(`eth:${OWNER}`)
  await load()
  await vi.advanceTimersByTimeAsync(NAME_PAUSE_MS)
  void lookForReceiver('')
  await load()
  expect([send.receiverStatus, send.code]).toEqual(['empty', undefined])
})

test('a name’s address that looks like another payee’s is compared with that one, before the name’s older address', async () => {
  const alike = `${NAMED.slice(0, 6)}${'0'.repeat(32)}${NAMED.slice(-4)}`
  const payee = { namespace: 'eip155', at: 1, count: 1 } as const
  const name = `nina.${config.nameZone}`
  const look = async () => {
    void lookForReceiver(name)
    await vi.advanceTimersByTimeAsync(NAME_PAUSE_MS + 5_000)
    return [send.receiverStatus, send.found, send.lookAlike]
  }
  const older = { ...payee, name, address: OLDER }
  remember(payeesKey, [older])
  expect(await look()).toEqual(['found', { address: NAMED, name }, OLDER])
  remember(payeesKey, [older, { ...payee, name: undefined, address: alike }])
  expect(await look()).toEqual(['found', { address: NAMED, name }, alike])
})
