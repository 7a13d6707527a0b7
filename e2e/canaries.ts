import type { BrowserContext, Page, Request } from '@playwright/test'
import type { Urls } from '../demo/stack/index'
import { expect, stateOf, told } from './fixtures'

/** A secret of a journey, and where it is meant to be. */
type Canary = {
  readonly what: string
  readonly text: string
  /** Hosts whose requests may hold it, and those whose very URLs may. */
  readonly goesTo?: readonly string[]
  readonly inUrlsOf?: readonly string[]
  /** Stores that have to keep it, by `area name key`. */
  readonly keptIn?: RegExp
  /** Where the host is told it by contract. */
  readonly toldIn?: readonly string[]
}

export const hostOf = (url = '') => new URL(url).host
/** Everything is written to the console, and everything that can be is counted. */
export const loud = (urls: Urls) => ({ debug: '', 'analytics-url': `${urls.provider}count#address,query` })

type Heard = { readonly place: string; readonly text: string; readonly host?: string; readonly isUrl?: boolean }

declare global {
  interface Window {
    overhear(place: string, text: string): void
  }
}

/** Runs in every page and frame before anything else: what is written to the console, counted and told of errors, with all that is in it. */
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

/** All that an origin keeps, with its place and name. */
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

/** All markup, that in shadow roots too, and what is typed. */
function markupHere(): string {
  const of = (root: Element | ShadowRoot): string =>
    root.innerHTML +
    [...root.querySelectorAll('*')]
      .map((each) => (each.shadowRoot ? of(each.shadowRoot) : each instanceof HTMLInputElement ? each.value : ''))
      .join('\n')
  return of(document.documentElement)
}

/** How a secret may stand somewhere: as it is, or as one of the usual codings. */
function shapesOf(text: string): RegExp {
  const escaped = (shape: string) => shape.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  // Digits may stand in a longer number by chance.
  if (/^\d{6}$/.test(text)) return new RegExp(`(?<![0-9a-f])${text}(?![0-9a-f])`, 'i')
  const plain = text.replace(/^0x/, '')
  const coded = (['base64', 'base64url', 'hex'] as const).map((as) => Buffer.from(text).toString(as).replace(/=+$/, ''))
  return new RegExp([plain, encodeURIComponent(plain), ...coded].map(escaped).join('|'), 'i')
}

/** Listens to all pages of a context from now on, but those of a wallet elsewhere: their console, errors, counts, requests and sockets. */
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
    // A browser's jar knows no ports: with its page and scripts the stack's other hosts get what one of them has set. What we ask of another host is to have none of it.
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

  /** What was heard of a secret where it is not meant to be. */
  const leaks = (canary: Canary): string[] => {
    const shapes = shapesOf(canary.text)
    const places = heard.filter((each) => shapes.test(each.text) && !isMeant(canary, each)).map(({ place }) => place)
    return [...new Set(places)].map((place) => `${canary.what}: ${place}`)
  }

  return {
    /** Takes secrets among those that are looked for; `0x` does not count. */
    plant: (...planted: readonly Canary[]) => void canaries.push(...planted),
    leaks,
    /** Waits until something has been counted. */
    untilCounted: () => expect.poll(() => heard.some(({ place }) => place === 'analytics')).toBe(true),
    /** Takes down what a page tells, keeps and shows now. */
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
    /** Takes down what a visitor or a host can hand on when something does not work. */
    async diagnose(page: Page): Promise<void> {
      const diagnosis = await page.evaluate(() => document.querySelector('wallet-modal')?.diagnose())
      expect(diagnosis?.checks.length).toBeGreaterThan(5)
      heard.push({ place: 'the diagnosis', text: JSON.stringify(diagnosis) })
    },
    /** A text is shown no more, and nothing of the page holds it. */
    expectGone: (page: Page, text: string) => expect.poll(() => page.evaluate(markupHere)).not.toContain(text),
    /** So many secrets were planted, all different, and none was heard where it is not meant to be. */
    expectSilence(count: number): void {
      for (const { what, text } of canaries) expect(text.length, what).toBeGreaterThan(5)
      expect(new Set(canaries.map(({ text }) => text)).size).toBe(canaries.length)
      expect(canaries.map(({ what }) => what)).toHaveLength(count)
      expect(canaries.flatMap(leaks)).toEqual([])
    },
  }
}
