import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetConnectors } from '../controllers/discovery'
import { sleep } from '../controllers/wake'
import { config } from '../state/config'
import { connectors } from '../state/connectors'
import { resetStores } from '../state/store'
import { offerOwn, ownOffered } from './own-wallets'

const own = { id: 'bakery', name: 'Bakery Wallet', provider: { request: async () => [] } }
let page: AbortController
/** How often its code was asked for. */
let asked = 0

/** Offers a wallet of the app, on a line where its code loads with the `time`th request. */
function offer(time: number) {
  asked = 0
  offerOwn([own], page.signal, async () => {
    if (++asked < time) throw new TypeError('Failed to fetch dynamically imported module')
    return import('../controllers/host-wallets')
  })
  return ownOffered()
}
const listed = () => connectors.list.map(({ id }) => id)

beforeEach(() => {
  resetStores()
  Object.assign(config, { mode: 'localhost', networks: ['eip155:31337'] })
  page = new AbortController()
  vi.stubGlobal('location', { host: 'bakery.example', origin: 'https://bakery.example', pathname: '/' })
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal(
    'document',
    Object.assign(new EventTarget(), { title: 'Bakery', querySelector: () => null, querySelectorAll: () => [] }),
  )
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})
afterEach(() => {
  page.abort()
  sleep()
  forgetConnectors()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('the app’s own wallet is listed when that settles', async () => {
  await offer(1)
  expect(listed()).toContain('bakery')
})

test('error: where its code does not load that rejects, and it is listed once it has', async () => {
  await expect(offer(3)).rejects.toThrow('Failed to fetch')
  expect(listed()).not.toContain('bakery')
  await vi.advanceTimersByTimeAsync(5_000)
  await vi.waitFor(() => expect(listed()).toContain('bakery'))
  await ownOffered()
})

test('error: it is not asked for after the stop', async () => {
  await offer(9).catch(() => {})
  const before = asked
  page.abort()
  await vi.advanceTimersByTimeAsync(600_000)
  expect(asked).toBe(before)
})

test('it is not listed if the page has stopped while its code loaded', async () => {
  const offered = offer(1)
  page.abort()
  await offered
  expect(listed()).not.toContain('bakery')
})

test('nor if it has stopped while the code that reads it loaded', async () => {
  offerOwn([own], page.signal, async () => {
    const controller = await import('../controllers/host-wallets')
    return {
      ...controller,
      offerWallets: (...given) => {
        const offered = controller.offerWallets(...given)
        page.abort()
        return offered
      },
    }
  })
  await ownOffered()
  expect(listed()).not.toContain('bakery')
})
