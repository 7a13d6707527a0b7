import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { clearApiCache } from '../api/call'
import { configureApi } from '../api/settings'
import { buy } from '../state/buy'
import { chainOf } from '../state/chains'
import { config } from '../state/config'
import { resetStores } from '../state/store'
import { PAGE_RENEWAL_MS, retryBuy, startBuy, startPurchase } from './buy'
import { loadNetworks } from './network-list'
import { keepPage } from './purchase'

/** The seller's page is of a session that lasts this long and can be used once, as Coinbase's. */
const SESSION_MS = 300_000

let made = 0
/** Whether the service fails when it is asked for the first seller's page. */
let isSilent = false
const page = (count: number) => `https://pay.coinbase.com/buy?sessionToken=${count}&fiatCurrency=USD`
const host = Object.assign(new EventTarget(), { hidden: false })

let stop = () => {}
beforeEach(async () => {
  resetStores()
  clearApiCache()
  configureApi({ projectId: 'local', providerUrl: 'https://rpc.example/' })
  made = 0
  isSilent = false
  host.hidden = false
  vi.stubGlobal('document', host)
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('fetch', async (target: URL) => {
    const { pathname } = new URL(target)
    if (pathname === '/v1/supported-chains') return Response.json({ http: ['eip155:8453'], ws: [] })
    if (pathname === '/v1/generators/onrampurl' && isSilent) return Response.json({}, { status: 501 })
    if (pathname === '/v1/generators/onrampurl') return Response.json({ url: page(++made) })
    return Response.json({}, { status: 404 })
  })
  Object.assign(config, { networks: ['eip155:8453'] })
  const caipAddress = 'eip155:8453:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' as const
  Object.assign(chainOf('eip155'), { status: 'connected', networkId: 'eip155:8453', caipAddress, accountType: 'eoa' })
  // The chunks that load with the form take real time.
  await Promise.all([loadNetworks(), import('../api/onramp')])
  vi.useFakeTimers()
  stop = startBuy()
  await vi.advanceTimersByTimeAsync(5_000)
  expect([buy.url, buy.urlStatus]).toEqual([page(1), 'idle'])
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  configureApi({ projectId: undefined, providerUrl: undefined })
})

test('the page of a form that stays open is renewed before its session ends: the button led to one that had expired', async () => {
  for (let passed = 0; passed < 3; passed++) {
    const before = made
    await vi.advanceTimersByTimeAsync(SESSION_MS - 10_000)
    expect(made).toBeGreaterThan(before)
    expect([buy.url, buy.urlStatus]).toEqual([page(made), 'idle'])
  }
})

test('of a hidden form it is renewed when that is looked at again, and the button waits for it', async () => {
  host.hidden = true
  await vi.advanceTimersByTimeAsync(3 * SESSION_MS)
  expect(made).toBe(1)
  host.hidden = false
  host.dispatchEvent(new Event('visibilitychange'))
  expect(buy.urlStatus).toBe('loading')
  await vi.advanceTimersByTimeAsync(1_000)
  expect([buy.url, buy.urlStatus]).toEqual([page(2), 'idle'])
})

test('error: a page of an earlier visit, which may be used up, is not led to while the next one is on its way', async () => {
  stop()
  stop = startBuy()
  expect([buy.url, buy.urlStatus]).toEqual([undefined, 'idle'])
  await vi.advanceTimersByTimeAsync(5_000)
  expect([buy.url, buy.urlStatus]).toEqual([page(2), 'idle'])
})

test('error: a seller whose page could not be renewed stays chosen; another one, with its price, took its place unasked', async () => {
  buy.offers = [{ seller: 'A', code: 'ETH_BASE', name: 'Seller A', bought: '1', total: '100', fee: '1' }]
  isSilent = true
  await vi.advanceTimersByTimeAsync(SESSION_MS - 10_000)
  expect([buy.seller, buy.firstHost, buy.url, buy.urlStatus]).toEqual([undefined, 'pay.coinbase.com', undefined, 'silent'])
  isSilent = false
  retryBuy()
  await vi.advanceTimersByTimeAsync(5_000)
  expect([buy.seller, buy.url, buy.urlStatus]).toEqual([undefined, page(2), 'idle'])
})

test('where nobody sells, nobody is asked again unless the visitor changes something', async () => {
  stop()
  Object.assign(buy, { url: undefined, urlStatus: 'failed' })
  vi.stubGlobal('fetch', async (target: URL) => {
    made++
    return Response.json(target.pathname.endsWith('onrampurl') ? { url: '' } : {}, {
      status: target.pathname.endsWith('url') ? 200 : 404,
    })
  })
  stop = startBuy()
  await vi.advanceTimersByTimeAsync(5_000)
  expect([buy.url, buy.urlStatus]).toEqual([undefined, 'failed'])
  const before = made
  await vi.advanceTimersByTimeAsync(3 * SESSION_MS)
  expect([made, buy.urlStatus]).toEqual([before, 'failed'])
})

describe('the link to copy for another device, while a purchase is awaited', () => {
  beforeEach(async () => {
    startPurchase()
    stop()
    stop = keepPage()
    // The one that was opened is not offered while the next is made.
    expect(buy.url).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1_000)
  })

  test('leads to a page that nobody has opened, and which has not ended: it led to the one that this device had used up', async () => {
    expect(buy.url).toBe(page(2))
    for (let passed = 0; passed < 3; passed++) {
      const before = made
      await vi.advanceTimersByTimeAsync(SESSION_MS - 10_000)
      expect(made).toBeGreaterThan(before)
      expect(buy.url).toBe(page(made))
    }
  })

  test('error: is gone where the service makes no page, with the same seller, and is back with the next page', async () => {
    buy.offers = [{ seller: 'A', code: 'ETH_BASE', name: 'Seller A', bought: '1', total: '100', fee: '1' }]
    isSilent = true
    await vi.advanceTimersByTimeAsync(PAGE_RENEWAL_MS)
    expect([buy.url, buy.seller]).toEqual([undefined, undefined])
    isSilent = false
    await vi.advanceTimersByTimeAsync(PAGE_RENEWAL_MS)
    expect(buy.url).toBe(page(made))
  })

  test('error: is not made for another account, which may be active by now', async () => {
    chainOf('eip155').caipAddress = 'eip155:8453:0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
    const before = made
    await vi.advanceTimersByTimeAsync(PAGE_RENEWAL_MS)
    expect([made, buy.url]).toEqual([before, undefined])
  })

  test('error: a page that is made after leaving is not put into the form, which may be another purchase’s by then', async () => {
    vi.advanceTimersByTime(PAGE_RENEWAL_MS)
    stop()
    buy.url = 'https://pay.coinbase.com/next'
    await vi.advanceTimersByTimeAsync(5_000)
    expect(buy.url).toBe('https://pay.coinbase.com/next')
  })

  test('is not asked for once the purchase is done', async () => {
    buy.progress = 'done'
    const before = made
    await vi.advanceTimersByTimeAsync(3 * SESSION_MS)
    expect(made).toBe(before)
  })
})
