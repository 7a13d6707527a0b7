import { ref } from 'valtio/vanilla'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { adapters, type NamespaceEntry } from '../adapters'
import { configureApi } from '../api/settings'
import { type MockWallet, mockConnection, mockWallet } from '../connectors/test-wallet'
import { NEVER_MS } from '../lib/smart-session'
import { chains } from '../state/chains'
import { config } from '../state/config'
import { smartSessions } from '../state/smart-sessions'
import { resetStores } from '../state/store'
import { abandonConnections, connect } from './connection'
import { addConnector, forgetConnectors } from './discovery'
import { ANSWER_LIMIT_MS, followSessions, loadSessions, readAbilities, revokeSession } from './smart-sessions'

const silent = { request: vi.fn((_: { method: string; params?: unknown }): Promise<unknown> => new Promise(() => {})) }
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
  vi.unstubAllGlobals()
  configureApi({ projectId: undefined })
  silent.request.mockReset()
  silent.request.mockImplementation(() => new Promise(() => {}))
})

test.each([
  ['0x5161', '0x5161'],
  // Newer wallets answer without one (ERC-7715).
  [{}, '0x'],
])(
  'a session is revoked once, with its permissions as received and its expiry in seconds; of the answer %j the signature %s is sent on',
  async (answer, signature) => {
    const sent: unknown[] = []
    const { caipAddress: address, address: key = '' } = chains.active
    chains.active.accountTypes = { [key]: 'smartAccount' }
    configureApi({ projectId: 'key' })
    vi.stubGlobal('fetch', async (url: string | URL, { body }: RequestInit = {}) => {
      if (new URL(url).pathname.endsWith('/supported-chains')) return Response.json({ http: ['eip155:31337'], ws: [] })
      if (body) sent.push(JSON.parse(String(body)))
      return Response.json({ pcis: [] })
    })
    const wire = [{ type: 'contract-call', data: { address: '0x1' } }]
    Object.assign(smartSessions, {
      list: ref([
        { ...session, expiry: 1_746_263_651_000, wire },
        { ...session, pci: 'q' },
      ]),
    })
    let sign = (_: unknown) => {}
    silent.request.mockImplementation(() => new Promise((resolve) => (sign = resolve)))
    const ended = revokeSession.run('p')
    await Promise.all(['p', 'q'].map((pci) => revokeSession.run(pci)))
    const params = [{ pci: 'p', permissions: wire, expiry: 1_746_263_651, address }]
    expect(silent.request.mock.calls).toEqual([[{ method: 'wallet_revokePermissions', params }]])
    sign(answer)
    await ended
    expect([sent, smartSessions.list]).toEqual([[{ pci: 'p', signature }], []])
  },
)

test('one without an end is revoked with the 0 that it was granted with', async () => {
  Object.assign(smartSessions, { list: ref([{ ...session, expiry: NEVER_MS }]) })
  void revokeSession.run('p').catch(() => {})
  await vi.waitFor(() => expect(silent.request).toHaveBeenCalled())
  expect(silent.request.mock.calls[0]?.[0].params).toMatchObject([{ pci: 'p', expiry: 0 }])
})

test('error: declining in the wallet is said as such, and the session stays', async () => {
  silent.request.mockRejectedValue(Object.assign(new Error('no'), { code: 4001 }))
  expect(await revokeSession.run('p').catch(({ code }) => code)).toBe('USER_REJECTED')
  expect(smartSessions).toMatchObject({ revoking: undefined, notRevoked: 'p', list: [session] })
})

test('error: another account’s wallet is not asked to revoke it', async () => {
  smartSessions.owner = 'eip155:31337:0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
  await revokeSession.run('p')
  expect(silent.request).not.toHaveBeenCalled()
})

test('promise 21, error: a wallet that never answers leaves a session as active, and it can be revoked again', async () => {
  vi.useFakeTimers()
  const ended = revokeSession.run('p').catch(({ code }) => code)
  await vi.advanceTimersByTimeAsync(ANSWER_LIMIT_MS)
  expect(await ended).toBe('SESSION_REVOKE_FAILED')
  expect(smartSessions).toMatchObject({ revoking: undefined, notRevoked: 'p' })
  const again = revokeSession.run('p').catch(({ code }) => code)
  expect(smartSessions).toMatchObject({ revoking: 'p', notRevoked: undefined })
  await vi.advanceTimersByTimeAsync(ANSWER_LIMIT_MS)
  await again
})

test('error: a read of the list that fails while a session is being revoked does not take the list away', async () => {
  const { address = '' } = chains.active
  chains.active.accountTypes = { [address]: 'smartAccount' }
  configureApi({ projectId: 'key' })
  let answer: ((response: Response) => void) | undefined
  vi.stubGlobal('fetch', async (url: string | URL) => {
    if (new URL(url).pathname.endsWith('/supported-chains')) return Response.json({ http: ['eip155:31337'], ws: [] })
    return new Promise((resolve) => (answer = resolve))
  })
  const reading = loadSessions()
  await vi.waitFor(() => expect(answer).toBeDefined())
  void revokeSession.run('p').catch(() => {})
  answer?.(Response.json({}, { status: 400 }))
  await reading
  expect(smartSessions).toMatchObject({ status: 'ready', list: [session], revoking: 'p' })
})

test('error: after an account switch the new account’s sessions are read, and the first one’s failure is not shown', async () => {
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

test('a token that the account does not hold is shown with its contract’s symbol, or its address if it has none; without the chain’s decimals, in base units', async () => {
  const [token, unknown, nameless] = ['a', 'b', 'c'].map((digit) => `0x${digit.repeat(40)}`)
  const spend = (token = '') => ({ type: 'erc20-recurring-allowance', data: { token, allowance: '0x5f5e100' } })
  const pcis = [
    {
      project: { name: 'App' },
      pci: 'p',
      expiry: 2,
      createdAt: 1,
      permissions: [token?.replace('a', 'A'), unknown, nameless].map(spend),
    },
  ]
  const { caipAddress, address = '' } = chains.active
  chains.active.accountTypes = { [address]: 'smartAccount' }
  configureApi({ projectId: 'key' })
  vi.stubGlobal('fetch', async (url: string | URL) => {
    const { pathname } = new URL(url)
    if (pathname.endsWith('/supported-chains')) return Response.json({ http: ['eip155:31337'], ws: [] })
    return Response.json(pathname.includes('/sessions/') ? { pcis } : { balances: [] })
  })
  const { eip155 } = adapters
  const transfers = {
    held: async (...[, , asked]: string[]) => {
      if (asked === unknown) throw new Error('No node answers')
      return { units: 0n, decimals: 6 }
    },
  }
  const contract = {
    transfers: async () => ({ transfers }),
    symbol: async () => ({ symbolOf: async (_: unknown, asked: string) => (asked === token ? 'DUSD' : '') }),
  }
  adapters.eip155 = { ...eip155, ...contract } as unknown as NamespaceEntry
  await loadSessions()
  expect(smartSessions).toMatchObject({ owner: caipAddress, status: 'ready' })
  expect(smartSessions.tokens).toEqual({
    [`${token}`]: { symbol: 'DUSD', decimals: 6 },
    [`${nameless}`]: { symbol: '0xcccc…cccc', decimals: 6 },
  })
  if (eip155) adapters.eip155 = eip155
  configureApi({ projectId: undefined })
  vi.unstubAllGlobals()
})

test('the list is read again when the visitor is back: another app may have acted; one that cannot be read now stays on screen', async () => {
  vi.useFakeTimers()
  const page = Object.assign(new EventTarget(), { hidden: true })
  const back = () => page.dispatchEvent(new Event('visibilitychange'))
  vi.stubGlobal('document', page)
  const { address = '' } = chains.active
  chains.active.accountTypes = { [address]: 'smartAccount' }
  configureApi({ projectId: 'key' })
  const served = (pci: string) => ({ project: { name: 'App' }, pci, expiry: 2, createdAt: 1, permissions: [] })
  let pcis: unknown[] = [served('p')]
  let status = 200
  const read = vi.fn()
  vi.stubGlobal('fetch', async (url: string | URL) => {
    if (new URL(url).pathname.endsWith('/supported-chains')) return Response.json({ http: ['eip155:31337'], ws: [] })
    read()
    return Response.json({ pcis }, { status })
  })
  const shown = () => smartSessions.list.map(({ pci }) => pci)
  const stop = followSessions()
  await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(1))
  pcis = [served('p'), served('q')]
  back()
  page.hidden = false
  vi.stubGlobal('navigator', { onLine: false })
  back()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(read).toHaveBeenCalledTimes(1)
  vi.stubGlobal('navigator', { onLine: true })
  back()
  await vi.waitFor(() => expect(shown()).toEqual(['p', 'q']))
  status = 403
  const asked = read.mock.calls.length
  back()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(read.mock.calls.length).toBeGreaterThan(asked)
  expect([smartSessions.status, shown()]).toEqual(['ready', ['p', 'q']])
  const later = read.mock.calls.length
  stop()
  back()
  expect(read).toHaveBeenCalledTimes(later)
})

test('error: the abilities of one account are not taken for those of the next', async () => {
  const { address = '' } = chains.active
  chains.active.accountTypes = { [address]: 'smartAccount' }
  // Ready: it becomes able to with the first batch (EIP-5792).
  const able = { '0x7a69': { atomic: { status: 'ready' } } }
  silent.request.mockResolvedValue(able)
  await readAbilities()
  expect(smartSessions.abilities).toEqual({ batch: true, sessions: false })
  silent.request.mockClear()
  let tell = (_: unknown) => {}
  silent.request.mockImplementation(() => new Promise((resolve) => (tell = resolve)))
  const reading = readAbilities()
  await vi.waitFor(() => expect(silent.request).toHaveBeenCalled())
  const other = mockConnection('eip155:31337', '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', silent)
  mock.emit({ type: 'change', connections: [other] })
  tell(able)
  await reading
  expect(smartSessions.abilities).toBeUndefined()
})

test('a standard account has no sessions, and the provider is not asked for them', async () => {
  const { address = '' } = chains.active
  configureApi({ projectId: 'key' })
  const asked = vi.fn(async () => Response.json({ http: ['eip155:31337'], ws: [] }))
  vi.stubGlobal('fetch', asked)
  chains.active.accountTypes = { [address]: 'eoa' }
  await loadSessions()
  expect(asked).not.toHaveBeenCalled()
})

test('error: a list whose tokens are still being read is not shown as the next account’s; that one’s is asked for anew, and an end is no failure', async () => {
  const spend = { type: 'erc20-recurring-allowance', data: { token: `0x${'a'.repeat(40)}`, allowance: '0x1' } }
  const served = (pci: string) => ({ project: { name: 'App' }, pci, expiry: 2, createdAt: 1, permissions: [spend] })
  const { address = '' } = chains.active
  chains.active.accountTypes = { [address]: 'smartAccount' }
  configureApi({ projectId: 'key' })
  const open: { path: string; answer: (body: unknown) => void }[] = []
  vi.stubGlobal('fetch', async (url: string | URL) => {
    const { pathname: path } = new URL(url)
    if (path.endsWith('/supported-chains')) return Response.json({ http: ['eip155:31337'], ws: [] })
    return new Promise((resolve) => open.push({ path, answer: (body) => resolve(Response.json(body)) }))
  })
  const { eip155 } = adapters
  adapters.eip155 = { ...eip155, transfers: async () => undefined } as unknown as NamespaceEntry
  const asked = (count: number) => vi.waitFor(() => expect(open).toHaveLength(count))
  const first = loadSessions()
  await asked(1)
  open[0]?.answer({ pcis: [served('p')] })
  await asked(2)
  const other = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
  const types = { [other]: 'smartAccount' as const }
  mock.emit({ type: 'change', connections: [{ ...mockConnection('eip155:31337', other, silent), types }] })
  const second = loadSessions()
  await first
  expect(smartSessions).toMatchObject({ owner: chains.active.caipAddress, list: [], status: 'loading' })
  await asked(3)
  const third = loadSessions()
  await second
  expect(smartSessions.status).toBe('loading')
  await asked(4)
  open[3]?.answer({ pcis: [] })
  await third
  expect(smartSessions).toMatchObject({ list: [], status: 'ready' })
  if (eip155) adapters.eip155 = eip155
})
