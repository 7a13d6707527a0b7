import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ANNOUNCE_GRACE_MS, discover } from './injected'
import type { Connector } from './types'

const info = { uuid: '350670db-19fa-4704-a166-fc56527e91a9', name: 'Own', icon: '', rdns: 'com.own' }
const provider = { request: async () => null, isMetaMask: true }
let page: EventTarget & { ethereum?: unknown }
let list: Connector[]
let stop = () => {}
const announce = (detail: unknown) => page.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
const start = () => {
  stop = discover((connector) => list.push(connector))
}

beforeEach(() => {
  vi.useFakeTimers()
  page = new EventTarget()
  vi.stubGlobal('window', page)
  list = []
})
afterEach(() => {
  stop()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('discover', () => {
  test('the page’s provider is offered as "Browser Wallet", whatever it claims to be', () => {
    page.ethereum = provider
    start()
    vi.advanceTimersByTime(ANNOUNCE_GRACE_MS - 1)
    expect(list).toEqual([])
    vi.advanceTimersByTime(1)
    expect(list).toMatchObject([{ id: 'injected', name: 'Browser Wallet', type: 'INJECTED', namespaces: ['eip155'] }])
  })

  test('a wallet that announces itself replaces it', () => {
    page.ethereum = provider
    page.addEventListener('eip6963:requestProvider', () => announce({ info, provider }))
    start()
    vi.advanceTimersByTime(1000)
    expect(list).toEqual([])
  })

  test.each([
    ['of nothing', null],
    ['without a provider', { info }],
    ['without a word about the wallet', { provider }],
    ['with a malformed uuid', { info: { ...info, uuid: 'x' }, provider }],
    ['with an empty name', { info: { ...info, name: ' ' }, provider }],
  ])('an announcement %s, which is ignored, does not', (_, detail) => {
    page.ethereum = provider
    start()
    announce(detail)
    vi.advanceTimersByTime(ANNOUNCE_GRACE_MS)
    expect(list).toHaveLength(1)
  })

  test('a provider injected late is offered on ethereum#initialized, once', () => {
    start()
    vi.advanceTimersByTime(1000)
    page.ethereum = provider
    page.dispatchEvent(new Event('ethereum#initialized'))
    page.dispatchEvent(new Event('ethereum#initialized'))
    expect(list).toHaveLength(1)
  })

  test('error: a getter that throws is not a wallet (fault 19)', () => {
    Object.defineProperty(page, 'ethereum', {
      get() {
        throw new Error('no')
      },
    })
    start()
    vi.advanceTimersByTime(1000)
    expect(list).toEqual([])
  })

  test('after stop nothing is offered', () => {
    page.ethereum = provider
    start()
    stop()
    vi.advanceTimersByTime(1000)
    page.dispatchEvent(new Event('ethereum#initialized'))
    expect(list).toEqual([])
    expect(vi.getTimerCount()).toBe(0)
  })
})
