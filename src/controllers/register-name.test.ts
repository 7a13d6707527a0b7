import type { Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Chain, startChain } from '../../demo/stack/chain'
import { freePort, type Piece } from '../../demo/stack/listen'
import { startProviderApi } from '../../demo/stack/provider-api'
import type { SeenRequest } from '../../demo/stack/provider-faults'
import { clearApiCache } from '../api/call'
import { configureApi } from '../api/settings'
import { mockConnection, mockWallet } from '../connectors/test-wallet'
import type { CaipNetworkId } from '../lib/caip'
import { forgetAll } from '../lib/storage'
import { account } from '../state/account'
import { chainOf } from '../state/chains'
import { config } from '../state/config'
import { modal } from '../state/modal'
import { names } from '../state/names'
import { notice } from '../state/notice'
import { resetStores } from '../state/store'
import { refreshAccount } from './account'
import { abandonConnections, connect } from './connection'
import { addConnector, forgetConnectors } from './discovery'
import { onStep, type Step } from './host-consent'
import { navigate, openModal } from './modal'
import { editName, registerName, SUGGESTIONS_DEBOUNCE_MS, startNaming, suggest, typedSuggestion } from './register-name'
import { onError } from './report'

const NETWORK = 'eip155:31337'
// Accounts six to eight of the development mnemonic.
const keys: readonly Hex[] = [
  '0x8b3a350cf5c34c9194ca85829a2df0ec3153be0318b5e2d3348e872092edffba',
  '0x92db14e403b83dfe3df233f83dfa3a0d7096f21ca9b0d6d6b8d88b2b4ec1564e',
  '0x4bbbf85ce3377467afe5d46f804f221813b2bb87f24d81f60f1fcdbf7cbf4356',
]
const signers = keys.map((key) => privateKeyToAccount(key))
const [first, second, third] = signers as [(typeof signers)[0], (typeof signers)[0], (typeof signers)[0]]

let chain: Chain
let provider: Piece
beforeAll(async () => {
  chain = await startChain(31337, await freePort())
  provider = await startProviderApi(0, { chains: [chain], walletUrl: 'http://localhost:1/' })
}, 30_000)
afterAll(async () => {
  await provider?.stop()
  await chain?.stop()
})

const order = (wanted: object) => fetch(`${provider.url}/control`, { method: 'POST', body: JSON.stringify(wanted) })
const seen = async (path: string) => {
  const log = (await (await fetch(`${provider.url}/control/log`)).json()) as SeenRequest[]
  return log.filter((request) => request.path.startsWith(path))
}

const told: { code: string; message: string }[] = []
let stop = () => {}
beforeEach(async () => {
  await order({ reset: true })
  resetStores()
  forgetAll()
  clearApiCache()
  configureApi({ projectId: 'local', providerUrl: `${provider.url}/` })
  Object.assign(config, {
    networks: [NETWORK],
    rpcUrl: { [NETWORK]: [chain.url] },
    providerUrl: `${provider.url}/`,
    projectId: 'local',
  })
  told.length = 0
  stop = onError(({ code, message }) => told.push({ code, message }))
})
afterEach(() => {
  stop()
  abandonConnections()
  forgetConnectors()
  vi.useRealTimers()
})

/** Connects a wallet of this signer and opens the view. */
async function connected(signer = first, networkId: CaipNetworkId = NETWORK) {
  const wallet = mockWallet(
    {},
    { request: ({ params }) => signer.signMessage({ message: { raw: (params as Hex[])[0] ?? '0x' } }) },
  )
  const request = async (args: { method: string; params?: unknown }) => wallet.script.request(args)
  wallet.script.connections = [mockConnection(networkId, signer.address, { request })]
  addConnector(wallet.connector)
  await connect({ wallet: 'mock' })
  openModal(1, 'Account')
  navigate('RegisterAccountName')
  startNaming()
  await refreshAccount()
  return wallet
}

async function typed(text: string): Promise<void> {
  editName(text)
  await suggest()
}

describe('editName', () => {
  test('asks once, half a second after the last letter, for names of the host’s zone', async () => {
    config.nameZone = 'demo.id'
    await connected()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    for (const text of ['n', 'ni', 'nin', 'nina', 'nina-', 'nina-s']) {
      editName(text)
      await vi.advanceTimersByTimeAsync(SUGGESTIONS_DEBOUNCE_MS - 1)
    }
    expect(names.status).toBe('loading')
    vi.useRealTimers()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    editName('nina-so')
    await vi.advanceTimersByTimeAsync(SUGGESTIONS_DEBOUNCE_MS)
    vi.useRealTimers()
    await vi.waitFor(() => expect(names.status).toBe('ready'))
    expect((await seen('/v1/profile/suggestions')).map(({ path, query }) => [path, query.zone])).toEqual([
      ['/v1/profile/suggestions/nina-so', 'demo.id'],
    ])
    expect(names.suggestions[0]).toEqual({ name: 'nina-so.demo.id', registered: false })
  })

  test('a picked suggestion loses its zone, letters become lower case, and taken names are marked', async () => {
    await connected()
    await typed('Grace.reown.id')
    expect(names.label).toBe('grace')
    expect(typedSuggestion()).toEqual({ name: 'grace.reown.id', registered: true })
    expect(names.suggestions.filter(({ registered }) => !registered).length).toBeGreaterThan(2)
    const [asked] = await seen('/v1/profile/suggestions')
    expect(asked?.path).toBe('/v1/profile/suggestions/grace')
  })

  test.each(['abc', 'na me', 'naïve', 'x'.repeat(65)])('error: %j is not looked up', async (text) => {
    await connected()
    await typed(text)
    expect([names.status, await seen('/v1/profile/suggestions')]).toEqual(['idle', []])
  })

  test('suggestions of another zone or with other characters, and the second of one name, are left out, and their number is limited; the typed name is looked up instead', async () => {
    await connected()
    const suggestions = [
      { name: 'nina.evil.id', registered: false },
      { name: '<img src=x>.reown.id', registered: false },
      { name: '\u202Enina.reown.id', registered: false },
      { name: 'ninahub.reown.id', registered: true },
      { name: 'NinaHub', registered: false },
      ...Array.from({ length: 5000 }, (_, i) => ({ name: `nina${i}.reown.id`, registered: false })),
    ]
    await order({ path: '/v1/profile/suggestions', body: { suggestions } })
    await typed('nina')
    expect(names.suggestions.map(({ name }) => name)).toEqual([
      'nina.reown.id',
      'ninahub.reown.id',
      ...Array.from({ length: 5 }, (_, i) => `nina${i}.reown.id`),
    ])
  })

  test('error: fault 68: without an answer the text stays, and the lookup can be retried', async () => {
    await connected()
    await order({ path: '/v1/profile/suggestions', status: 400, body: { status: 'FAILED', reasons: [] } })
    await typed('nina')
    expect([names.status, names.label]).toEqual(['failed', 'nina'])
    expect(told).toEqual([{ code: 'NAME_SUGGESTIONS_FAILED', message: 'Error fetching name suggestions' }])
    await order({ reset: true })
    await suggest()
    expect(names.status).toBe('ready')
  })

  test('promise 16: an answer for an earlier text is never shown', async () => {
    await connected()
    await order({ path: '/v1/profile/suggestions/slow', delayMs: 200, times: 1 })
    editName('slow')
    const slow = suggest()
    await typed('fast')
    await slow
    expect([names.suggestedFor, names.suggestions[0]?.name, told]).toEqual(['fast', 'fast.reown.id', []])
  })
})

describe('registerName', () => {
  test('signs once, sends once, and the account has the name at once and after a refresh', async () => {
    const wallet = await connected(first)
    const signed: string[] = []
    const { request } = wallet.script
    wallet.script.request = (args) => {
      signed.push(args.method)
      return request(args)
    }
    await typed('marjorie')
    expect(await registerName()).toBe(true)
    const name = 'marjorie.reown.id'
    expect([account.profileName, names.registered?.name, modal.view]).toEqual([name, name, 'RegisterAccountNameSuccess'])
    expect(signed).toEqual(['personal_sign'])
    const posts = (await seen('/v1/profile/account')).filter(({ method }) => method === 'POST')
    expect(posts).toHaveLength(1)
    const [sent] = posts
    const body = JSON.parse(sent?.body ?? '{}') as { coin_type: number; message: string }
    expect(body.coin_type).toBe(2147483648 + 31337)
    expect(body.message).toMatch(/^\{"name":"marjorie\.reown\.id","attributes":\{\},"timestamp":\d{10}\}$/)
    account.profileName = undefined
    await refreshAccount()
    expect(account.profileName).toBe(name)
  })

  test('the host hears of each step, and of the service’s refusal; it may refuse before the wallet is asked', async () => {
    const wallet = await connected(third)
    const steps: Step[] = []
    let lets = false
    const stopSteps = onStep((step) => {
      steps.push(step)
      return lets || step.type !== 'before-transaction'
    })
    const asked = vi.spyOn(wallet.script, 'request')
    await typed('hostess')
    expect(await registerName()).toBe(true)
    expect(asked).not.toHaveBeenCalled()
    expect(steps).toMatchObject([
      { type: 'before-transaction', kind: 'name', networkId: NETWORK, request: { name: 'hostess.reown.id' } },
    ])
    expect([account.profileName, names.registering, modal.view]).toEqual([undefined, 'idle', 'RegisterAccountName'])
    lets = true
    await order({ path: '/v1/profile/account', status: 500, body: 'no', times: 1 })
    expect(await registerName()).toBe(false)
    expect(await registerName()).toBe(true)
    stopSteps()
    const of = (status: string) => ({ type: 'transaction', kind: 'name', networkId: NETWORK, status })
    const before = expect.objectContaining({ type: 'before-transaction' })
    expect(steps.slice(1)).toEqual([before, of('submitted'), of('failed'), before, of('submitted'), of('confirmed')])
  })

  test('error: fault 68: a taken name shows the service’s first reason, and the text stays', async () => {
    await connected(second)
    // It has not been checked whether the name is free.
    await order({ path: '/v1/profile/suggestions', status: 500, body: 'no', times: 99 })
    editName('grace')
    expect(await registerName()).toBe(false)
    expect(names.problem).toEqual({
      title: 'Error registering name {name}',
      name: 'grace.reown.id',
      reason: 'Name is already registered: grace.reown.id',
    })
    expect(told).toEqual([{ code: 'NAME_REGISTER_FAILED', message: 'Name is already registered: grace.reown.id' }])
    expect([names.label, names.registering, modal.view, account.profileName]).toEqual([
      'grace',
      'idle',
      'RegisterAccountName',
      undefined,
    ])
  })

  test.each([
    ['the service is down', { status: 500, body: 'Internal server error' }],
    ['the service answers with HTML', { body: '<h1>Welcome</h1>', contentType: 'text/html' }],
    ['the service refuses without a reason', { body: { success: false } }],
    ['the service has another name on record', { body: { name: 'eve.reown.id', addresses: {} } }],
  ])('error: fault 68: %s: one try, and the catalogue’s text', async (_, fault) => {
    await connected(second)
    await typed('nobody-here')
    await order({ path: '/v1/profile/account', ...fault })
    expect(await registerName()).toBe(false)
    expect(told.at(-1)).toEqual({ code: 'NAME_REGISTER_FAILED', message: 'Error registering name nobody-here.reown.id' })
    expect(names.problem).toEqual({ title: 'Error registering name {name}', name: 'nobody-here.reown.id', reason: undefined })
    expect((await seen('/v1/profile/account')).filter(({ method }) => method === 'POST')).toHaveLength(1)
  })

  test('error: declining in the wallet sends nothing', async () => {
    const wallet = await connected(second)
    wallet.script.request = () => Promise.reject(Object.assign(new Error('no'), { code: 4001 }))
    await typed('declined-one')
    expect(await registerName()).toBe(false)
    expect([names.problem?.title, told.at(-1)?.code]).toEqual(['Request declined', 'USER_REJECTED'])
    expect((await seen('/v1/profile/account')).filter(({ method }) => method === 'POST')).toEqual([])
  })

  test('error: fault 68: a chain id without a coin type', async () => {
    const tooLarge = 'eip155:2147483648'
    config.networks = [tooLarge]
    await connected(third, tooLarge)
    editName('coin-type')
    expect(await registerName()).toBe(false)
    expect(told.at(-1)).toEqual({ code: 'COIN_TYPE_INVALID', message: 'Invalid chainId' })
    expect(names.problem?.title).toBe('Invalid chainId')
  })

  test('error: without a network, and without an account', async () => {
    startNaming()
    editName('nobody')
    await registerName()
    chainOf('eip155').networkId = NETWORK
    await registerName()
    expect(told).toEqual([
      { code: 'NETWORK_NOT_FOUND', message: 'Network not found' },
      { code: 'ADDRESS_OR_AUTH_CONNECTOR_NOT_FOUND', message: 'Address or auth connector not found' },
    ])
    expect(notice.snack?.text).toBe('Address or auth connector not found')
  })
})
