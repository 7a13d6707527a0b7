import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { WalletError } from '../lib/errors'
import { attempt } from '../state/attempt'
import { chainOf } from '../state/chains'
import { modal } from '../state/modal'
import { resetStores } from '../state/store'
import { BATCH_LIMIT, BATCH_MS, startAnalytics } from './analytics'
import { tellEnd } from './endings'
import { report } from './report'

const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
type Batch = { events: { event: string; properties: Record<string, unknown>; url: string }[] }

let sent: { url: string; body: string }[]
let accepts = true
let hide: () => void
let stop: () => void
const settled = () => vi.advanceTimersByTimeAsync(1)
const events = () => sent.flatMap(({ body }) => (JSON.parse(body) as Batch).events)

beforeEach(() => {
  vi.useFakeTimers()
  resetStores()
  sent = []
  accepts = true
  const listeners = new Set<() => void>()
  const page = {
    visibilityState: 'visible',
    addEventListener: (_: string, listener: () => void) => listeners.add(listener),
    removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
  }
  hide = () => {
    page.visibilityState = 'hidden'
    for (const listener of listeners) listener()
  }
  vi.stubGlobal('document', page)
  vi.stubGlobal('location', { origin: 'https://shop.example', pathname: '/cart', href: 'https://shop.example/cart?mail=a@b.c#x' })
  vi.stubGlobal('navigator', {
    userAgent: 'desktop',
    sendBeacon: (url: string, body: string) => {
      if (accepts) sent.push({ url, body })
      return accepts
    },
  })
  stop = startAnalytics('https://count.example/e')
})
afterEach(() => {
  stop()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

async function connect() {
  Object.assign(attempt, { status: 'waiting', wallet: { id: 'io.metamask', name: 'MetaMask' } })
  await settled()
  const chain = chainOf('eip155')
  Object.assign(chain, {
    status: 'connected',
    networkId: 'eip155:56',
    caipAddress: `eip155:56:${ADDRESS}`,
    connectorId: 'io.metamask',
  })
  attempt.status = 'connected'
  await settled()
}

describe('startAnalytics', () => {
  test('sends what happened as one batch, with neither address nor query', async () => {
    modal.elementId = 1
    await settled()
    modal.stack = [{ view: 'AllWallets' }]
    await settled()
    await connect()
    chainOf('eip155').networkId = 'eip155:97'
    await settled()
    tellEnd({ namespace: 'eip155', caipAddress: `eip155:97:${ADDRESS}`, reason: 'user' })
    expect(sent).toEqual([])
    await vi.advanceTimersByTimeAsync(BATCH_MS)
    expect(sent.map(({ url }) => url)).toEqual(['https://count.example/e'])
    expect(events().map(({ event, properties }) => [event, properties])).toEqual([
      ['MODAL_OPEN', { connected: false }],
      ['CLICK_ALL_WALLETS', {}],
      ['SELECT_WALLET', { name: 'MetaMask', platform: 'browser' }],
      ['CONNECT_SUCCESS', { method: 'browser', name: 'MetaMask' }],
      ['SWITCH_NETWORK', { network: 'eip155:97' }],
      ['DISCONNECT_SUCCESS', { namespace: 'eip155' }],
    ])
    expect(new Set(events().map(({ url }) => url))).toEqual(new Set(['https://shop.example/cart']))
    expect(sent.map(({ body }) => body).join()).not.toMatch(/0xf39f|@|#x|mail/i)
  })

  test('an error is told by its code, never by a wallet’s words', async () => {
    Object.assign(attempt, { status: 'waiting', wallet: { id: 'x', name: 'X' } })
    await settled()
    Object.assign(attempt, { status: 'failed', code: 'CONNECT_FAILED' })
    report(new WalletError('CONNECT_FAILED', { message: `${ADDRESS} is locked` }))
    await vi.advanceTimersByTimeAsync(BATCH_MS)
    expect(events().at(-1)).toMatchObject({ event: 'CONNECT_ERROR', properties: { message: 'CONNECT_FAILED' } })
  })

  test('what waits is sent when the page is hidden, and when it stops', async () => {
    modal.elementId = 1
    await settled()
    hide()
    expect(events().map(({ event }) => event)).toEqual(['MODAL_OPEN'])
    modal.elementId = undefined
    await settled()
    stop()
    expect(events().map(({ event }) => event)).toEqual(['MODAL_OPEN', 'MODAL_CLOSE'])
  })

  test('an account that is only watched is no wallet', async () => {
    Object.assign(attempt, { status: 'waiting', wallet: { id: 'watch', name: 'Watch only' } })
    await vi.advanceTimersByTimeAsync(BATCH_MS)
    expect(sent).toEqual([])
  })

  test('error: a beacon that is refused is kept for the next time, and no more than a batch of it', async () => {
    accepts = false
    for (let i = 0; i < BATCH_LIMIT + 20; i++) {
      modal.elementId = i % 2 ? undefined : 1
      await settled()
    }
    accepts = true
    await vi.advanceTimersByTimeAsync(BATCH_MS)
    hide()
    expect(events()).toHaveLength(BATCH_LIMIT)
  })
})
