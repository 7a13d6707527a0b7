import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearApiCache } from '../api/call'
import { configureApi } from '../api/settings'
import { pendingKey } from '../lib/pending-transaction'
import { forget } from '../lib/storage'
import { chainOf } from '../state/chains'
import { resetStores } from '../state/store'
import { tokens } from '../state/tokens'
import { notePending, settlePending } from './pending'
import { ACCOUNT_REFRESH_MS, showAccount } from './shown-account'

const owner = 'eip155:1:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const token = {
  ...{
    name: 'Coin',
    symbol: 'COIN',
    chainId: 'eip155:1',
    address: 'eip155:1:0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48' as const,
  },
  ...{ value: 1, price: 1, quantity: { decimals: '6', numeric: '1' }, iconUrl: '' },
}

let asked = 0
let forced: (string | null)[] = []
/** A service that takes this long to answer what an account holds. */
const serve = (answersAfterMs: number) =>
  vi.stubGlobal('fetch', async (target: URL | string, { signal }: RequestInit) => {
    const { pathname, searchParams } = new URL(target)
    if (pathname === '/v1/supported-chains') return Response.json({ http: ['eip155:1'], ws: [] })
    if (!pathname.endsWith('/balance')) return Response.json({}, { status: 404 })
    asked++
    forced.push(searchParams.get('forceUpdate'))
    if (answersAfterMs === Number.POSITIVE_INFINITY) return new Promise<Response>(() => {})
    const part = new TextEncoder().encode(JSON.stringify({ balances: [token] }))
    const step = Math.ceil(part.length / (answersAfterMs / 1_000))
    let at = 0
    const gone = new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Error('aborted'))))
    gone.catch(() => {})
    return new Response(
      new ReadableStream({
        async pull(stream) {
          await Promise.race([new Promise((resolve) => setTimeout(resolve, 1_000)), gone])
          stream.enqueue(part.slice(at, at + step))
          at += step
          if (at >= part.length) stream.close()
        },
      }),
    )
  })

let stop = () => {}
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }))
  configureApi({ projectId: 'key' })
  asked = 0
  forced = []
  Object.assign(chainOf('eip155'), { status: 'connected', caipAddress: owner })
})
afterEach(() => {
  stop()
  forget(pendingKey)
  resetStores()
  clearApiCache()
  configureApi({ projectId: undefined })
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('a request that takes longer than the refresh interval is waited for, and then repeated', async () => {
  serve(3.5 * ACCOUNT_REFRESH_MS)
  stop = showAccount()
  await vi.waitFor(() => expect(asked).toBe(1), { timeout: 10_000 })
  await vi.advanceTimersByTimeAsync(3 * ACCOUNT_REFRESH_MS)
  expect([tokens.status, asked]).toEqual(['loading', 1])
  await vi.advanceTimersByTimeAsync(ACCOUNT_REFRESH_MS)
  expect(tokens.list.map(({ symbol }) => symbol)).toEqual(['COIN'])
  await vi.advanceTimersByTimeAsync(ACCOUNT_REFRESH_MS)
  expect([tokens.status, asked]).toEqual(['ready', 2])
})

test('a settled transaction has the tokens that it moved read from the chain', async () => {
  serve(1_000)
  notePending({ owner, networkId: 'eip155:1', hash: '0xabc', kind: 'send', tokens: [token.address] })
  stop = showAccount()
  await vi.waitFor(() => expect(forced).toEqual([null]), { timeout: 10_000 })
  settlePending('0xabc', 'confirmed')
  await vi.waitFor(() => expect(forced).toEqual([null, token.address]), { timeout: 10_000 })
})

test('error: a service that never answers counts as failed, however often it is refreshed', async () => {
  serve(Number.POSITIVE_INFINITY)
  stop = showAccount()
  await vi.waitFor(() => expect(asked).toBe(1), { timeout: 10_000 })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(tokens.status).toBe('failed')
})
