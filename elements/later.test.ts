import { expect, test } from 'vitest'
import type { Given } from './attributes'
import { defineLaterSettings } from './later'

/** An element outside the page, with or without the attribute that says how to sign in. */
function setUp(signIn = false) {
  const prototype = { hasAttribute: (name: string) => signIn && name === 'sign-in' }
  defineLaterSettings(prototype)
  const element: { given: Given; siwx?: unknown; siweConfig?: unknown; login?: unknown } = Object.create(prototype)
  element.given = {}
  return element
}

test.each(['siwx', 'siweConfig', 'login'] as const)(
  'a host’s own %s makes signing in necessary at once, with nothing to load',
  (name) => {
    const element = setUp()
    element[name] = {}
    expect(element.given.signInMode).toBe('required')
    element[name] = undefined
    expect(element.given.signInMode).toBeUndefined()
  },
)

test('it says itself that signing in may be left, or that it is off', () => {
  const element = setUp()
  element.siwx = { required: true, getRequired: () => false }
  expect(element.given.signInMode).toBe('optional')
  element.siwx = { enabled: false }
  expect(element.given.signInMode).toBeUndefined()
})

test('the attribute goes before it', () => {
  const element = setUp(true)
  element.siwx = {}
  expect(element.given.signInMode).toBeUndefined()
})
