import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { clearApiCache } from '../api/call'
import { configureApi } from '../api/settings'
import type { CaipAddress } from '../lib/caip'
import { chainOf } from '../state/chains'
import { history, MAX_EMPTY_PAGES } from '../state/history'
import { resetStores } from '../state/store'
import { leaveHistory, loadMoreHistory, refreshHistory } from './history'

const first = 'eip155:1:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const second = 'eip155:1:0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const bait = { nft_info: { name: 'Bait', flags: { is_spam: true } }, direction: 'in', quantity: { numeric: '1' } }
const item = (id: string, at: number, transfers: unknown[] = []) => ({
  id,
  metadata: { operationType: 'execute', hash: `0x${id}`, minedAt: new Date(at * 1000).toISOString(), status: 'confirmed' },
  transfers,
})

type Answer = { data: unknown[]; next?: string | null }
type Ask = { cursor: string | null; address: string; answer: (page: Answer | Response) => void; aborted: () => boolean }

/** The requested pages, which the test answers. */
function serve(): Ask[] {
  const asks: Ask[] = []
  vi.stubGlobal('fetch', (target: URL, { signal }: RequestInit) => {
    const url = new URL(target)
    if (url.pathname === '/v1/supported-chains') return Promise.resolve(Response.json({ http: ['eip155:1'], ws: [] }))
    return new Promise((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(new Error('aborted')))
      asks.push({
        cursor: url.searchParams.get('cursor'),
        address: url.pathname.split('/')[3] ?? '',
        answer: (page) => resolve(page instanceof Response ? page : Response.json(page)),
        aborted: () => signal?.aborted === true,
      })
    })
  })
  return asks
}
const asked = (asks: Ask[], count: number) => vi.waitFor(() => expect(asks).toHaveLength(count), { timeout: 10_000 })
const ids = () => history.list.map(({ id }) => id)
const activate = (id: CaipAddress) =>
  Object.assign(chainOf('eip155'), { status: 'connected', caipAddress: id, accounts: [first, second] })

beforeEach(() => {
  configureApi({ projectId: 'key' })
  activate(first)
})
afterEach(() => {
  leaveHistory()
  resetStores()
  clearApiCache()
  configureApi({ projectId: undefined })
  vi.unstubAllGlobals()
})

async function showFirstPage(asks: Ask[], page: Answer): Promise<void> {
  const before = asks.length
  const reading = refreshHistory()
  await asked(asks, before + 1)
  asks.at(-1)?.answer(page)
  expect(await reading).toBe(true)
}

describe('refreshHistory', () => {
  test('puts new transactions before the known ones and keeps the cursor', async () => {
    const asks = serve()
    await showFirstPage(asks, { data: [item('b', 2), item('a', 1)], next: 'p2' })
    await showFirstPage(asks, { data: [item('c', 3), item('b', 2)], next: 'p2b' })
    expect([ids(), history.cursor, history.status]).toEqual([['c', 'b', 'a'], 'p2', 'ready'])
  })

  test('drops transactions that the index no longer lists', async () => {
    const asks = serve()
    await showFirstPage(asks, { data: [item('c', 3), item('b', 2)], next: 'p2' })
    await showFirstPage(asks, { data: [item('b', 2), item('a', 1)], next: 'p2' })
    expect(ids()).toEqual(['b', 'a'])
  })

  test('starts over if the new page does not reach the known list', async () => {
    const asks = serve()
    await showFirstPage(asks, { data: [item('a', 1)], next: 'p2' })
    await showFirstPage(asks, { data: [item('z', 9)], next: 'p9' })
    expect([ids(), history.cursor]).toEqual([['z'], 'p9'])
  })

  test('a page that is the last one is all there is', async () => {
    const asks = serve()
    await showFirstPage(asks, { data: [item('b', 2), item('a', 1)], next: 'p2' })
    await showFirstPage(asks, { data: [item('c', 3), item('b', 2)] })
    expect([ids(), history.cursor]).toEqual([['c', 'b'], undefined])
  })

  test('asked for again, the answer to the first question is not waited for', async () => {
    const asks = serve()
    const reading = refreshHistory()
    await asked(asks, 1)
    const again = refreshHistory()
    await asked(asks, 2)
    expect(asks[0]?.aborted()).toBe(true)
    asks[1]?.answer({ data: [item('a', 1)] })
    expect([await reading, await again, ids()]).toEqual([true, true, ['a']])
  })

  test('both addresses of a transaction have their checksums', async () => {
    const asks = serve()
    const { metadata, ...rest } = item('a', 1)
    const [from, to] = [first, second].map((id) => id.split(':')[2]) as [string, string]
    const sent = { sentFrom: from.toLowerCase(), sentTo: to.toLowerCase() }
    await showFirstPage(asks, { data: [{ ...rest, metadata: { ...metadata, ...sent } }] })
    expect(history.list).toMatchObject([{ from, to }])
  })

  test('an account switch aborts the request, and its answer is never shown', async () => {
    const asks = serve()
    const reading = refreshHistory()
    await asked(asks, 1)
    activate(second)
    const other = refreshHistory()
    await asked(asks, 2)
    expect(asks[0]?.aborted()).toBe(true)
    asks[0]?.answer({ data: [item('old', 1)] })
    asks[1]?.answer({ data: [item('new', 1)] })
    await Promise.all([reading, other])
    expect([ids(), history.owner, asks[1]?.address]).toEqual([['new'], second, second.split(':')[2]])
  })

  test('error: fault 56: a failing first page is reported, a failing refresh takes nothing away', async () => {
    const asks = serve()
    const failing = refreshHistory.run().catch(({ code }: { code: string }) => code)
    await asked(asks, 1)
    asks[0]?.answer(new Response('no', { status: 400 }))
    expect([await failing, history.status]).toEqual(['API_REFUSED', 'failed'])
    await showFirstPage(asks, { data: [item('a', 1)] })
    const again = refreshHistory()
    await asked(asks, 3)
    asks[2]?.answer(new Response('no', { status: 400 }))
    expect([await again, history.status, ids()]).toEqual([true, 'ready', ['a']])
  })

  test('error: fault 59: leaving the view aborts the request, and a late answer changes nothing', async () => {
    const asks = serve()
    const reading = refreshHistory()
    await asked(asks, 1)
    leaveHistory()
    expect(asks[0]?.aborted()).toBe(true)
    asks[0]?.answer({ data: [item('late', 1)] })
    await reading
    expect([ids(), history.status]).toEqual([[], 'idle'])
  })
})

describe('a network whose history the provider does not serve', () => {
  test('is told from one without transactions, and stays so while it is looked at again', async () => {
    const asks = serve()
    activate('eip155:31337:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')
    await refreshHistory()
    expect([history.status, ids()]).toEqual(['unserved', []])
    const again = refreshHistory()
    expect(history.status).toBe('unserved')
    await again
    expect([history.status, asks]).toEqual(['unserved', []])
  })
})

describe('loadMoreHistory', () => {
  test('appends the next page, each transaction once', async () => {
    const asks = serve()
    await showFirstPage(asks, { data: [item('c', 3), item('b', 2)], next: 'p2' })
    const reading = loadMoreHistory()
    void loadMoreHistory()
    await asked(asks, 2)
    asks[1]?.answer({ data: [item('b', 2), item('a', 1)], next: null })
    await reading
    expect([ids(), history.cursor, asks[1]?.cursor]).toEqual([['c', 'b', 'a'], undefined, 'p2'])
    expect(asks).toHaveLength(2)
  })

  test('10,000 transactions are reached, none lost or doubled, though each page begins with the last of the one before', async () => {
    const all = Array.from({ length: 10_000 }, (_, index) => item(`t${index}`, 10_000 - index))
    vi.stubGlobal('fetch', async (target: URL) => {
      const url = new URL(target)
      if (url.pathname === '/v1/supported-chains') return Response.json({ http: ['eip155:1'], ws: [] })
      const from = Number(url.searchParams.get('cursor') ?? 0)
      const to = from + 100
      return Response.json({ data: all.slice(Math.max(0, from - 1), to), next: to < all.length ? String(to) : null })
    })
    await refreshHistory()
    for (let page = 1; page < 100; page++) await loadMoreHistory()
    expect([history.paging, history.cursor]).toEqual(['idle', undefined])
    expect(ids()).toEqual(all.map(({ id }) => id))
  })

  test('skips pages without anything to show, up to a limit', async () => {
    const asks = serve()
    const reading = refreshHistory()
    for (let page = 0; page < MAX_EMPTY_PAGES; page++) {
      await asked(asks, page + 1)
      asks[page]?.answer({ data: [item(`s${page}`, 100 - page, [bait])], next: `p${page + 1}` })
    }
    await reading
    expect([asks.length, history.cursor, history.status]).toEqual([MAX_EMPTY_PAGES, `p${MAX_EMPTY_PAGES}`, 'ready'])
  })

  test('error: an older page that was asked for before the list started over is not put behind it', async () => {
    const asks = serve()
    await showFirstPage(asks, { data: [item('a', 2)], next: 'p2' })
    const older = loadMoreHistory()
    await asked(asks, 2)
    await showFirstPage(asks, { data: [item('z', 9)], next: 'p9' })
    asks[1]?.answer({ data: [item('old', 1)], next: 'p3' })
    await older
    expect([ids(), history.cursor, history.paging]).toEqual([['z'], 'p9', 'idle'])
  })

  test('an older page that was left can be asked for again', async () => {
    const asks = serve()
    await showFirstPage(asks, { data: [item('b', 2)], next: 'p2' })
    const left = loadMoreHistory()
    await asked(asks, 2)
    leaveHistory()
    await left
    const again = loadMoreHistory()
    await asked(asks, 3)
    asks[2]?.answer({ data: [item('a', 1)] })
    await again
    expect(ids()).toEqual(['b', 'a'])
  })

  test('stops at a cursor that points to its own page', async () => {
    const asks = serve()
    await showFirstPage(asks, { data: [item('b', 2)], next: 'p' })
    const reading = loadMoreHistory()
    await asked(asks, 2)
    asks[1]?.answer({ data: [item('a', 1)], next: 'p' })
    await reading
    expect(history.cursor).toBeUndefined()
  })

  test('error: a failed page can be requested again', async () => {
    const asks = serve()
    await showFirstPage(asks, { data: [item('b', 2)], next: 'p' })
    const failing = loadMoreHistory()
    await asked(asks, 2)
    asks[1]?.answer(new Response('no', { status: 400 }))
    expect([await failing, history.paging, history.cursor]).toEqual([false, 'failed', 'p'])
    const again = loadMoreHistory()
    await asked(asks, 3)
    asks[2]?.answer({ data: [item('a', 1)] })
    await again
    expect([ids(), history.paging]).toEqual([['b', 'a'], 'idle'])
  })
})
