import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearApiCache } from '../api/call'
import { configureApi } from '../api/settings'
import { mockConnection, mockWallet } from '../connectors/test-wallet'
import { coinTypeOf } from '../lib/account-name'
import { account } from '../state/account'
import { chains } from '../state/chains'
import { config } from '../state/config'
import { modal } from '../state/modal'
import { names } from '../state/names'
import { resetStores } from '../state/store'
import { abandonConnections, connect } from './connection'
import { addConnector, forgetConnectors } from './discovery'
import { onStep } from './host-consent'
import { abandonSuggestions, editName, registerName, startNaming, suggest, typedSuggestion, wholeName } from './register-name'

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
  vi.useRealTimers()
})

test('pressed twice before the wallet is asked, it is asked once', async () => {
  names.label = 'nina'
  await Promise.allSettled([registerName.run(), registerName.run()])
  expect(asked).toEqual(['personal_sign'])
  expect(names.registering).toBe('idle')
})

/** A wallet whose prompt stays open until the test answers. */
async function asking() {
  abandonConnections()
  forgetConnectors()
  let refuse = (_: object) => {}
  const request = ({ method }: { method: string }) => {
    asked.push(method)
    return new Promise<never>((_, reject) => {
      refuse = reject
    })
  }
  const wallet = mockWallet({}, { connections: [mockConnection('eip155:31337', undefined, { request })] })
  addConnector(wallet.connector)
  await connect({ wallet: 'mock' })
  names.label = 'nina'
  const done = registerName()
  await vi.waitFor(() => expect(asked).toEqual(['personal_sign']))
  return { wallet, request, done, refuse: () => refuse({ code: 4001 }) }
}

test('a visitor who leaves the form during the prompt and comes back finds the name there, and is not asked twice', async () => {
  const { done, refuse } = await asking()
  startNaming()
  // Nor does another suggestion replace the name being signed.
  editName('ninas')
  expect([names.label, names.registering]).toEqual(['nina', 'signing'])
  await registerName()
  refuse()
  expect([await done, asked, names.registering]).toEqual([false, ['personal_sign'], 'idle'])
  startNaming()
  expect(names.label).toBe('')
})

test('an account that connects during the prompt has its own form, and sees nothing of that prompt', async () => {
  const { wallet, request, done, refuse } = await asking()
  const other = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
  wallet.emit({ type: 'change', connections: [mockConnection('eip155:31337', other, { request })] })
  expect([await done, names.registering, names.problem, names.label]).toEqual([false, 'idle', undefined, ''])
  refuse()
})

test('a registration is not reported for an account that replaced the signer', async () => {
  abandonConnections()
  forgetConnectors()
  const request = async () => '0x12'
  const wallet = mockWallet({}, { connections: [mockConnection('eip155:31337', undefined, { request })] })
  addConnector(wallet.connector)
  await connect({ wallet: 'mock' })
  const { address } = chains.active
  const known = globalThis.fetch
  const shown: string[] = []
  vi.stubGlobal('fetch', async (url: string | URL) => {
    if (!String(url).endsWith('/v1/profile/account')) return known(url)
    const other = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
    wallet.emit({ type: 'change', connections: [mockConnection('eip155:31337', other, { request })] })
    await new Promise((done) => setTimeout(done))
    shown.push(names.label, names.registering)
    return Response.json({ success: true })
  })
  modal.stack = [{ view: 'RegisterAccountName' }]
  names.label = 'nina'
  await registerName.run()
  expect(shown).toEqual(['', 'sending'])
  expect(names.registered?.address).toBe(address)
  expect([modal.view, names.label, names.registering]).toEqual(['RegisterAccountName', '', 'idle'])
  expect(account.profileName).toBeUndefined()
})

const SIGNER = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const unreadable = () => new Response('<h1>Welcome</h1>')
const refusal = () => Response.json({ status: 'FAILED', reasons: [] }, { status: 400 })
test.each([
  ['is lost', 'has the account that signed', SIGNER, 'confirmed', undefined, 'nina'],
  ['is lost', 'has another account', '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', 'failed', undefined, 'nina'],
  ['is lost', 'is of another name', SIGNER, 'failed', undefined, 'ninas'],
  ['is lost', 'does not exist', undefined, 'failed', undefined, 'nina'],
  ['is lost', 'cannot be read', null, 'failed', undefined, 'nina'],
  ['cannot be read', 'has the account that signed', SIGNER, 'confirmed', unreadable, 'nina'],
  // It had the name before.
  ['is a no', 'has the account that signed', SIGNER, 'failed', refusal, 'nina'],
])('if the service’s answer %s and its record of the name %s, that decides, except of a no: %s', async (...row) => {
  const [, , owner, end, answer, label] = row
  abandonConnections()
  forgetConnectors()
  const connections = [mockConnection('eip155:31337', undefined, { request: async () => '0x12' })]
  addConnector(mockWallet({}, { connections }).connector)
  await connect({ wallet: 'mock' })
  const known = globalThis.fetch
  vi.stubGlobal('fetch', async (url: string | URL) => {
    if (answer && String(url).endsWith('/v1/profile/account')) return answer()
    if (!String(url).includes(`/v1/profile/account/${wholeName('nina')}`) || owner === null) return known(url)
    const addresses = { [coinTypeOf(31337)]: { address: owner?.toLowerCase() } }
    return Response.json(owner ? { name: wholeName(label), addresses } : [])
  })
  const steps: string[] = []
  const stop = onStep((step) => Boolean(steps.push('status' in step ? step.status : step.type)))
  names.label = 'nina'
  const isDone = await registerName()
  stop()
  expect([isDone, steps]).toEqual([end === 'confirmed', ['before-transaction', 'submitted', end]])
  expect([names.registered?.name, names.problem === undefined]).toEqual(isDone ? [wholeName('nina'), true] : [undefined, false])
})

test.each([
  ['no service is configured', undefined],
  ['the service does not serve the network', 'key'],
])('error: if %s, no name is shown as free and no wallet is asked', async (_, projectId) => {
  configureApi({ projectId })
  served = ['eip155:1']
  editName('nina')
  await suggest()
  expect([names.status, typedSuggestion()]).toEqual(['failed', undefined])
  await expect(registerName.run()).rejects.toMatchObject({ code: 'NAME_REGISTER_FAILED' })
  expect([asked, names.registering]).toEqual([[], 'idle'])
})

test('error: a name that somebody else took between the look and the press is no longer called free', async () => {
  const signed = vi.fn(async (_: { method: string }) => `0x${'11'.repeat(65)}`)
  let owner = false
  vi.stubGlobal('fetch', async (url: string | URL, { method = 'GET' }: RequestInit = {}) => {
    const { pathname } = new URL(url)
    if (pathname.endsWith('/supported-chains')) return Response.json({ http: served, ws: [] })
    if (pathname.includes('/suggestions/'))
      return Response.json({ suggestions: [{ name: wholeName('nina'), registered: owner }] })
    if (method !== 'POST') return Response.json([])
    owner = true
    return Response.json({ status: 'FAILED', reasons: [{ field: 'name', description: 'Somebody was faster' }] }, { status: 400 })
  })
  abandonConnections()
  forgetConnectors()
  addConnector(mockWallet({}, { connections: [mockConnection('eip155:31337', undefined, { request: signed })] }).connector)
  await connect({ wallet: 'mock' })
  startNaming()
  editName('nina')
  await suggest()
  expect(typedSuggestion()).toEqual({ name: wholeName('nina'), registered: false })
  expect(await registerName()).toBe(false)
  expect(names.problem?.reason).toBe('Somebody was faster')
  await vi.waitFor(() => expect(typedSuggestion()?.registered).toBe(true))
  expect([names.status, names.problem?.reason]).toEqual(['ready', 'Somebody was faster'])
  signed.mockClear()
  await registerName()
  expect(signed).not.toHaveBeenCalled()
})

test('what went wrong with a name is no longer said once another is typed', () => {
  names.problem = { title: 'Error registering name', name: 'nina', reason: 'Name is already registered' }
  editName('ninas')
  expect(names.problem).toBeUndefined()
})

test('error: a name of fewer than four letters is not signed, as by Enter', async () => {
  names.label = 'nin'
  expect(await registerName()).toBe(true)
  expect(asked).toEqual([])
})

test('whoever leaves while names are looked up, and comes back, is not held up by that', () => {
  editName('nina')
  expect(names.status).toBe('loading')
  abandonSuggestions()
  expect(names.status).toBe('idle')
})

test('error: a name that the list lacks is taken where it is on record, and is not signed; what an earlier list said of it does not count', async () => {
  const taken = wholeName('nina')
  Object.assign(names, { label: 'nina', suggestedFor: 'nin', suggestions: [{ name: taken, registered: true }] })
  expect(typedSuggestion()).toBeUndefined()
  const known = globalThis.fetch
  let record: unknown = []
  vi.stubGlobal('fetch', async (url: string | URL) => {
    const { pathname } = new URL(url)
    if (pathname.includes('/suggestions/'))
      return Response.json({ suggestions: [{ name: wholeName('ninas'), registered: false }] })
    return pathname.endsWith(taken) ? Response.json(record) : known(url)
  })
  await suggest()
  expect(typedSuggestion()).toEqual({ name: taken, registered: false })
  // Somebody was faster.
  record = { name: taken, addresses: {} }
  await suggest()
  expect(typedSuggestion()).toEqual({ name: taken, registered: true })
  await registerName()
  expect(asked).toEqual([])
})

test('a visitor who has gone on to another view stays there when the name is registered', async () => {
  abandonConnections()
  forgetConnectors()
  const request = async () => {
    modal.stack = [{ view: 'Account' }]
    return '0x12'
  }
  addConnector(mockWallet({}, { connections: [mockConnection('eip155:31337', undefined, { request })] }).connector)
  await connect({ wallet: 'mock' })
  const known = globalThis.fetch
  const isPost = (url: string | URL) => String(url).endsWith('/v1/profile/account')
  vi.stubGlobal('fetch', async (url: string | URL) => (isPost(url) ? Response.json({ success: true }) : known(url)))
  modal.stack = [{ view: 'RegisterAccountName' }]
  names.label = 'nina'
  await registerName.run()
  expect([names.registered?.name, modal.view]).toEqual([wholeName('nina'), 'Account'])
})

test('error: a record that never comes does not hold the form, whose answer was lost: after five seconds the name counts as not registered', async () => {
  abandonConnections()
  forgetConnectors()
  const connections = [mockConnection('eip155:31337', undefined, { request: async () => '0x12' })]
  addConnector(mockWallet({}, { connections }).connector)
  await connect({ wallet: 'mock' })
  const known = globalThis.fetch
  let looked = () => {}
  const looking = new Promise<void>((resolve) => {
    looked = resolve
  })
  vi.stubGlobal('fetch', (url: string | URL) => {
    if (!String(url).includes(`/v1/profile/account/${wholeName('nina')}`)) return known(url)
    looked()
    return new Promise(() => {})
  })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  names.label = 'nina'
  const done = registerName()
  await looking
  await vi.advanceTimersByTimeAsync(5_000)
  vi.useRealTimers()
  expect([names.registering, names.problem?.name]).toEqual(['idle', wholeName('nina')])
  expect(await done).toBe(false)
})

test.each([
  ['this', SIGNER, wholeName('nina')],
  ['another', '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', undefined],
] as const)('with the details of %s account on screen, its name is that of the signer only: %s %s', async (_, shown, name) => {
  abandonConnections()
  forgetConnectors()
  const connections = [mockConnection('eip155:31337', SIGNER, { request: async () => '0x12' })]
  addConnector(mockWallet({}, { connections }).connector)
  await connect({ wallet: 'mock' })
  account.owner = `eip155:31337:${shown}`
  const known = globalThis.fetch
  const isPost = (url: string | URL) => String(url).endsWith('/v1/profile/account')
  vi.stubGlobal('fetch', async (url: string | URL) => (isPost(url) ? Response.json({ success: true }) : known(url)))
  names.label = 'nina'
  await registerName.run()
  expect([names.registered?.name, account.profileName]).toEqual([wholeName('nina'), name])
})
