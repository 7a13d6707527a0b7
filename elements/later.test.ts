import { afterEach, expect, test } from 'vitest'
import { configure } from '../src/controllers/config'
import { config } from '../src/state/config'
import { resetStores } from '../src/state/store'
import type { Given } from './attributes'
import { defineLaterSettings } from './later'

/** An element outside the page, with its attributes and properties so far. */
function setUp(given: Given = {}) {
  const prototype = {}
  defineLaterSettings(prototype)
  const element: { given: Given; siwx?: unknown; siweConfig?: unknown; login?: unknown } = Object.create(prototype)
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
