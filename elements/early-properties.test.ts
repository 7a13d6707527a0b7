import { expect, test } from 'vitest'
import { keepEarlyProperties } from './early-properties'

test('a refused value does not block the element or its other properties', () => {
  const taken: unknown[] = []
  const prototype = {
    set siweConfig(_: unknown) {
      throw new Error('Not beside siwx')
    },
    set appName(name: unknown) {
      taken.push(name)
    },
  }
  const element = Object.create(prototype, {
    siweConfig: { value: {}, configurable: true },
    appName: { value: 'Bakery', configurable: true },
  })
  expect(keepEarlyProperties(element)).toContain('appName')
  expect([taken, Object.keys(Object.getOwnPropertyDescriptors(element))]).toEqual([['Bakery'], []])
})
