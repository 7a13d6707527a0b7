import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { homeElement } from '../src/controllers/modal'
import { ownSiwx } from '../src/controllers/own-siwx'
import { onError } from '../src/controllers/report'
import { chainOf } from '../src/state/chains'
import { config } from '../src/state/config'
import { resetStores } from '../src/state/store'
import { applyGiven, type Door, enter, leave, later as ownOf } from './page'

let ids = 0
const told: string[] = []
let stop = () => {}
const doors: Door[] = []

beforeEach(() => {
  vi.stubGlobal('document', Object.assign(new EventTarget(), { readyState: 'complete' }))
  vi.stubGlobal('navigator', { language: 'en' })
  vi.stubGlobal(
    'MutationObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  vi.spyOn(console, 'error').mockImplementation(() => {})
  stop = onError(({ code }) => void told.push(code))
})
afterEach(() => {
  for (const each of doors.splice(0)) leave(each)
  told.length = 0
  stop()
  resetStores()
  vi.unstubAllGlobals()
})

/** An element of the page, as far as its one wallet knows it. */
function door(appName: string): Door & { isConnected: boolean } {
  const element = { elementId: ++ids, given: { appName }, isConnected: true, embedded: false, showState() {} }
  const node = { getRootNode: () => ({}), closest: () => null, dispatchEvent: () => true }
  return Object.assign(element, node) as never
}

/** As the element itself tells of it. */
function put(element: Door & { isConnected: boolean }): void {
  if (!doors.includes(element)) doors.push(element)
  element.isConnected = true
  enter(element)
}
function take(element: Door & { isConnected: boolean }): void {
  element.isConnected = false
  queueMicrotask(() => element.isConnected || leave(element))
}
/** When all of it has been told, a task later or two; by their order, since a busy machine keeps no time. */
async function later(): Promise<void> {
  for (let task = 0; task < 3; task++) await new Promise((done) => setTimeout(done))
}

test('another element that comes while the first one is moved is told that it disagrees', async () => {
  const [leader, other] = [door('Bakery'), door('Other')]
  put(leader)
  await later()
  take(leader)
  put(other)
  put(leader)
  await later()
  expect([told, config.appName]).toEqual([['CONFIG_CONFLICT'], 'Bakery'])
})

test.each([
  ['before', true],
  ['after', false],
])('one that takes the place of the first, put there %s that has gone, disagrees with nobody', async (_, isBefore) => {
  const [leader, next] = [door('Bakery'), door('Other')]
  put(leader)
  await later()
  if (isBefore) put(next)
  take(leader)
  if (!isBefore) put(next)
  await later()
  expect([told, config.appName]).toEqual([[], 'Other'])
})

test('nor does one that is there first, and is given the rest before that has gone', async () => {
  const [leader, next] = [door('Bakery'), door('Bakery')]
  put(leader)
  await later()
  put(next)
  Object.assign(next.given, { appName: 'Other' })
  applyGiven(next)
  take(leader)
  await later()
  expect([told, config.appName]).toEqual([[], 'Other'])
})

/** One that notes whom it is told that the page is ready. */
function hears(ready: string[], name: string) {
  const dispatchEvent = ({ type }: Event) => type === 'wallet-ready' && ready.push(name)
  return Object.assign(door('Bakery'), { dispatchEvent: dispatchEvent as never })
}

test('each element is told once that the page is ready, one that comes in the place of another too', async () => {
  const ready: string[] = []
  const [home, cart] = [hears(ready, 'home'), hears(ready, 'cart')]
  put(home)
  await later()
  expect(ready).toEqual(['home'])
  // As where a page of one route makes way for the next.
  take(home)
  put(cart)
  await later()
  // Moved within the page it is the same.
  take(cart)
  put(cart)
  await later()
  expect(ready).toEqual(['home', 'cart'])
})

test('one that has left by then is told nothing: the page that it stood in is not there any more', async () => {
  const ready: string[] = []
  const [home, cart] = [hears(ready, 'home'), hears(ready, 'cart')]
  put(home)
  await Promise.resolve()
  take(home)
  put(cart)
  await later()
  expect(ready).toEqual(['cart'])
})

test('what a later element is given differently is told', async () => {
  const [leader, other] = [door('Bakery'), door('Bakery')]
  put(leader)
  put(other)
  await later()
  expect(told).toEqual([])
  Object.assign(other.given, { appName: 'Other' })
  applyGiven(other)
  await later()
  expect([told, config.appName]).toEqual([['CONFIG_CONFLICT'], 'Bakery'])
})

test('the way to sign in that an element has of its own goes with it', async () => {
  const [leader, next] = [door('Bakery'), door('Bakery')]
  ownOf.set(leader, { siwx: { of: 'the first' } })
  put(leader)
  put(next)
  await later()
  expect(ownSiwx.siwx).toEqual({ of: 'the first' })
  take(leader)
  await later()
  expect(ownSiwx).toEqual({ siwx: undefined, siweConfig: undefined, login: undefined })
  // What opens by itself opens in the one that is there.
  expect(homeElement()).toBe(next.elementId)
})

test('one that takes the place of another is told of the wallet that is here; one that is moved, or comes first, is not', async () => {
  const wallet = { status: 'connected', connectorId: 'a', wallet: { id: 'a', name: 'A' }, networkId: 'eip155:56' } as const
  const heard: string[] = []
  const hearing = (name: string) =>
    Object.assign(door(name), { dispatchEvent: ({ type }: Event) => heard.push(`${name} ${type}`) })
  const [leader, next] = [hearing('Bakery'), hearing('Other')]
  put(leader)
  await later()
  Object.assign(chainOf('eip155'), wallet, { caipAddress: 'eip155:56:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' })
  await later()
  take(leader)
  put(leader)
  await later()
  take(leader)
  put(next)
  await later()
  expect(heard.filter((each) => each.endsWith('-connected'))).toEqual(['Bakery wallet-connected', 'Other wallet-connected'])
})

test('an attribute that nobody reads is told where the developer asks for alerts, and to no one else’s visitors', async () => {
  const console = vi.mocked(globalThis.console.error)
  console.mockClear()
  const attributes = { getAttributeNames: () => ['projectid'], getAttribute: () => 'abc' }
  put(Object.assign(door('Bakery'), attributes))
  await later()
  expect(told).toEqual([])
  for (const each of doors.splice(0)) leave(each)
  const element = Object.assign(door('Bakery'), attributes)
  Object.assign(element.given, { debug: true })
  put(element)
  await vi.waitFor(() => expect(told).toEqual(['ATTRIBUTE_INVALID']))
  expect(console.mock.calls[0]?.[0]).toBe(
    '<wallet-modal> Invalid attribute projectid="abc". Nothing reads projectid: write project-id.',
  )
})
