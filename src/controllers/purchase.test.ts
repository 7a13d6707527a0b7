import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearApiCache } from '../api/call'
import { configureApi } from '../api/settings'
import { account } from '../state/account'
import { buy } from '../state/buy'
import { chainOf } from '../state/chains'
import { resetStores } from '../state/store'
import { tokens } from '../state/tokens'
// The reads after a purchase may outlive the test: their chunks are loaded before.
import './account'
import './tokens'
import { startPurchase, startWaiting } from './buy'
import { followPurchase, PURCHASE_LIMIT_MS } from './purchase'

const [A, B] = ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'] as const
const BEGUN = Date.parse('2026-05-01T12:00:00Z')

/** Purchases by account, as in the seller’s history; undefined: the service does not answer. */
let purchases: Record<string, unknown[] | undefined> = {}
/** What an answer waits for. */
let slow: Promise<void> | undefined
/** How often the history was asked for. */
let asked = 0
const purchase = (id: string, seconds: number, status = 'SUCCESS') => ({
  id,
  metadata: {
    hash: '0x1',
    minedAt: new Date(BEGUN + seconds * 1_000).toISOString(),
    status: `ONRAMP_TRANSACTION_STATUS_${status}`,
  },
})

const be = (address: string) =>
  Object.assign(chainOf('eip155'), { status: 'connected', networkId: 'eip155:8453', caipAddress: `eip155:8453:${address}` })

let stop = () => {}
beforeEach(async () => {
  resetStores()
  clearApiCache()
  configureApi({ projectId: 'local', providerUrl: 'https://rpc.example/' })
  purchases = { [A]: [] }
  slow = undefined
  asked = 0
  vi.stubGlobal('fetch', async (target: URL) => {
    const { pathname } = new URL(target)
    if (pathname === '/v1/supported-chains') return Response.json({ http: ['eip155:8453'], ws: [] })
    if (pathname.endsWith('/history') && ++asked) await slow
    const data = purchases[pathname.split('/').at(-2) ?? '']
    return data ? Response.json({ data }) : Response.json({}, { status: 404 })
  })
  // The chunks that load with the first check take real time.
  await import('../api/onramp')
  vi.useFakeTimers({ now: BEGUN })
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }))
  vi.stubGlobal('window', new EventTarget())
  be(A)
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  configureApi({ projectId: undefined, providerUrl: undefined })
})

const begin = async () => {
  startPurchase()
  stop = followPurchase()
  await vi.advanceTimersByTimeAsync(100)
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test('a purchase mined before the wait began and reported after is found', async () => {
  await begin()
  await pass(PURCHASE_LIMIT_MS + 10_000)
  expect(buy.progress).toBe('late')
  startWaiting()
  await pass(PURCHASE_LIMIT_MS - 10_000)
  expect(buy.progress).toBe('waiting')
  purchases[A] = [purchase('1', 60, 'IN_PROGRESS')]
  await pass(8_000)
  expect(buy.progress).toBe('processing')
})

test('a purchase is found even if the device’s clock is fast', async () => {
  await begin()
  purchases[A] = [purchase('1', -3_600)]
  await pass(8_000)
  expect(buy.progress).toBe('done')
})

test('error: with a slow clock, an earlier purchase is not taken for this one', async () => {
  purchases[A] = [purchase('1', 3_600, 'FAILED')]
  await begin()
  await pass(8_000)
  expect(buy.progress).toBe('waiting')
  purchases[A] = [purchase('2', 3_700), purchase('1', 3_600, 'FAILED')]
  await pass(8_000)
  expect(buy.progress).toBe('done')
})

test('if the service answers late, an earlier purchase is told from this one by time', async () => {
  purchases[A] = undefined
  await begin()
  await pass(60_000)
  purchases[A] = [purchase('2', 30), purchase('1', -60, 'FAILED')]
  await pass(8_000)
  expect(buy.progress).toBe('done')
})

test('if the service answers late, a purchase mined a moment before the start by this device’s clock counts as this one', async () => {
  purchases[A] = undefined
  await begin()
  await pass(60_000)
  purchases[A] = [purchase('1', -3)]
  await pass(8_000)
  expect(buy.progress).toBe('done')
})

test('error: a service that is slow to answer is not asked again meanwhile; an answer after leaving changes nothing', async () => {
  let tell = () => {}
  slow = new Promise((resolve) => {
    tell = resolve
  })
  await begin()
  await pass(9_000)
  expect(asked).toBe(1)
  stop()
  tell()
  await pass(100)
  expect([buy.progress, buy.earlier]).toEqual(['waiting', undefined])
})

test('once a purchase is done, and not before, the balance and the tokens are read anew', async () => {
  const read = () => [account.owner, tokens.owner]
  await begin()
  purchases[A] = [purchase('1', 60, 'IN_PROGRESS')]
  await pass(8_000)
  expect([buy.progress, ...read()]).toEqual(['processing', undefined, undefined])
  purchases[A] = [purchase('1', 60)]
  await pass(8_000)
  expect([buy.progress, ...read()]).toEqual(['done', `eip155:8453:${A}`, `eip155:8453:${A}`])
})

test('error: a purchase of another account, which is active by now, is not taken for this one', async () => {
  await begin()
  be(B)
  purchases[B] = [purchase('9', 5)]
  await pass(8_000)
  expect(buy.progress).toBe('waiting')
})

test('error: the next purchase is not taken for the one before, which is done, and does not show its amount', async () => {
  const first = { ...purchase('1', 5), transfers: [{ quantity: { numeric: '0.05' }, fungible_info: { symbol: 'ETH' } }] }
  await begin()
  purchases[A] = [first]
  await pass(8_000)
  expect([buy.progress, buy.bought?.amount]).toEqual(['done', '0.05'])
  stop()
  await begin()
  await pass(8_000)
  expect([buy.progress, buy.bought]).toEqual(['waiting', undefined])
  purchases[A] = [purchase('2', 20), first]
  await pass(8_000)
  expect(buy.progress).toBe('done')
})

test('if nothing was bought, nothing is waited for, from the first render on', () => {
  expect(buy.progress).toBe('late')
  stop = followPurchase()
  expect(buy.progress).toBe('late')
})

test('error: a purchase from another seller, which no service reports, is not waited for', async () => {
  buy.seller = 'BANK'
  await begin()
  await pass(PURCHASE_LIMIT_MS + 10_000)
  expect([buy.progress, asked]).toEqual(['untold', 0])
})

test.each([
  ['0.05', { amount: '0.05', symbol: 'ETH' }],
  ['-5', undefined],
  ['0.0', undefined],
  ['much', undefined],
])('if the seller reports %s bought, this is shown: %j', async (numeric, bought) => {
  await begin()
  purchases[A] = [{ ...purchase('1', 60), transfers: [{ quantity: { numeric }, fungible_info: { symbol: '\u202eETH' } }] }]
  await pass(8_000)
  expect([buy.progress, buy.bought]).toEqual(['done', bought])
})
