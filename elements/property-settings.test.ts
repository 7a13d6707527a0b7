import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { configure } from '../src/controllers/config'
import { config } from '../src/state/config'
import { resetStores } from '../src/state/store'
import type { Given } from './attributes'
import { definePropertySettings } from './property-settings'

/** An element outside the page, with its attributes and properties so far. */
function setUp(given: Given = {}, load?: Parameters<typeof definePropertySettings>[1]) {
  const prototype = {}
  definePropertySettings(prototype, load)
  const element: { given: Given; siwx?: unknown; siweConfig?: unknown; login?: unknown; messages?: unknown } =
    Object.create(prototype)
  element.given = given
  return element
}

/** The page's sign-in mode if this element leads it. */
function modeOf({ given }: { given: Given }) {
  configure(given)
  return config.signInMode
}

afterEach(resetStores)

test.each(['siwx', 'siweConfig', 'login'] as const)(
  'a host’s own %s makes sign-in required at once, without loading anything',
  (name) => {
    const element = setUp()
    element[name] = {}
    expect(modeOf(element)).toBe('required')
    element[name] = undefined
    expect(modeOf(element)).toBe('off')
  },
)

test('it can make sign-in optional, or turn it off', () => {
  const element = setUp()
  element.siwx = { required: true, getRequired: () => false }
  expect(modeOf(element)).toBe('optional')
  element.siwx = { enabled: false }
  expect(modeOf(element)).toBe('off')
})

test('a siweConfig with enabled: false leaves the sign-in to the backend', () => {
  const element = setUp()
  element.siweConfig = { enabled: false, required: false }
  element.login = {}
  expect(modeOf(element)).toBe('required')
})

test('it can make it optional for a backend too, which alone makes it required', () => {
  const element = setUp({ loginUrl: 'https://bakery.example/' })
  element.siwx = { getRequired: () => false }
  expect(modeOf(element)).toBe('optional')
  element.siwx = undefined
  expect(modeOf(element)).toBe('required')
})

test('the attribute and its property win over it, whichever is set first', () => {
  const element = setUp({ signInMode: 'optional' })
  element.siwx = {}
  expect(modeOf(element)).toBe('optional')
  // As a framework that creates the object again on each render.
  element.siwx = {}
  expect(modeOf(element)).toBe('optional')
  element.siwx = undefined
  expect(modeOf(element)).toBe('optional')
})

test('it counts again once the attribute is removed', () => {
  const element = setUp({ signInMode: 'off' })
  element.siwx = {}
  delete element.given.signInMode
  expect(modeOf(element)).toBe('required')
})

describe('messages whose code does not load', () => {
  let down = true
  const taken: unknown[] = []
  const load = async () => {
    if (down) throw new TypeError('Failed to fetch dynamically imported module')
    return { takeMessages: async (value: unknown) => void taken.push(value) }
  }
  const [texts, others] = [{ page: { connectWallet: 'Log in' } }, { page: { connectWallet: 'Enter' } }]

  beforeEach(() => {
    down = true
    taken.length = 0
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  })

  test('error: are used once it has', async () => {
    setUp({}, load).messages = texts
    await vi.advanceTimersByTimeAsync(30_000)
    expect(taken).toEqual([])
    down = false
    await vi.advanceTimersByTimeAsync(60_000)
    expect(taken).toEqual([texts])
  })

  test('error: do not replace those that any element is given meanwhile', async () => {
    setUp({}, load).messages = texts
    await vi.advanceTimersByTimeAsync(1)
    down = false
    setUp({}, load).messages = others
    await vi.advanceTimersByTimeAsync(60_000)
    expect(taken).toEqual([others])
  })
})
