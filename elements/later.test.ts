import { afterEach, expect, test } from 'vitest'
import { configure } from '../src/controllers/config'
import { config } from '../src/state/config'
import { resetStores } from '../src/state/store'
import type { Given } from './attributes'
import { defineLaterSettings } from './later'

/** An element outside the page, with what its attributes and properties have given so far. */
function setUp(given: Given = {}) {
  const prototype = {}
  defineLaterSettings(prototype)
  const element: { given: Given; siwx?: unknown; siweConfig?: unknown; login?: unknown } = Object.create(prototype)
  element.given = given
  return element
}

/** How a page signs in that the element leads. */
function modeOf({ given }: { given: Given }) {
  configure(given)
  return config.signInMode
}

afterEach(resetStores)

test.each(['siwx', 'siweConfig', 'login'] as const)(
  'a host’s own %s makes signing in necessary at once, with nothing to load',
  (name) => {
    const element = setUp()
    element[name] = {}
    expect(modeOf(element)).toBe('required')
    element[name] = undefined
    expect(modeOf(element)).toBe('off')
  },
)

test('it says itself that signing in may be left, or that it is off', () => {
  const element = setUp()
  element.siwx = { required: true, getRequired: () => false }
  expect(modeOf(element)).toBe('optional')
  element.siwx = { enabled: false }
  expect(modeOf(element)).toBe('off')
})

test('a siweConfig that is switched off leaves the way in to a backend beside it', () => {
  const element = setUp()
  element.siweConfig = { enabled: false, required: false }
  element.login = {}
  expect(modeOf(element)).toBe('required')
})

test('it says so beside a backend too, which without it makes signing in necessary', () => {
  const element = setUp({ loginUrl: 'https://bakery.example/' })
  element.siwx = { getRequired: () => false }
  expect(modeOf(element)).toBe('optional')
  element.siwx = undefined
  expect(modeOf(element)).toBe('required')
})

test('the attribute and its property go before it, whichever is set first', () => {
  const element = setUp({ signInMode: 'optional' })
  element.siwx = {}
  expect(modeOf(element)).toBe('optional')
  // As a framework does that makes the object anew each time it draws.
  element.siwx = {}
  expect(modeOf(element)).toBe('optional')
  element.siwx = undefined
  expect(modeOf(element)).toBe('optional')
})

test('where the attribute is taken away, it counts again', () => {
  const element = setUp({ signInMode: 'off' })
  element.siwx = {}
  delete element.given.signInMode
  expect(modeOf(element)).toBe('required')
})
