import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearApiCache } from '../api/call'
import { configureApi } from '../api/settings'
import { resetStores } from '../state/store'
import { wallets } from '../state/wallets'
import { searchWallets } from './wallet-search'
import { forgetWallets, loadMoreWallets } from './wallets'

const MANY = 10_000
const all = Array.from({ length: MANY }, (_, n) => ({ id: n.toString(16).padStart(64, '0'), name: `Wallet ${n}` }))

beforeEach(() => {
  resetStores()
  clearApiCache()
  configureApi({ walletsUrl: 'https://wallets.example', projectId: 'p' })
  vi.useFakeTimers()
  vi.stubGlobal('fetch', async (input: string | URL | Request) => {
    const { searchParams } = new URL(String(input instanceof Request ? input.url : input))
    const left = new Set(searchParams.get('exclude')?.split(','))
    const search = searchParams.get('search')?.toLowerCase() ?? ''
    const found = all.filter(({ id, name }) => !left.has(id) && name.toLowerCase().includes(search))
    const [page, entries] = [Number(searchParams.get('page')), Number(searchParams.get('entries'))]
    return Response.json({ count: found.length, data: found.slice((page - 1) * entries, page * entries) })
  })
})
afterEach(() => {
  searchWallets('')
  forgetWallets()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('all 10,000 wallets are loaded, each once', async () => {
  for (let page = 0; page < 250 && !wallets.complete; page++) await loadMoreWallets()
  const shown = [...wallets.recommended, ...wallets.all].map(({ id }) => id)
  expect([wallets.complete, wallets.count, shown.length, new Set(shown).size]).toEqual([true, MANY, MANY, MANY])
})

test('each of 10,000 wallets is found by name before its page is loaded', async () => {
  await loadMoreWallets()
  for (const n of [44, 5_000, 9_876, MANY - 1]) {
    expect(wallets.all.map(({ name }) => name)).not.toContain(`Wallet ${n}`)
    searchWallets(`wallet ${n}`)
    await vi.advanceTimersByTimeAsync(300)
    expect(wallets.search.results[0]?.name).toBe(`Wallet ${n}`)
  }
})
