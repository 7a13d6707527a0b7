import type { BrowserContext, Page, Request } from '@playwright/test'
import type { Urls } from '../demo/stack/index'
import { expect, stateOf, told } from './fixtures'

/** A secret of a test, and the places where it belongs. */
type Canary = {
  readonly what: string
  readonly text: string
  /** Hosts whose requests may contain it, and hosts whose URLs may. */
  readonly goesTo?: readonly string[]
  readonly inUrlsOf?: readonly string[]
  /** Stores that have to hold it, by `area name key`. */
  readonly keptIn?: RegExp
  /** Places where the host is told it by contract. */
  readonly toldIn?: readonly string[]
}

export const hostOf = (url = '') => new URL(url).host
/** Attributes that turn on debug output and analytics of every kind. */
export const loud = (urls: Urls) => ({ debug: '', 'analytics-url': `${urls.provider}count#address,query` })

type Heard = { readonly place: string; readonly text: string; readonly host?: string; readonly isUrl?: boolean }

declare global {
  interface Window {
    overhear(place: string, text: string): void
  }
}

/** Runs in every page and frame before anything else: reports console output, analytics and `wallet-error` details, with nested values. */
function overhearAll(): void {
  const deep = (value: unknown, depth = 0, seen = new Set<unknown>()): string => {
    if (typeof value === 'string') return value
    if (typeof value !== 'object' || value === null || value instanceof Node || depth > 6 || seen.has(value)) return String(value)
    seen.add(value)
    const names = value instanceof Error ? ['name', 'message', 'stack', 'cause', ...Object.keys(value)] : Object.keys(value)
    return names.map((name) => `${name}=${deep(Reflect.get(value, name), depth + 1, seen)}`).join('; ')
  }
  for (const level of ['log', 'info', 'warn', 'error', 'debug', 'trace'] as const) {
    const own = console[level]
    console[level] = (...given: unknown[]) => {
      window.overhear('console', given.map((each) => deep(each)).join(' '))
      own(...given)
    }
  }
  navigator.sendBeacon = (url, body) => {
    window.overhear('analytics', `${url} ${body}`)
    return true
  }
  document.addEventListener('wallet-error', (event) => window.overhear('errors', deep((event as CustomEvent).detail)))
}

/** Everything in the origin's storage and cookies, as place and text. */
async function keptHere(): Promise<[string, string][]> {
  const areas = { localStorage, sessionStorage }
  const kept = Object.entries(areas).flatMap(([area, store]) =>
    Object.entries({ ...store }).map(([key, text]): [string, string] => [`${area} ${key}`, `${key} ${text}`]),
  )
  const answer = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  for (const { name = '' } of await indexedDB.databases()) {
    const database = await answer(indexedDB.open(name))
    for (const store of [...database.objectStoreNames]) {
      const entries = database.transaction(store).objectStore(store)
      const [keys, values] = await Promise.all([answer(entries.getAllKeys()), answer(entries.getAll())])
      kept.push(...keys.map((key, at): [string, string] => [`indexedDB ${name} ${key}`, `${key} ${JSON.stringify(values[at])}`]))
    }
    database.close()
  }
  return [...kept, ['cookies', document.cookie]]
}

/** All markup including shadow roots, and the values of inputs. */
function markupHere(): string {
  const of = (root: Element | ShadowRoot): string =>
    root.innerHTML +
    [...root.querySelectorAll('*')]
      .map((each) => (each.shadowRoot ? of(each.shadowRoot) : each instanceof HTMLInputElement ? each.value : ''))
      .join('\n')
  return of(document.documentElement)
}

/** Matches a secret as it is or in one of the usual encodings. */
function shapesOf(text: string): RegExp {
  const escaped = (shape: string) => shape.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  // Six digits may occur in a longer number by chance.
  if (/^\d{6}$/.test(text)) return new RegExp(`(?<![0-9a-f])${text}(?![0-9a-f])`, 'i')
  const plain = text.replace(/^0x/, '')
  const coded = (['base64', 'base64url', 'hex'] as const).map((as) => Buffer.from(text).toString(as).replace(/=+$/, ''))
  return new RegExp([plain, encodeURIComponent(plain), ...coded].map(escaped).join('|'), 'i')
}

/** Listens to a context's pages, except the wallet's own: console, errors, analytics, requests and sockets. */
export async function overhear(context: BrowserContext, { wallet = 'none:' }: { wallet?: string } = {}) {
  const heard: Heard[] = []
  const canaries: Canary[] = []
  await context.exposeBinding('overhear', ({ page }, place: string, text: string) => {
    if (!page.url().startsWith(wallet)) heard.push({ place, text })
  })
  await context.addInitScript(overhearAll)
  context.on('console', (message) => {
    if (!message.page()?.url().startsWith(wallet)) heard.push({ place: 'console', text: message.text() })
  })
  const note = (request: Request) => {
    const url = request.url()
    if (/^(data|blob|about):/.test(url)) return
    const host = hostOf(url)
    heard.push({ place: `a URL of ${host}`, text: url, host, isUrl: true })
    const { cookie, ...headers } = request.headers()
    // Cookies are shared across ports, so pages and scripts of the stack's other hosts get them too. Our fetches to another host must not.
    const isOwn = headers.referer?.startsWith(new URL(url).origin) || !['fetch', 'xhr'].includes(request.resourceType())
    const text = `${request.postData() ?? ''} ${isOwn ? '' : cookie} ${JSON.stringify(headers)}`
    heard.push({ place: `a request to ${host}`, text, host })
  }
  context.on('request', note)
  const watch = (page: Page) =>
    page.on('websocket', (socket) => {
      if (page.url().startsWith(wallet)) return
      const host = hostOf(socket.url())
      heard.push({ place: `a URL of ${host}`, text: socket.url(), host, isUrl: true })
      socket.on('framesent', ({ payload }) => heard.push({ place: `a socket to ${host}`, text: String(payload), host }))
    })
  context.on('page', watch)
  for (const page of context.pages()) watch(page)

  const isMeant = ({ goesTo, inUrlsOf, keptIn, toldIn }: Canary, { place, host, isUrl }: Heard) =>
    host !== undefined
      ? Boolean((isUrl ? inUrlsOf : goesTo)?.includes(host))
      : Boolean(keptIn?.test(place) || toldIn?.includes(place))

  /** The places where a secret was found though it does not belong there. */
  const leaks = (canary: Canary): string[] => {
    const shapes = shapesOf(canary.text)
    const places = heard.filter((each) => shapes.test(each.text) && !isMeant(canary, each)).map(({ place }) => place)
    return [...new Set(places)].map((place) => `${canary.what}: ${place}`)
  }

  return {
    /** Adds secrets to look for; a leading `0x` is ignored. */
    plant: (...planted: readonly Canary[]) => void canaries.push(...planted),
    leaks,
    /** Waits until analytics were sent. */
    untilCounted: () => expect.poll(() => heard.some(({ place }) => place === 'analytics')).toBe(true),
    /** Notes the page's events, storage, state, markup and address. */
    async look(page: Page): Promise<void> {
      for (const { type, detail } of await told(page)) heard.push({ place: `the event ${type}`, text: JSON.stringify(detail) })
      for (const [place, text] of await page.evaluate(keptHere)) heard.push({ place, text })
      const state = JSON.stringify(await stateOf(page))
      const shown = await page.evaluate(markupHere)
      heard.push(
        { place: 'the state', text: state },
        { place: 'what is shown', text: shown },
        { place: 'the address', text: page.url() },
      )
    },
    /** Notes the diagnosis that a visitor or host can pass on to support. */
    async diagnose(page: Page): Promise<void> {
      const diagnosis = await page.evaluate(() => document.querySelector('wallet-modal')?.diagnose())
      expect(diagnosis?.checks.length).toBeGreaterThan(5)
      heard.push({ place: 'the diagnosis', text: JSON.stringify(diagnosis) })
    },
    /** Waits until a text is nowhere in the page's markup or inputs. */
    expectGone: (page: Page, text: string) => expect.poll(() => page.evaluate(markupHere)).not.toContain(text),
    /** Asserts that `count` different secrets were planted and none was found where it does not belong. */
    expectSilence(count: number): void {
      for (const { what, text } of canaries) expect(text.length, what).toBeGreaterThan(5)
      expect(new Set(canaries.map(({ text }) => text)).size).toBe(canaries.length)
      expect(canaries.map(({ what }) => what)).toHaveLength(count)
      expect(canaries.flatMap(leaks)).toEqual([])
    },
  }
}
