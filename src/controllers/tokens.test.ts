import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { clearApiCache } from '../api/call'
import { configureApi } from '../api/settings'
import type { CaipAddress } from '../lib/caip'
import { forget, read } from '../lib/storage'
import { chainOf, chains } from '../state/chains'
import { notice } from '../state/notice'
import { resetStores } from '../state/store'
import { tokens } from '../state/tokens'
import { BALANCE_RETRY_LOCK_MS } from './account'
import { snapshotKey } from './account-snapshot'
import { onError } from './report'
import { leaveTokens, refreshTokens, renewTokens } from './tokens'

const first = 'eip155:1:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const second = 'eip155:1:0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const BITCOIN = 'bip122:000000000019d6689c085ae165831e93'
const token = (symbol: string) => ({
  ...{ name: symbol, symbol, chainId: 'eip155:1', address: 'eip155:1:0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48' },
  ...{ value: 1, price: 1, quantity: { decimals: '6', numeric: '1' }, iconUrl: '' },
})
const listing = (...symbols: string[]) => Response.json({ balances: symbols.map(token) })

type Ask = { url: URL; answer: (response: Response) => void; aborted: () => boolean }
function serve(): Ask[] {
  const asks: Ask[] = []
  vi.stubGlobal('fetch', (target: URL, { signal }: RequestInit) => {
    const url = new URL(target)
    if (url.pathname === '/v1/supported-chains') return Promise.resolve(Response.json({ http: ['eip155:1', BITCOIN], ws: [] }))
    return new Promise((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(new Error('aborted')))
      asks.push({ url, answer: resolve, aborted: () => signal?.aborted === true })
    })
  })
  return asks
}
const asked = (asks: Ask[], count: number) => vi.waitFor(() => expect(asks).toHaveLength(count), { timeout: 10_000 })
const symbols = () => tokens.list.map(({ symbol }) => symbol)
const activate = (caipAddress: CaipAddress) => Object.assign(chainOf('eip155'), { status: 'connected', caipAddress })
async function refreshed(asks: Ask[], response: Response): Promise<void> {
  const before = asks.length
  const reading = refreshTokens()
  await asked(asks, before + 1)
  asks.at(-1)?.answer(response)
  await reading
}

const told: string[] = []
let stop = () => {}
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  configureApi({ projectId: 'key' })
  stop = onError(({ code }) => told.push(code))
  activate(first)
})
afterEach(() => {
  stop()
  leaveTokens()
  resetStores()
  clearApiCache()
  forget(snapshotKey)
  configureApi({ projectId: undefined })
  told.length = 0
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('refreshTokens', () => {
  test('bypasses the cache each time', async () => {
    const asks = serve()
    await refreshed(asks, listing('A'))
    await refreshed(asks, listing('B'))
    expect([symbols(), tokens.status, asks.length]).toEqual([['B'], 'ready', 2])
  })

  test('keeps the identical list, or the identical tokens, if nothing has changed', async () => {
    const asks = serve()
    await refreshed(asks, listing('A', 'B'))
    const before = tokens.list
    await refreshed(asks, listing('A', 'B'))
    expect(tokens.list).toBe(before)
    await refreshed(asks, listing('A', 'C', 'D'))
    expect(symbols()).toEqual(['A', 'C', 'D'])
    expect(tokens.list[0]).toBe(before[0])
    await refreshed(asks, listing('A'))
    expect(symbols()).toEqual(['A'])
  })

  test('a service that asked not to be called again by itself is asked by the visitor alone, until it answers', async () => {
    const asks = serve()
    const away = new Response('', { status: 503, headers: { 'retry-after': '60' } })
    await refreshed(asks, away)
    expect([tokens.status, tokens.halted, told]).toEqual(['failed', true, ['BALANCE_UNAVAILABLE']])
    vi.setSystemTime(Date.now() + BALANCE_RETRY_LOCK_MS)
    await refreshed(asks, listing('A'))
    expect([tokens.status, tokens.halted]).toEqual(['ready', false])
  })

  test('the periodic one leaves a read under way alone, and reads again once that has ended', async () => {
    const asks = serve()
    const reading = refreshTokens()
    await asked(asks, 1)
    const periodic = renewTokens()
    expect(asks[0]?.aborted()).toBe(false)
    asks[0]?.answer(listing('A'))
    await Promise.all([reading, periodic])
    const next = renewTokens()
    await asked(asks, 2)
    asks[1]?.answer(listing('B'))
    await next
    expect(symbols()).toEqual(['B'])
  })

  test('what was read is stored for a reload', async () => {
    await refreshed(serve(), listing('A'))
    expect(read(snapshotKey)).toMatchObject({ owner: first, tokens: [{ symbol: 'A' }] })
  })

  test('a second refresh aborts the first; a late answer is not shown', async () => {
    const asks = serve()
    const early = refreshTokens()
    await asked(asks, 1)
    activate(second)
    const late = refreshTokens()
    await asked(asks, 2)
    expect(asks[0]?.aborted()).toBe(true)
    asks[1]?.answer(listing('MINE'))
    asks[0]?.answer(listing('STALE'))
    await Promise.all([early, late])
    expect([symbols(), tokens.owner]).toEqual([['MINE'], second])
  })

  test('so it does for the same account, whose older answer must not come last', async () => {
    const asks = serve()
    const early = refreshTokens()
    await asked(asks, 1)
    const late = refreshTokens()
    await asked(asks, 2)
    asks[1]?.answer(listing('NEW'))
    asks[0]?.answer(listing('OLD'))
    await Promise.all([early, late])
    expect(symbols()).toEqual(['NEW'])
  })

  test.each([
    ['a late answer', () => listing('STALE')],
    ['error: a late failure', () => new Response('no', { status: 400 })],
  ])('%s is not shown where the account has changed meanwhile, and the read ends when it has gone', async (_, answer) => {
    const asks = serve()
    const reading = refreshTokens()
    await asked(asks, 1)
    activate(second)
    asks[0]?.answer(answer())
    await reading
    expect([symbols(), tokens.status, told]).toEqual([[], 'loading', []])
    void refreshTokens()
    await asked(asks, 2)
    Object.assign(chainOf('eip155'), { status: 'disconnected', caipAddress: undefined })
    await refreshTokens()
    expect(asks[1]?.aborted()).toBe(true)
  })

  test('moved tokens are read from the chain by the first read that is answered, even if that is another one', async () => {
    const asks = serve()
    const moved = 'eip155:1:0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
    const forcedBy = (index: number) => asks[index]?.url.searchParams.get('forceUpdate')
    const canceled = refreshTokens([moved])
    await asked(asks, 1)
    leaveTokens()
    await canceled
    await refreshed(asks, listing('A'))
    await refreshed(asks, listing('A'))
    expect([forcedBy(0), forcedBy(1), forcedBy(2)]).toEqual([moved, moved, null])
  })

  test('tokens moved on another network are not requested here', async () => {
    const asks = serve()
    void refreshTokens(['eip155:10:0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'])
    await asked(asks, 1)
    expect(asks[0]?.url.searchParams.get('forceUpdate')).toBeNull()
  })

  test('error: fault 57: a failure keeps the last values with their age, and is left alone for 30 s', async () => {
    const asks = serve()
    await refreshed(asks, listing('A'))
    const { at } = tokens
    vi.advanceTimersByTime(10_000)
    await refreshed(asks, new Response('no', { status: 400 }))
    expect([symbols(), tokens.status, tokens.at, tokens.halted, told]).toEqual([
      ['A'],
      'failed',
      at,
      false,
      ['BALANCE_UNAVAILABLE'],
    ])
    expect(await refreshTokens()).toBe(true)
    expect(asks).toHaveLength(2)
    vi.advanceTimersByTime(BALANCE_RETRY_LOCK_MS)
    await refreshed(asks, listing('B'))
    expect([symbols(), tokens.status]).toEqual([['B'], 'ready'])
  })

  test('error: fault 57: a clock that is set back does not lengthen that', async () => {
    const asks = serve()
    await refreshed(asks, new Response('no', { status: 400 }))
    vi.setSystemTime(Date.now() - 3_600_000)
    await refreshed(asks, listing('B'))
    expect([symbols(), tokens.status]).toEqual([['B'], 'ready'])
  })

  test('error: fault 59: leaving the view aborts the request, and a late answer changes nothing', async () => {
    const asks = serve()
    const reading = refreshTokens()
    await asked(asks, 1)
    leaveTokens()
    expect(asks[0]?.aborted()).toBe(true)
    asks[0]?.answer(listing('LATE'))
    await reading
    expect([symbols(), tokens.status, told]).toEqual([[], 'idle', []])
  })

  test('its error message closes with the account’s view, as the account may be gone; other messages stay', () => {
    notice.snack = { kind: 'error', text: 'Token Balance Unavailable', help: undefined, code: 'BALANCE_UNAVAILABLE' }
    leaveTokens()
    expect(notice.snack).toBeUndefined()
    notice.snack = { kind: 'error', text: 'You are offline', help: undefined, code: 'OFFLINE' }
    leaveTokens()
    expect(notice.snack?.code).toBe('OFFLINE')
  })

  test('error: fault 58: tokens of another shape count as a failure', async () => {
    const asks = serve()
    await refreshed(asks, Response.json({ balances: 'many' }))
    expect([symbols(), tokens.status]).toEqual([[], 'failed'])
  })

  test('a network that the provider does not serve is reported once', async () => {
    const asks = serve()
    activate('eip155:31337:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')
    await refreshTokens()
    await refreshTokens()
    expect([tokens.status, told, asks.length]).toEqual(['unserved', ['BALANCE_UNAVAILABLE'], 0])
  })

  test('error: so is Bitcoin, which it lists for its RPC alone; asked for an account there it refused, and that was shown as a failure', async () => {
    const asks = serve()
    const caipAddress = `${BITCOIN}:bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq` as const
    Object.assign(chainOf('bip122'), { status: 'connected', caipAddress })
    chains.activeNamespace = 'bip122'
    void refreshTokens()
    await vi.waitFor(() => expect(tokens.status).toBe('unserved'))
    expect([told, asks.length]).toEqual([['BALANCE_UNAVAILABLE'], 0])
  })

  test('without a provider nothing is requested or reported', async () => {
    configureApi({ projectId: undefined })
    const asks = serve()
    await refreshTokens()
    expect([tokens.status, told, asks.length]).toEqual(['unserved', [], 0])
  })
})
