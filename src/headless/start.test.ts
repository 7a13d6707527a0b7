import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { networkOf } from '../controllers/network-list'
import { rpcContext } from '../controllers/rpc'
import { config, defaults } from '../state/config'
import { connectors } from '../state/connectors'
import { resetStores } from '../state/store'
import { ready, start } from './index'

const bread = { id: 7, name: 'Bread Chain', nativeCurrency: { name: 'Bread', symbol: 'BRD', decimals: 18 } }

let stop = () => {}
afterEach(() => {
  stop()
  stop = () => {}
  resetStores()
  vi.unstubAllGlobals()
})

describe('start', () => {
  test('custom networks are there at once, after the listed ones', () => {
    stop = start({ networks: ['eip155:1'], customNetworks: [bread] })
    expect([config.networkIds, config.customNetworks]).toMatchObject([['eip155:1', 'eip155:7'], [{ name: 'Bread Chain' }]])
  })

  test('a setting that is undefined, as from a missing environment variable, has its default', () => {
    const { customNetworks: _, ...rest } = defaults()
    const absent = Object.fromEntries(Object.keys(rest).map((name) => [name, undefined]))
    stop = start(absent)
    expect({ ...config }).toMatchObject({ ...rest, wrongNetwork: 'ignore' })
    expect(config.networkIds).toEqual(['eip155:56', 'eip155:42161'])
  })

  test('rpcUrl takes one URL or several', () => {
    const [one, other] = ['https://one.example', 'http://other.example']
    stop = start({ rpcUrl: { 'eip155:1': one, 'eip155:56': [one, other], 'eip155:10': undefined } })
    const urls = (['eip155:1', 'eip155:56', 'eip155:10'] as const).map((id) => rpcContext(networkOf(id)).urls)
    expect(urls).toEqual([[one], [one, other], []])
  })

  test.each([
    ['rpcUrl', 'eip155:1=https://one.example'],
    ['rpcUrl', { mars: 'https://one.example' }],
    ['networks', ['mars']],
    ['customNetworks', [{ id: 'x' }]],
    ['customNetworks', {}],
    ['externalConnectors', { length: 1 }],
    ['mode', 'development'],
  ])('error: invalid %s (%j) throw, and nothing starts', (name, value) => {
    expect(() => start({ [name]: value })).toThrow(expect.objectContaining({ code: 'ATTRIBUTE_INVALID' }))
    expect(config.wrongNetwork).toBe('prompt')
  })

  test.each([
    [{ networks: ['eip155:1', 'mars'] }, 'CAIP-2 ids, e.g. eip155:56, not mars'],
    [{ mode: 'development' }, 'mode expects localhost,testnet,production, not development'],
    [{ customNetworks: {} }, 'customNetworks expects viem networks'],
  ])('error: a browser prints an error’s message, which says what is wrong (%j)', (settings, said) => {
    expect(() => start(settings as object)).toThrow(said)
  })
})

describe('a second start', () => {
  const settings = { externalConnectors: [{ id: 'bakery', name: 'Bakery Wallet', provider: { request: async () => [] } }] }
  const listed = () => connectors.list.map(({ id }) => id)

  beforeEach(() => {
    vi.stubGlobal('window', new EventTarget())
    vi.stubGlobal('location', { host: 'bakery.example', origin: 'https://bakery.example', pathname: '/' })
    const page = { title: 'Bakery', querySelector: () => null, querySelectorAll: () => [] }
    vi.stubGlobal('document', Object.assign(new EventTarget(), page))
  })

  test('ends the first, and its wallets are gone', async () => {
    stop = start(settings)
    await ready()
    expect(listed()).toContain('bakery')
    stop = start()
    await ready()
    expect(listed()).not.toContain('bakery')
  })

  test('is not ended by the stop of the first', async () => {
    const first = start()
    stop = start(settings)
    await ready()
    first()
    expect(listed()).toContain('bakery')
  })
})
