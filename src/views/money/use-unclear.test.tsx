import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { typedAmount } from '../../lib/typed-amount'
import { useUnclear } from './use-unclear'

test.each([
  ['en', '1,234', 'Enter 1234 or 1.234'],
  // With a decimal point both would be the same there.
  ['de', '1,234', 'Enter 1234 or 1,2340'],
  ['de', '1.234', 'Enter 1234 or 1,2340'],
  ['fr', '12,500', 'Enter 12500 or 12,5000'],
  ['en', '1234', ''],
])('in %s, for %s: %s', (locale, amount, words) => {
  const Words = () => useUnclear(typedAmount(amount, locale), locale)
  const drawn = renderToStaticMarkup(<Words />)
  expect(drawn).toBe(words)
  // Typed as suggested, each one is read.
  for (const each of drawn.match(/\d[\d.,]*/g) ?? []) expect(typedAmount(each, locale)).toMatch(/^\d+(\.\d+)?$/)
})

test.each([
  ['en', '1,234', 'Enter 1234 or 1'],
  ['de', '1.234', 'Enter 1234 or 1'],
  ['de', '1.23', ''],
])('in %s, for %s in whole dollars: %s; it suggested four digits after the mark', (locale, amount, words) => {
  const Words = () => useUnclear(typedAmount(amount, locale), locale, true)
  expect(renderToStaticMarkup(<Words />)).toBe(words)
})
