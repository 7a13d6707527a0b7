import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { CaipNetworkId } from '../lib/caip'
import { z } from '../lib/schema'
import { clearApiCache } from './call'
import { endpoint } from './endpoint'
import { configureApi, sdkVersion } from './settings'
import { isSupportedNetwork } from './supported-chains'

const BNB = 'eip155:56'
const chains = { http: [BNB, 'eip155:1'], ws: [] }
type Input = { networkId: CaipNetworkId; id?: string; amount?: string }
type Served = (url: URL, init: RequestInit) => unknown

/** Answers by path; a function may throw, or return its own `Response`. */
function serve(routes: Record<string, Served>) {
  const mock = vi.fn(async (address: string | URL, init: RequestInit = {}) => {
    const url = new URL(address)
    const route = routes[url.pathname]
    if (!route) return new Response('', { status: 404 })
    const answer = await route(url, init)
    return answer instanceof Response ? answer : new Response(JSON.stringify(answer))
  })
  vi.stubGlobal('fetch', mock)
  return mock
}
const pathsOf = (mock: ReturnType<typeof serve>) => mock.mock.calls.map(([url]) => new URL(url).pathname)

const thing = endpoint({
  path: ({ id }: Input) => `/v1/thing/${encodeURIComponent(id ?? '')}`,
  query: ({ amount }) => ({ amount }),
  response: z.object({ a: z.string() }),
  empty: { a: '' },
  cacheMs: 30_000,
})

beforeEach(() => {
  vi.useFakeTimers()
  configureApi({ projectId: 'key', sv: sdkVersion(['eip155', 'solana'], '1.2.3') })
})
afterEach(() => {
  clearApiCache()
  configureApi({ providerUrl: undefined, walletsUrl: undefined, projectId: undefined, sv: undefined })
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('endpoint', () => {
  test('a GET carries st, sv and projectId, and no header', async () => {
    const mock = serve({ '/v1/supported-chains': () => chains, '/v1/thing/x%2Fy': () => ({ a: 'ok', more: 1 }) })
    expect(await thing({ networkId: BNB, id: 'x/y', amount: '5' })).toEqual({ a: 'ok' })
    const [address, init] = mock.mock.calls[1] ?? []
    expect(String(address)).toBe(
      'https://rpc.walletconnect.org/v1/thing/x%2Fy?amount=5&st=wallet-modal&sv=html-eip155%2Csolana-1.2.3&projectId=key',
    )
    expect(init).not.toHaveProperty('headers')
  })

  test('empty parameters are left out', async () => {
    const mock = serve({ '/v1/supported-chains': () => chains, '/v1/thing/': () => ({ a: 'ok' }) })
    await thing({ networkId: BNB, amount: '' })
    const query = new URL(mock.mock.calls[1]?.[0] ?? '').searchParams
    expect([...query.keys()]).toEqual(['st', 'sv', 'projectId'])
  })

  test('a provider URL keeps its path and may be called without a project id', async () => {
    configureApi({ providerUrl: 'http://localhost:9/provider/', projectId: undefined })
    const mock = serve({ '/provider/v1/supported-chains': () => chains, '/provider/v1/thing/': () => ({ a: 'ok' }) })
    expect(await thing({ networkId: BNB })).toEqual({ a: 'ok' })
    expect(new URL(mock.mock.calls[1]?.[0] ?? '').searchParams.has('projectId')).toBe(false)
  })

  test('error: without a project id the public host is never called', async () => {
    configureApi({ projectId: undefined })
    const mock = serve({})
    expect(await thing({ networkId: BNB })).toEqual({ a: '' })
    expect(mock).not.toHaveBeenCalled()
  })

  test('the list of networks is requested once', async () => {
    const mock = serve({ '/v1/supported-chains': () => chains, '/v1/thing/': () => ({ a: 'ok' }) })
    await Promise.all(['1', '2', '3'].map((amount) => thing({ networkId: BNB, amount })))
    expect(pathsOf(mock).filter((path) => path === '/v1/supported-chains')).toHaveLength(1)
  })

  test('an unserved network gets the empty answer', async () => {
    const mock = serve({ '/v1/supported-chains': () => chains })
    expect(await thing({ networkId: 'eip155:31337' })).toEqual({ a: '' })
    expect(pathsOf(mock)).toEqual(['/v1/supported-chains'])
  })

  test('a namespace that the endpoint does not support causes no request', async () => {
    const mock = serve({})
    const evmOnly = endpoint({ path: (_: Input) => '/v1/x', response: z.string(), empty: 'none', namespaces: ['eip155'] })
    expect(await evmOnly({ networkId: 'solana:abc' })).toBe('none')
    expect(mock).not.toHaveBeenCalled()
  })

  test('error: a call without an empty answer throws its own code', async () => {
    serve({ '/v1/supported-chains': () => chains })
    const gas = endpoint({ path: (_: Input) => '/v1/gas', response: z.string(), unsupported: 'GAS_PRICE_NETWORK_UNSUPPORTED' })
    await expect(gas({ networkId: 'eip155:31337' })).rejects.toMatchObject({ message: 'Network not supported for Gas Price' })
  })

  test('error: a failing list of networks counts as unsupported and is requested again', async () => {
    let isDown = true
    const mock = serve({
      '/v1/supported-chains': () => (isDown ? new Response('<html>', { status: 200 }) : chains),
      '/v1/thing/': () => ({ a: 'ok' }),
    })
    expect(await thing({ networkId: BNB })).toEqual({ a: '' })
    isDown = false
    expect(await thing({ networkId: BNB })).toEqual({ a: 'ok' })
    expect(pathsOf(mock)).toEqual(['/v1/supported-chains', '/v1/supported-chains', '/v1/thing/'])
  })

  test('identical simultaneous calls share one request, and the answer is cached for its lifetime', async () => {
    const mock = serve({ '/v1/supported-chains': () => chains, '/v1/thing/': () => ({ a: 'ok' }) })
    const count = () => pathsOf(mock).filter((path) => path === '/v1/thing/').length
    await Promise.all(Array.from({ length: 20 }, () => thing({ networkId: BNB })))
    expect(count()).toBe(1)
    vi.advanceTimersByTime(29_999)
    await thing({ networkId: BNB })
    expect(count()).toBe(1)
    await thing({ networkId: BNB }, { refresh: true })
    expect(count()).toBe(2)
    vi.advanceTimersByTime(30_000)
    await thing({ networkId: BNB })
    expect(count()).toBe(3)
  })

  test('the cache is not used after the project id changes', async () => {
    const mock = serve({ '/v1/supported-chains': () => chains, '/v1/thing/': () => ({ a: 'ok' }) })
    const count = () => pathsOf(mock).filter((path) => path === '/v1/thing/').length
    await thing({ networkId: BNB })
    await thing({ networkId: BNB })
    expect(count()).toBe(1)
    configureApi({ projectId: 'other' })
    await thing({ networkId: BNB })
    expect(count()).toBe(2)
  })

  test.each([
    ['another type', { a: 1 }],
    ['a missing member', {}],
    ['a list', []],
    ['null', null],
  ])('error: %s is API_RESPONSE_INVALID and is not cached', async (_, answer) => {
    const mock = serve({ '/v1/supported-chains': () => chains, '/v1/thing/': () => answer })
    for (const _ of ['first', 'again'])
      await expect(thing({ networkId: BNB })).rejects.toMatchObject({ code: 'API_RESPONSE_INVALID' })
    expect(pathsOf(mock).filter((path) => path === '/v1/thing/')).toHaveLength(2)
  })

  test('error: an empty answer is API_RESPONSE_INVALID if a body is expected', async () => {
    serve({ '/v1/supported-chains': () => chains, '/v1/thing/': () => new Response('') })
    await expect(thing({ networkId: BNB })).rejects.toMatchObject({ code: 'API_RESPONSE_INVALID' })
  })

  test('error: an abort while the networks are requested is ABORTED, not "unsupported"', async () => {
    serve({ '/v1/supported-chains': () => new Promise(() => {}) })
    const controller = new AbortController()
    const asked = thing({ networkId: BNB }, { signal: controller.signal })
    controller.abort()
    await expect(asked).rejects.toMatchObject({ code: 'ABORTED' })
    await expect(isSupportedNetwork(BNB, AbortSignal.abort())).rejects.toMatchObject({ code: 'ABORTED' })
  })
})

describe('a POST', () => {
  const spec = {
    method: 'POST' as const,
    path: (_: Input) => '/v1/do',
    body: ({ amount }: Input) => ({ amount }),
    response: z.unknown(),
    empty: null,
  }

  test('has no content type and its project id in the query, without st and sv', async () => {
    const mock = serve({ '/v1/supported-chains': () => chains, '/v1/do': () => new Response('') })
    expect(await endpoint(spec)({ networkId: BNB, amount: '5' })).toBeUndefined()
    const [address, init] = mock.mock.calls[1] ?? []
    expect(new URL(address ?? '').search).toBe('?projectId=key')
    expect(init).toMatchObject({ method: 'POST', body: '{"amount":"5"}' })
    expect(init).not.toHaveProperty('headers')
  })

  test('has the project id in the body, or nowhere, if the endpoint is defined so', async () => {
    const mock = serve({ '/v1/supported-chains': () => chains, '/v1/do': () => ({}) })
    await endpoint({ ...spec, projectIdIn: 'body', contentType: 'application/json' })({ networkId: BNB, amount: '5' })
    await endpoint({ ...spec, projectIdIn: 'nowhere' })({ networkId: BNB, amount: '5' })
    expect(mock.mock.calls.slice(1).map(([url, init]) => [new URL(url).search, init?.body])).toEqual([
      ['', '{"amount":"5","projectId":"key"}'],
      ['', '{"amount":"5"}'],
    ])
    expect(mock.mock.calls[1]?.[1]).toMatchObject({ headers: { 'content-type': 'application/json' } })
  })

  test('error: is never retried, and never shared', async () => {
    const mock = serve({ '/v1/supported-chains': () => chains, '/v1/do': () => new Response('{}', { status: 503 }) })
    const write = endpoint(spec)
    const both = await Promise.allSettled([write({ networkId: BNB, amount: '5' }), write({ networkId: BNB, amount: '5' })])
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(pathsOf(mock).filter((path) => path === '/v1/do')).toHaveLength(2)
  })
})

describe('sdkVersion', () => {
  test('names the namespaces, or universal for none', () => {
    expect(sdkVersion(['eip155'], '1.0.0')).toBe('html-eip155-1.0.0')
    expect(sdkVersion([], '1.0.0')).toBe('html-universal-1.0.0')
  })
})
