import { afterEach, beforeEach, vi } from 'vitest'
import { startAnalytics } from '../src/controllers/analytics'
import { attempt } from '../src/state/attempt'
import { chainOf } from '../src/state/chains'
import { resetStores } from '../src/state/store'

export const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
type Batch = { events: { event: string; properties: Record<string, unknown>; url: string; address?: string }[] }

export let sent: { url: string; body: string }[]
let accepts = true
export let hide: () => void
export let stop: () => void
export const settled = () => vi.advanceTimersByTimeAsync(1)
export const all = () => sent.flatMap(({ body }) => (JSON.parse(body) as Batch).events)
/** The events sent since the element was set up. */
export const events = () => all().filter(({ event }) => event !== 'INITIALIZE')

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
  vi.restoreAllMocks()
  vi.useRealTimers()
})

/** Sets whether the browser accepts a beacon. */
export function accept(value: boolean) {
  accepts = value
}

/** Restarts analytics with another URL. */
export function restart(url: string) {
  stop()
  sent = []
  stop = startAnalytics(url)
}

export async function connect() {
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
