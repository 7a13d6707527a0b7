import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { clearApiCache } from '../api/call'
import { configureApi } from '../api/settings'
import { config } from '../state/config'
import { resetStores } from '../state/store'
import { wallets } from '../state/wallets'
import { searchWallets } from './wallet-search'
import { forgetWallets, isListDown, loadMoreWallets, loadWallets, PATIENCE_MS, reloadWallets } from './wallets'

const HOST = 'https://wallets.example'
const METAMASK = 'c57ca95b47569778a828d19178114f4db188b89b763c899ba0be274e97267d96'
const TRUST = '4622a2b2d6af1c9844944291e5e7351a6aa24cd7b23099efac1b2fd875da31a0'
const idOf = (n: number) => n.toString(16).padStart(64, '0')

type Answer = (query: URLSearchParams, signal: AbortSignal | undefined) => unknown
let asked: URLSearchParams[] = []

/** A wallet service with `total` wallets that honours page, entries, include, exclude and search. */
const service =
  (total: number): Answer =>
  (query) => {
    const named = (name: string) => query.get(name)?.split(',')
    const search = query.get('search')?.toLowerCase() ?? ''
    const all = Array.from({ length: total }, (_, n) => ({
      id: idOf(n),
      name: `Wallet ${n}`,
      rdns: `com.w${n}`,
      mobile_link: `w${n}://`,
    }))
    const include = named('include')
    const found = all.filter(
      ({ id, name }) =>
        (!include || include.includes(id)) && !named('exclude')?.includes(id) && name.toLowerCase().includes(search),
    )
    const [page, entries] = [Number(query.get('page')), Number(query.get('entries'))]
    return { count: found.length, data: found.slice((page - 1) * entries, page * entries) }
  }

function answerWith(answer: Answer) {
  asked = []
  vi.stubGlobal('fetch', async (input: string | URL | Request, init?: RequestInit) => {
    const url = new URL(String(input instanceof Request ? input.url : input))
    asked.push(url.searchParams)
    const body = await answer(url.searchParams, init?.signal ?? undefined)
    return body instanceof Response ? body : Response.json(body)
  })
}
const down: Answer = () => new Response('gone', { status: 404 })
const never: Answer = (_, signal) => new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
const names = (list: readonly { name: string }[]) => list.map(({ name }) => name)

beforeEach(() => {
  resetStores()
  clearApiCache()
  configureApi({ walletsUrl: HOST, projectId: 'p' })
  vi.useFakeTimers()
})
afterEach(() => {
  searchWallets('')
  forgetWallets()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('loadWallets', () => {
  test('without a service requests nothing and has the bundled list at once', () => {
    configureApi({ walletsUrl: undefined, projectId: undefined })
    answerWith(service(9))
    void loadWallets()
    expect(asked).toEqual([])
    expect(wallets).toMatchObject({ status: 'ready', source: 'bundled', complete: true })
    expect(names(wallets.recommended)).toContain('MetaMask')
    expect(wallets.count).toBe(wallets.bundled.length)
    expect(isListDown()).toBe(false)
  })

  test('requests once per configuration, and again for another one', async () => {
    answerWith(service(612))
    await Promise.all([loadWallets(), loadWallets()])
    await loadWallets()
    expect(asked).toHaveLength(1)
    config.excludeWallets = [idOf(0)]
    await loadWallets()
    expect(names(wallets.recommended)).toEqual(['Wallet 1', 'Wallet 2', 'Wallet 3', 'Wallet 4'])
  })

  test('recommends four and counts all', async () => {
    answerWith(service(612))
    await loadWallets()
    expect(names(wallets.recommended)).toEqual(['Wallet 0', 'Wallet 1', 'Wallet 2', 'Wallet 3'])
    expect(wallets).toMatchObject({ count: 612, source: 'service', status: 'ready' })
    expect(asked[0]?.get('chains')).toBe('eip155:56,eip155:42161')
  })

  test('featured ones come in the host’s order, requested without chains, and are not recommended again', async () => {
    config.featuredWallets = [idOf(2), idOf(0)]
    answerWith(service(5))
    await loadWallets()
    expect(names(wallets.featured)).toEqual(['Wallet 2', 'Wallet 0'])
    expect(names(wallets.recommended)).toEqual(['Wallet 1', 'Wallet 3', 'Wallet 4'])
    expect(asked.find((query) => query.get('include'))?.has('chains')).toBe(false)
    expect(wallets.count).toBe(5)
  })

  test('a featured wallet named by rdns is found in the bundled list', async () => {
    config.featuredWallets = ['io.metamask']
    answerWith(service(5))
    await loadWallets()
    expect(names(wallets.featured)).toEqual(['MetaMask'])
  })

  test('requests again without chains if the service lists none for them', async () => {
    config.networks = ['eip155:31337']
    answerWith((query, signal) => (query.has('chains') ? { count: 0, data: [] } : service(7)(query, signal)))
    await loadWallets()
    await loadMoreWallets()
    expect(wallets.count).toBe(7)
    expect(asked.map((query) => query.get('chains'))).toEqual(['eip155:31337', null, null])
  })

  test('excluded ids also match by rdns and name, from the bundled list at once and from the service later', async () => {
    config.excludeWallets = [METAMASK, idOf(1)]
    answerWith(service(5))
    const loaded = loadWallets()
    expect(wallets.excluded).toEqual([METAMASK, 'io.metamask', 'MetaMask', idOf(1)])
    await loaded
    expect(wallets.excluded).toEqual(expect.arrayContaining(['com.w1', 'Wallet 1']))
    expect(names(wallets.recommended)).not.toContain('Wallet 1')
  })

  test('error: a service that is down leaves the bundled list', async () => {
    answerWith(down)
    await loadWallets()
    expect(wallets).toMatchObject({ status: 'ready', source: 'bundled', complete: true })
    expect(isListDown()).toBe(true)
  })

  test('error: a service that answers with an HTML page leaves the bundled list', async () => {
    answerWith(() => new Response('<html>', { headers: { 'content-type': 'text/html' } }))
    await loadWallets()
    expect(wallets.source).toBe('bundled')
  })

  test('error: a slow service is waited for briefly; its late answer changes no suggestion', async () => {
    let release = () => {}
    const gate = new Promise<void>((resolve) => {
      release = resolve
    })
    answerWith((query, signal) => gate.then(() => service(612)(query, signal)))
    const loaded = loadWallets()
    await vi.advanceTimersByTimeAsync(PATIENCE_MS - 1)
    expect(wallets.status).toBe('loading')
    await vi.advanceTimersByTimeAsync(1)
    const shown = names(wallets.recommended)
    expect(shown[0]).toBe('MetaMask')
    release()
    await loaded
    expect(names(wallets.recommended)).toEqual(shown)
    expect(wallets).toMatchObject({ source: 'service', count: 612 })
  })

  test('error: a list forgotten while it loads writes nothing', async () => {
    answerWith(never)
    const loaded = loadWallets()
    forgetWallets()
    await loaded
    expect(wallets).toMatchObject({ status: 'idle', recommended: [], count: 0 })
  })
})

describe('loadMoreWallets', () => {
  test('appends pages of 40 until there are no more, no wallet twice', async () => {
    answerWith(service(100))
    await loadMoreWallets()
    expect(wallets.all).toHaveLength(40)
    expect(wallets.complete).toBe(false)
    await loadMoreWallets()
    await loadMoreWallets()
    await loadMoreWallets()
    expect(wallets.complete).toBe(true)
    const shown = [...wallets.recommended, ...wallets.all].map(({ id }) => id)
    expect(shown).toHaveLength(100)
    expect(new Set(shown).size).toBe(100)
  })

  test('requests one page at a time', async () => {
    answerWith(service(100))
    await loadWallets()
    asked = []
    await Promise.all([loadMoreWallets(), loadMoreWallets()])
    expect(asked).toHaveLength(1)
    expect(wallets.all).toHaveLength(40)
  })

  test('leaves out recommended, featured and excluded ones', async () => {
    config.excludeWallets = [idOf(9)]
    answerWith(service(20))
    await loadMoreWallets()
    expect(asked.at(-1)?.get('exclude')?.split(',')).toEqual([idOf(9), idOf(0), idOf(1), idOf(2), idOf(3)])
    expect(names(wallets.all)).not.toContain('Wallet 9')
  })

  test('error: a later page that fails keeps the list, and the next call requests it again', async () => {
    let works = true
    answerWith((query, signal) => (works ? service(100)(query, signal) : down(query, signal)))
    await loadMoreWallets()
    works = false
    await loadMoreWallets()
    expect(wallets).toMatchObject({ paging: 'failed', page: 1, source: 'service' })
    expect(wallets.all).toHaveLength(40)
    works = true
    await loadMoreWallets()
    expect(wallets).toMatchObject({ paging: 'ready', page: 2 })
  })

  test('error: reloadWallets asks a service that is up again', async () => {
    answerWith(down)
    await loadMoreWallets()
    expect(wallets.source).toBe('bundled')
    answerWith(service(50))
    await reloadWallets()
    expect(wallets).toMatchObject({ source: 'service', count: 50 })
    expect(wallets.all).toHaveLength(40)
    expect(isListDown()).toBe(false)
  })
})

describe('searchWallets', () => {
  test('does not search for one character', async () => {
    answerWith(service(20))
    searchWallets('w')
    await vi.advanceTimersByTimeAsync(1_000)
    expect(asked).toEqual([])
    expect(wallets.search).toMatchObject({ text: 'w', status: 'idle', results: [] })
  })

  test('asks the service after a pause of 300 ms, and searches the loaded list at once', async () => {
    answerWith(service(20))
    await loadMoreWallets()
    asked = []
    searchWallets('wallet 1')
    expect(names(wallets.search.results)).toContain('Wallet 10')
    await vi.advanceTimersByTimeAsync(299)
    expect(asked).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(asked[0]?.get('search')).toBe('wallet 1')
    expect(asked[0]?.get('entries')).toBe('100')
    expect(wallets.search.status).toBe('ready')
  })

  test('asks only for the last text of a run of keys', async () => {
    answerWith(service(20))
    for (const text of ['wa', 'wal', 'wallet 7']) {
      searchWallets(text)
      await vi.advanceTimersByTimeAsync(100)
    }
    await vi.advanceTimersByTimeAsync(300)
    expect(asked.map((query) => query.get('search'))).toEqual(['wallet 7'])
    expect(names(wallets.search.results)).toEqual(['Wallet 7'])
  })

  test('drops an answer that comes after a newer text', async () => {
    let release = () => {}
    const gate = new Promise<void>((resolve) => {
      release = resolve
    })
    answerWith((query, signal) =>
      query.get('search') === 'wallet 1' ? gate.then(() => service(20)(query, signal)) : service(20)(query, signal),
    )
    searchWallets('wallet 1')
    await vi.advanceTimersByTimeAsync(300)
    searchWallets('wallet 2')
    await vi.advanceTimersByTimeAsync(300)
    release()
    await vi.advanceTimersByTimeAsync(0)
    expect(names(wallets.search.results)).toEqual(['Wallet 2'])
  })

  test('searches the bundled list without a service', () => {
    configureApi({ walletsUrl: undefined, projectId: undefined })
    void loadWallets()
    searchWallets('TRUST')
    expect(wallets.search).toMatchObject({ status: 'ready', results: [{ id: TRUST }] })
  })

  test('error: searches the bundled list if the service is down, and says so', async () => {
    answerWith(down)
    searchWallets('metamask')
    await vi.advanceTimersByTimeAsync(300)
    expect(wallets.search).toMatchObject({ status: 'failed', results: [{ id: METAMASK }] })
  })
})
