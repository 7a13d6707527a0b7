import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { homeElement } from '../src/controllers/modal'
import { ownSiwx } from '../src/controllers/own-siwx'
import { onError } from '../src/controllers/report'
import { chainOf } from '../src/state/chains'
import { config } from '../src/state/config'
import { resetStores } from '../src/state/store'
import { applyGiven, type Door, enter, leave, propertySettings as ownOf } from './page'

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

/** An element of the page, as its one wallet sees it. */
function door(appName: string): Door & { isConnected: boolean } {
  const element = { elementId: ++ids, given: { appName }, isConnected: true, embedded: false, showState() {} }
  const node = { getRootNode: () => ({}), closest: () => null, dispatchEvent: () => true }
  return Object.assign(element, node) as never
}

/** What the element itself does when it is added. */
function put(element: Door & { isConnected: boolean }): void {
  if (!doors.includes(element)) doors.push(element)
  element.isConnected = true
  enter(element)
}
function take(element: Door & { isConnected: boolean }): void {
  element.isConnected = false
  queueMicrotask(() => element.isConnected || leave(element))
}
/** Waits until everything has been reported, a task or two later; by task order, as a busy machine keeps no time. */
async function later(): Promise<void> {
  for (let task = 0; task < 3; task++) await new Promise((done) => setTimeout(done))
}

test('another element added while the first one is moved gets a warning about its differences', async () => {
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
])('one that replaces the first, added %s it was removed, gets no warning', async (_, isBefore) => {
  const [leader, next] = [door('Bakery'), door('Other')]
  put(leader)
  await later()
  if (isBefore) put(next)
  take(leader)
  if (!isBefore) put(next)
  await later()
  expect([told, config.appName]).toEqual([[], 'Other'])
})

test('nor does one that is there first, and gets its attributes before the first is removed', async () => {
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

/** An element that records that it got wallet-ready. */
function hears(ready: string[], name: string) {
  const dispatchEvent = ({ type }: Event) => type === 'wallet-ready' && ready.push(name)
  return Object.assign(door('Bakery'), { dispatchEvent: dispatchEvent as never })
}

test('each element gets wallet-ready once, also one that replaces another', async () => {
  const ready: string[] = []
  const [home, cart] = [hears(ready, 'home'), hears(ready, 'cart')]
  put(home)
  await later()
  expect(ready).toEqual(['home'])
  // As when one route replaces another.
  take(home)
  put(cart)
  await later()
  // An element moved within the page is the same one.
  take(cart)
  put(cart)
  await later()
  expect(ready).toEqual(['home', 'cart'])
})

test('an element removed by then gets nothing: its page is gone', async () => {
  const ready: string[] = []
  const [home, cart] = [hears(ready, 'home'), hears(ready, 'cart')]
  put(home)
  await Promise.resolve()
  take(home)
  put(cart)
  await later()
  expect(ready).toEqual(['cart'])
})

test('an element that leaves and comes back before that gets it once', async () => {
  const ready: string[] = []
  const home = hears(ready, 'home')
  put(home)
  await Promise.resolve()
  take(home)
  await Promise.resolve()
  put(home)
  await later()
  expect(ready).toEqual(['home'])
})

test('a later element’s differences are reported', async () => {
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

test('an element’s own siwx goes with it', async () => {
  const [leader, next] = [door('Bakery'), door('Bakery')]
  ownOf.set(leader, { siwx: { of: 'the first' } })
  put(leader)
  put(next)
  await later()
  expect(ownSiwx.siwx).toEqual({ of: 'the first' })
  take(leader)
  await later()
  expect(ownSiwx).toEqual({ siwx: undefined, siweConfig: undefined, login: undefined })
  // What opens by itself opens in the present element.
  expect(homeElement()).toBe(next.elementId)
})

test('an element that replaces another gets wallet-connected; one that is moved, or comes first, does not', async () => {
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

test('an unknown attribute is reported only if the developer asks for alerts, not to every visitor', async () => {
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
  await vi.waitFor(() => expect(told).toEqual(['ATTRIBUTE_INVALID']), 10_000)
  expect(console.mock.calls[0]?.[0]).toBe(
    '<wallet-modal> Invalid attribute projectid="abc". Nothing reads projectid: write project-id.',
  )
})
