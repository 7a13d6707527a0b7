import fc from 'fast-check'
import { subscribe } from 'valtio/vanilla'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { inFull } from '../../.ci/in-full.mjs'
import { adapters } from '../adapters'
import { clearApiCache } from '../api/call'
import { configureApi } from '../api/settings'
import { mockConnection, mockWallet } from '../connectors/test-wallet'
import { payeesKey } from '../lib/payees'
import type { ReceiverWarning } from '../lib/receiver-warning'
import { forget, remember } from '../lib/storage'
import { config } from '../state/config'
import { send } from '../state/send'
import { resetStores } from '../state/store'
import { tokens } from '../state/tokens'
import { activeTransfers } from './active-transfers'
import { abandonConnections, connect } from './connection'
import { addConnector, forgetConnectors } from './discovery'
import { loadNetworks } from './network-list'
import { FAULT_PAUSE_MS, lookForReceiver, NAME_PAUSE_MS } from './receiver'

const runs = inFull(5_000, 40)
const OWNER = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const RPC = 'https://rpc.example/'
const rpcUrl = { 'eip155:56': [RPC], 'eip155:42161': [`${RPC}?chain=0xa4b1`], 'eip155:1': [`${RPC}?chain=0x1`] }
/** The service’s delay for each name, ms. */
const late = new Map<string, number>()
/** Other addresses of a name, by coin type. */
let registered: Record<string, { address: string }> | undefined
/** Chains on which an address has code. */
let contractOn: string[] = []
/** Each name has its own address, made from its number. */
const addressOf = (name: string) =>
  `0x${Number(/^name(\d+)/.exec(name)?.[1])
    .toString(16)
    .padStart(40, '1')}`

async function answer(url: string, init?: { body?: string }): Promise<Response> {
  const { pathname, searchParams } = new URL(url)
  if (url.startsWith(RPC)) {
    const chain = searchParams.get('chain') ?? '0x38'
    const asked = JSON.parse(init?.body ?? '{}')
    const code = contractOn.includes(chain) ? '0x60' : '0x'
    const one = ({ id, method }: { id: number; method: string }) => ({
      ...{ jsonrpc: '2.0', id, result: method === 'eth_chainId' ? chain : method === 'eth_getCode' ? code : '0x' },
    })
    return Response.json(Array.isArray(asked) ? asked.map(one) : one(asked))
  }
  if (pathname.endsWith('/supported-chains')) return Response.json({ http: ['eip155:1', 'eip155:56'], ws: [] })
  const name = decodeURIComponent(pathname.split('/').at(-1) ?? '')
  await new Promise((resolve) => setTimeout(resolve, late.get(name)))
  return Response.json({ name, addresses: registered ?? { 60: { address: addressOf(name) } } })
}

beforeEach(async () => {
  vi.useFakeTimers()
  resetStores()
  clearApiCache()
  registered = undefined
  contractOn = []
  configureApi({ projectId: 'test' })
  Object.assign(config, { projectId: 'test', networks: ['eip155:56', 'eip155:42161'], rpcUrl })
  vi.stubGlobal('fetch', (url: string | URL, init?: { body?: string }) => answer(String(url), init))
  const provider = { request: async () => '0x38' }
  addConnector(mockWallet({}, { connections: [mockConnection('eip155:56', OWNER, provider)] }).connector)
  await connect({ wallet: 'mock' })
  // The chunks that load with the first name take real time.
  await Promise.all([activeTransfers(), import('./typed-receiver'), import('./ens'), loadNetworks()])
})
afterEach(() => {
  abandonConnections()
  forgetConnectors()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test(`promise 16: whatever arrives late, ${runs} times, the receiver is that of the text in the field`, async () => {
  let number = 0
  let stale = 0
  const stop = subscribe(send, () => {
    if (send.found && send.found.name !== send.receiver) stale++
  })
  const typing = fc.array(fc.record({ wait: fc.integer({ min: 0, max: 2_000 }), pause: fc.integer({ min: 0, max: 900 }) }), {
    ...{ minLength: 2, maxLength: 5 },
  })
  await fc.assert(
    fc.asyncProperty(typing, async (steps) => {
      let name = ''
      for (const { wait, pause } of steps) {
        name = `name${++number}.${config.nameZone}`
        late.set(name, wait)
        void lookForReceiver(name)
        await vi.advanceTimersByTimeAsync(pause)
      }
      await vi.advanceTimersByTimeAsync(NAME_PAUSE_MS + 5_000)
      expect(send).toMatchObject({ receiver: name, receiverStatus: 'found', found: { name } })
      expect(send.found?.address.toLowerCase()).toBe(addressOf(name))
    }),
    { numRuns: runs },
  )
  expect(stale).toBe(0)
  stop()
}, 600_000)

test('error: if the chunk that reads addresses fails to load, the receiver is not looked up for ever, and is found once it loads', async () => {
  const transfers = vi.spyOn(adapters.eip155 ?? {}, 'transfers').mockRejectedValueOnce(new TypeError('Failed to fetch'))
  await lookForReceiver(OWNER)
  expect(send).toMatchObject({ receiver: OWNER, receiverStatus: 'failed' })
  void lookForReceiver(OWNER)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(send).toMatchObject({ receiver: OWNER, receiverStatus: 'found' })
  transfers.mockRestore()
})

test('typing an address letter by letter shows no error before a pause; a complete one is found at once', async () => {
  const seen = new Set<string>()
  const stop = subscribe(send, () => void seen.add(send.receiverStatus), true)
  for (let length = 1; length < OWNER.length; length++) {
    void lookForReceiver(OWNER.slice(0, length))
    await vi.advanceTimersByTimeAsync(FAULT_PAUSE_MS - 1)
  }
  expect(seen).toContain('looking')
  expect(seen).not.toContain('shape')
  await vi.advanceTimersByTimeAsync(1)
  expect(send.receiverStatus).toBe('shape')
  void lookForReceiver(OWNER)
  await vi.advanceTimersByTimeAsync(0)
  expect(send).toMatchObject({ receiverStatus: 'found', found: { address: OWNER } })
  stop()
})

test('promise 14: an address that looks like an own account or an earlier payee is warned about', async () => {
  const paid = `0x7099${'7'.repeat(32)}79c8`
  remember(payeesKey, [{ namespace: 'eip155', address: paid, name: undefined, at: 1, count: 1 }])
  for (const known of [OWNER, paid]) {
    const alike = `${known.slice(0, 6)}${'0'.repeat(32)}${known.slice(-4)}`.toLowerCase()
    void lookForReceiver(alike)
    await vi.advanceTimersByTimeAsync(1_000)
    expect([send.receiverStatus, send.lookAlike]).toEqual(['found', known])
    void lookForReceiver(known)
    await vi.advanceTimersByTimeAsync(1_000)
    expect([send.receiverStatus, send.lookAlike]).toEqual(['found', undefined])
  }
  forget(payeesKey)
})

test('error: a name that led to another address when last paid is shown with both addresses, as a look-alike; it only counted as new', async () => {
  const [name, before] = [`name7.${config.nameZone}`, `0x${'2'.repeat(40)}`]
  const payee = { namespace: 'eip155', name, at: 1, count: 1 } as const
  const look = async () => {
    void lookForReceiver(name)
    await vi.advanceTimersByTimeAsync(NAME_PAUSE_MS + 5_000)
    return [send.found?.name, send.lookAlike]
  }
  // Another name’s address does not count.
  remember(payeesKey, [{ ...payee, name: `other.${config.nameZone}`, address: before }])
  expect(await look()).toEqual([name, undefined])
  remember(payeesKey, [{ ...payee, address: before }])
  expect(await look()).toEqual([name, before])
  // A visitor who has paid this address too knows it.
  remember(
    payeesKey,
    [before, send.found?.address ?? ''].map((address) => ({ ...payee, address })),
  )
  expect(await look()).toEqual([name, undefined])
  forget(payeesKey)
})

test('promise 13: the address of a token in the account is warned about', async () => {
  Object.assign(tokens, { list: [{ address: `eip155:56:0x${'a'.repeat(40)}` }] })
  void lookForReceiver(`0x${'a'.repeat(40)}`)
  await vi.advanceTimersByTimeAsync(1_000)
  expect([send.receiverStatus, send.warnings]).toEqual(['found', ['token']])
})

test('error: a late warning about an earlier receiver is not shown for the current one', async () => {
  const { transfers } = (await adapters.eip155?.transfers?.()) ?? {}
  const inspect = vi.spyOn(transfers ?? ({} as never), 'inspect')
  const tell: ((warnings: readonly ReceiverWarning[]) => void)[] = []
  inspect.mockImplementation(() => new Promise((resolve) => tell.push(resolve)))
  for (const digit of '78') {
    void lookForReceiver(`0x${digit.repeat(40)}`)
    await vi.advanceTimersByTimeAsync(0)
  }
  tell[0]?.([])
  await vi.advanceTimersByTimeAsync(0)
  expect(send.warnings).toBeUndefined()
  tell[1]?.(['contract'])
  await vi.advanceTimersByTimeAsync(0)
  expect(send.warnings).toEqual(['contract'])
  inspect.mockRestore()
})

test('error: an address from the service is checked as strictly as a typed one: one wrong character finds nothing', async () => {
  registered = { 60: { address: OWNER.replace('f39F', 'F39F') } }
  void lookForReceiver(`strict.${config.nameZone}`)
  await vi.advanceTimersByTimeAsync(NAME_PAUSE_MS + 1_000)
  expect([send.receiverStatus, send.found]).toEqual(['none', undefined])
})

describe('a name registered on another network only', () => {
  const [one, other] = [`0x${'7'.repeat(40)}`, `0x${'8'.repeat(40)}`]
  const coin = (chainId: number) => 0x80000000 + chainId
  let count = 0
  const look = async () => {
    void lookForReceiver(`elsewhere${++count}.${config.nameZone}`)
    await vi.advanceTimersByTimeAsync(NAME_PAUSE_MS + 1_000)
    return send.receiverStatus
  }

  test('resolves to the same EOA here', async () => {
    registered = { [coin(42161)]: { address: one } }
    expect([await look(), send.found?.address]).toEqual(['found', one])
  })

  test('error: finds nothing if it is a contract that is not deployed here', async () => {
    registered = { [coin(42161)]: { address: one } }
    contractOn = ['0xa4b1']
    expect(await look()).toBe('none')
    contractOn = ['0xa4b1', '0x38']
    expect(await look()).toBe('found')
  })

  test('error: finds nothing if it is a contract of Ethereum, or of its own network, that is not deployed here', async () => {
    for (const types of [[60], [60, coin(42161)]]) {
      registered = Object.fromEntries(types.map((type) => [type, { address: one }]))
      contractOn = []
      expect([await look(), send.found?.address]).toEqual(['found', one])
      contractOn = types.length > 1 ? ['0xa4b1'] : ['0x1']
      expect(await look()).toBe('none')
      contractOn = [...contractOn, '0x38']
      expect(await look()).toBe('found')
    }
  })

  test('error: finds nothing on Ethereum if it is a contract elsewhere, even if the service adds the address for Ethereum', async () => {
    Object.assign(config, { networks: ['eip155:1', 'eip155:42161'] })
    await loadNetworks()
    addConnector(mockWallet({}, { connections: [mockConnection('eip155:1', OWNER, { request: async () => '0x1' })] }).connector)
    abandonConnections()
    await connect({ wallet: 'mock' })
    registered = { 60: { address: one }, [coin(42161)]: { address: one } }
    expect([await look(), send.found?.address]).toEqual(['found', one])
    contractOn = ['0xa4b1']
    expect(await look()).toBe('none')
    registered = { ...registered, [coin(1)]: { address: one } }
    expect([await look(), send.found?.address]).toEqual(['found', one])
  })

  test('error: finds nothing if its networks have different addresses', async () => {
    registered = { [coin(42161)]: { address: one }, [coin(10)]: { address: other } }
    expect(await look()).toBe('none')
    registered = { ...registered, [coin(56)]: { address: other } }
    expect([await look(), send.found?.address]).toEqual(['found', other])
  })
})

test('error: an ENS name of a contract finds nothing on a network where nobody owns that address', async () => {
  const address = `0x${'7'.repeat(40)}`
  const read = { readName: async (name: string) => ({ status: 'normal', name }), addressOfName: async () => address }
  const names = vi.spyOn(adapters.eip155 ?? {}, 'names').mockResolvedValue(read as never)
  const look = async () => {
    void lookForReceiver('treasury.eth')
    await vi.advanceTimersByTimeAsync(NAME_PAUSE_MS + 1_000)
    return [send.receiverStatus, send.found?.address]
  }
  expect(await look()).toEqual(['found', address])
  contractOn = ['0x1']
  expect(await look()).toEqual(['none', undefined])
  contractOn = ['0x1', '0x38']
  expect(await look()).toEqual(['found', address])
  names.mockRestore()
})

const SAFE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
test.each([
  ['on this network', `bnb:${SAFE}`, { receiverStatus: 'found', found: { address: SAFE, name: undefined }, code: undefined }],
  ['of any', `ethereum:${SAFE.toLowerCase()}`, { receiverStatus: 'found', found: { address: SAFE }, code: undefined }],
  ['as Receive’s own code has it', `ethereum:${SAFE}@56`, { receiverStatus: 'found', found: { address: SAFE }, code: undefined }],
  ['of a code for another', `ethereum:${SAFE}@1`, { receiverStatus: 'shape', found: undefined, code: 'CHAIN_MISMATCH' }],
  ['of a token', `ethereum:${SAFE}@56/transfer`, { receiverStatus: 'shape', found: undefined, code: undefined }],
  ['on another', `eth:${SAFE}`, { receiverStatus: 'shape', found: undefined, code: 'CHAIN_MISMATCH' }],
  ['of another kind', `solana:${SAFE}`, { receiverStatus: 'shape', found: undefined, code: 'CHAIN_MISMATCH' }],
  ['of an unknown chain', `foo:${SAFE}`, { receiverStatus: 'shape', found: undefined, code: undefined }],
  ['with a wrong letter', `bnb:${SAFE.replace('C8', 'c8')}`, { receiverStatus: 'shape', found: undefined, code: undefined }],
  ['in full', `eip155:56:${SAFE}`, { receiverStatus: 'shape', found: undefined, code: undefined }],
  ['with a sum', `ethereum:${SAFE}?value=1`, { receiverStatus: 'shape', found: undefined, code: undefined }],
])('an address pasted with its chain prefix, as Safe copies it, %s', async (_, text, state) => {
  void lookForReceiver(text)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(send).toMatchObject(state)
})
