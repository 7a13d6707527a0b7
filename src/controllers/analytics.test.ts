import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import usage from '../../demo/docs/usage.md?raw'
import eventsSource from '../../elements/events.ts?raw'
import { AUTH_ID } from '../lib/auth-id'
import { WalletError } from '../lib/errors'
import { attempt } from '../state/attempt'
import { chainOf } from '../state/chains'
import { embedded } from '../state/embedded'
import { history } from '../state/history'
import { modal } from '../state/modal'
import { resetStores } from '../state/store'
import { wallets } from '../state/wallets'
import type { ViewName } from '../views'
import { BATCH_LIMIT, BATCH_MS, startAnalytics } from './analytics'
import factsSource from './analytics-facts.ts?raw'
import { allowed } from './consent'
import { tellEnd } from './endings'
import { report } from './report'
import { noteUpgrade } from './upgrade'

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

  test('a sending is counted when it is agreed to and when it is sent, without sum, token or receiver', async () => {
    Object.assign(modal, { elementId: 1, stack: [{ view: 'SendReview' }] })
    await settled()
    const about = { kind: 'send', networkId: 'eip155:56' } as const
    expect(allowed({ type: 'before-transaction', ...about, request: { to: ADDRESS } })).toBe(true)
    allowed({ type: 'transaction', ...about, hash: '0x1', status: 'submitted' })
    allowed({ type: 'transaction', ...about, hash: '0x1', status: 'confirmed' })
    await vi.advanceTimersByTimeAsync(BATCH_MS)
    const properties = { isSmartAccount: false }
    expect(events().slice(1)).toMatchObject([
      { event: 'SEND_INITIATED', properties },
      { event: 'SEND_SUCCESS', properties },
    ])
    expect(sent.map(({ body }) => body).join()).not.toMatch(/0xf39f/i)
  })

  test('a swap is counted apart from the approval before it, and what went wrong by its step', async () => {
    Object.assign(modal, { elementId: 1, stack: [{ view: 'SwapReview' }] })
    await settled()
    const about = { networkId: 'eip155:56' } as const
    allowed({ type: 'before-transaction', kind: 'approve', ...about, request: {} })
    report(new WalletError('USER_REJECTED'))
    allowed({ type: 'before-transaction', kind: 'swap', ...about, request: {} })
    report(new WalletError('SWAP_FAILED'))
    allowed({ type: 'before-transaction', kind: 'calls', ...about, request: {} })
    allowed({ type: 'transaction', kind: 'calls', ...about, hash: '0x1', status: 'submitted' })
    await vi.advanceTimersByTimeAsync(BATCH_MS)
    expect(events().map(({ event }) => event)).toEqual([
      ...['MODAL_OPEN', 'SWAP_APPROVAL_ERROR', 'INITIATE_SWAP', 'SWAP_ERROR', 'INITIATE_SWAP', 'SWAP_SUCCESS'],
    ])
  })

  test('a sign-in by e-mail is counted step by step, without the address or the code', async () => {
    modal.elementId = 1
    const view = async (name: ViewName) => {
      modal.stack = [{ view: name }]
      await settled()
    }
    const step = async (busy: 'email' | 'code', code?: 'LOGIN_STEP_FAILED') => {
      Object.assign(embedded, { busy, code: undefined, email: 'a@b.example' })
      await settled()
      Object.assign(embedded, { busy: undefined, code })
      await settled()
    }
    await view('EmailLogin')
    await step('email')
    await view('EmailVerifyDevice')
    await view('EmailVerifyOtp')
    await step('code', 'LOGIN_STEP_FAILED')
    await step('code')
    await vi.advanceTimersByTimeAsync(BATCH_MS)
    expect(events().map(({ event }) => event)).toEqual([
      ...['MODAL_OPEN', 'EMAIL_LOGIN_SELECTED', 'EMAIL_SUBMITTED', 'EMAIL_VERIFICATION_CODE_SENT'],
      ...['DEVICE_REGISTERED_FOR_EMAIL', 'EMAIL_VERIFICATION_CODE_FAIL', 'EMAIL_VERIFICATION_CODE_PASS'],
    ])
    expect(sent.map(({ body }) => body).join()).not.toContain('b.example')
  })

  test('a sign-in by a social network is counted from its start to its end, and the way to the secure site', async () => {
    modal.elementId = 1
    const busy = async (now: 'social' | undefined, more: Partial<typeof embedded> = {}) => {
      Object.assign(embedded, { busy: now, ...more })
      await settled()
    }
    await busy('social', { social: 'github', username: 'ada' })
    await busy(undefined)
    await busy('social')
    await busy(undefined, { code: 'SOCIAL_LOGIN_FAILED' })
    await busy('social', { code: undefined })
    Object.assign(chainOf('eip155'), { status: 'connected', caipAddress: `eip155:56:${ADDRESS}`, connectorId: AUTH_ID })
    await busy(undefined)
    noteUpgrade()
    await settled()
    await vi.advanceTimersByTimeAsync(BATCH_MS)
    const provider = 'github'
    expect(events().slice(1)).toMatchObject([
      { event: 'SOCIAL_LOGIN_STARTED', properties: { provider } },
      { event: 'SOCIAL_LOGIN_CANCELED', properties: { provider } },
      { event: 'SOCIAL_LOGIN_STARTED', properties: { provider } },
      { event: 'SOCIAL_LOGIN_ERROR', properties: { provider, message: 'SOCIAL_LOGIN_FAILED' } },
      { event: 'SOCIAL_LOGIN_STARTED', properties: { provider } },
      { event: 'SOCIAL_LOGIN_SUCCESS', properties: { provider } },
      { event: 'EMAIL_UPGRADE_FROM_MODAL' },
    ])
    expect(sent.map(({ body }) => body).join()).not.toContain('ada')
  })

  test('a search, the history and its pages, a question to sign in that is canceled', async () => {
    modal.elementId = 1
    modal.stack = [{ view: 'SIWXSignMessage' }]
    await settled()
    modal.stack = [{ view: 'Connect' }]
    wallets.search = { ...wallets.search, text: ADDRESS }
    await settled()
    history.status = 'loading'
    await settled()
    Object.assign(history, { status: 'ready', paging: 'loading' })
    await vi.advanceTimersByTimeAsync(BATCH_MS)
    const names = ['MODAL_OPEN', 'CLICK_CANCEL_SIWX', 'SEARCH_WALLET', 'CLICK_TRANSACTIONS', 'LOAD_MORE_TRANSACTIONS']
    expect(events().map(({ event }) => event)).toEqual(names)
    expect(sent.map(({ body }) => body).join()).not.toMatch(/0xf39f/i)
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

describe('the page about it', () => {
  const table = usage.slice(usage.indexOf('| Analytics event'))
  const rows = table.split('\n').filter((line) => line.startsWith('| `'))
  const inPage = rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name))

  test('names every event that is sent', () => {
    const sent = [...factsSource.matchAll(/^ {2}([A-Z][A-Z_]+): [A-Z]\w*|^ {2}([A-Z][A-Z_]+): \{ /gm)].map(([, a, b]) => a ?? b)
    expect(inPage.filter((name) => name && !sent.includes(name))).toEqual([])
    expect(sent.filter((name) => !inPage.includes(name))).toEqual([])
  })
  test('names for each an event of the element, which there is, or says why there is none', () => {
    const told = [...eventsSource.matchAll(/^ {2}'(wallet-[a-z-]+)'/gm)].map(([, name]) => name)
    for (const row of rows) {
      const own = [...(row.split('|')[2] ?? '').matchAll(/`(wallet-[a-z-]+)`/g)].map(([, name]) => name)
      expect(
        own.filter((name) => !told.includes(name)),
        row,
      ).toEqual([])
      expect(own.length > 0 || /none: /.test(row), row).toBe(true)
    }
    expect(rows.length).toBeGreaterThan(15)
  })
})
