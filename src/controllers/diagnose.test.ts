import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { adapters } from '../adapters'
import { resetStores } from '../state/store'
import { configure } from './config'
import { diagnose } from './diagnose'
import { takeSignClient } from './sign-client'

const PAGE = 'https://shop.example/cart'

/** A relay that never answers. */
class SilentSocket {
  static readonly opened: SilentSocket[] = []
  open = true
  constructor() {
    SilentSocket.opened.push(this)
  }
  close() {
    this.open = false
  }
}

/** The page, which counts its listeners. */
class ListenedPage extends EventTarget {
  listeners = 0
  override addEventListener(...args: Parameters<EventTarget['addEventListener']>) {
    this.listeners++
    super.addEventListener(...args)
  }
  override removeEventListener(...args: Parameters<EventTarget['removeEventListener']>) {
    this.listeners--
    super.removeEventListener(...args)
  }
}

let page: ListenedPage
/** URLs blocked by the page’s policy. */
let blocked: string[]

beforeEach(() => {
  vi.useFakeTimers()
  page = new ListenedPage()
  blocked = []
  SilentSocket.opened.length = 0
  vi.stubGlobal('document', page)
  vi.stubGlobal('window', { self: 0, top: 0 })
  vi.stubGlobal('location', new URL(`${PAGE}?item=1#top`))
  vi.stubGlobal('WebSocket', SilentSocket)
  vi.stubGlobal('fetch', async (url: string) => {
    if (!blocked.includes(url)) return Response.json({ result: '0x7a69' })
    const violation = Object.assign(new Event('securitypolicyviolation'), { blockedURI: url, effectiveDirective: 'connect-src' })
    // In a task of its own, as browsers do: by then the request has failed.
    setTimeout(() => page.dispatchEvent(violation))
    throw new TypeError('Failed to fetch')
  })
  configure({ projectId: 'local', networks: ['eip155:31337'], rpcUrl: { 'eip155:31337': ['https://rpc.shop.example/'] } })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  resetStores()
})

/** Lets time pass until it has settled. */
async function waitedFor<T>(work: Promise<T>): Promise<T> {
  let isDone = false
  void work.finally(() => {
    isDone = true
  })
  while (!isDone) await vi.runAllTimersAsync()
  return work
}

/** The findings, once everything has been waited for. */
async function found() {
  const { checks } = await waitedFor(diagnose())
  return (name: string) => checks.find((check) => check.name === name)
}

describe('diagnose', () => {
  test('leaves nothing open: no socket, no timer, no listener', async () => {
    const check = await found()
    expect(check('Relay')).toEqual({ name: 'Relay', ok: false, text: 'relay.walletconnect.org cannot be reached' })
    expect(SilentSocket.opened.map(({ open }) => open)).toEqual([false])
    expect(page.listeners).toBe(0)
    const again = diagnose()
    // Its longest check, and a moment more.
    await vi.advanceTimersByTimeAsync(5_100)
    await again
    expect(vi.getTimerCount()).toBe(0)
  })

  test('error: network tables that fail to load are a finding', async () => {
    const { eip155 } = adapters
    adapters.eip155 = { networks: () => Promise.reject(new TypeError('Failed to fetch')) }
    configure({ networks: ['eip155:97'] })
    try {
      expect((await found())('Networks')).toMatchObject({ ok: false })
    } finally {
      if (eip155) adapters.eip155 = eip155
    }
    expect(page.listeners).toBe(0)
  })

  test('error: a network without an RPC URL is named, with what to write; for Bitcoin that is no fault', async () => {
    configure({ networks: ['eip155:4711', 'bip122:000000000019d6689c085ae165831e93'], defaultNetwork: 'eip155:1' })
    const check = await found()
    expect(check('RPC Unknown Network')).toEqual({
      name: 'RPC Unknown Network',
      ok: false,
      text: 'rpc-url has no URL for eip155:4711: its balances cannot be read, and nothing can be sent',
    })
    expect(check('RPC Bitcoin')).toMatchObject({ ok: true, text: expect.stringContaining('bip122:') })
    expect(check('Networks')).toMatchObject({
      ok: false,
      text: 'default-network is eip155:1, which is not in networks: eip155:4711 is used instead',
    })
  })

  test('error: a page without https is told what browsers keep from it; nothing was said', async () => {
    expect((await found())('HTTPS')).toMatchObject({ ok: true })
    vi.stubGlobal('isSecureContext', false)
    expect((await found())('HTTPS')).toMatchObject({ ok: false, text: expect.stringContaining('localhost') })
  })

  test('findings made elsewhere come first', async () => {
    const own = { name: 'Attributes', ok: false, text: 'projectid: write project-id' }
    const { checks, text } = await waitedFor(diagnose([own]))
    expect(checks[0]).toEqual(own)
    expect(text).toContain('FAIL Attributes: projectid: write')
  })

  test('a policy that keeps the page from the endpoint that is asked last is named as what it is', async () => {
    blocked.push('https://rpc.shop.example/')
    vi.stubGlobal('WebSocket', () => {
      throw new TypeError('blocked')
    })
    expect((await found())('CSP')?.text).toContain('connect-src rpc.shop.example')
  })

  test('a policy that only keeps the page from its own headers is no CSP finding', async () => {
    blocked.push(`${PAGE}?item=1`)
    const check = await found()
    expect(check('CSP')).toEqual({ name: 'CSP', ok: true, text: 'Nothing was blocked' })
    expect(check('COOP')).toMatchObject({ ok: true, text: 'The page’s headers could not be read' })
  })

  test('error: any other blocked URL is named, also on the page’s own host', async () => {
    configure({ projectId: 'local', networks: ['eip155:31337'], loginUrl: 'https://shop.example/login' })
    blocked.push('https://shop.example/login')
    expect((await found())('CSP')).toMatchObject({ ok: false, text: expect.stringContaining('connect-src shop.example') })
  })

  test('a site with its own sign client needs no project id, and its relay is not checked', async () => {
    configure({ networks: ['eip155:31337'] })
    takeSignClient({})
    const check = await found()
    takeSignClient(undefined)
    expect(check('Relay')).toEqual({ name: 'Relay', ok: true, text: 'The site’s own client' })
    expect(SilentSocket.opened).toEqual([])
  })
})
