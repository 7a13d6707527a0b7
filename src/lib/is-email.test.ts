import { expect, test } from 'vitest'
import { isEmail } from './is-email'

test.each([
  ['ada@example.org', true],
  ['a_d+a-1.b@sub.example.co.uk', true],
  // The vendor's frame never answers addresses that it cannot parse (facts: frame protocol §3).
  ['ada@example.org.', false],
  ['ada@example.org,', false],
  ['ada@gmail.c', false],
  ['.ada@example.org', false],
  ['ada..b@example.org', false],
  ['ada.@example.org', false],
  ['ad!a@example.org', false],
  ['ädä@example.org', false],
  ['ada@-example.org', false],
  ['ada@example', false],
  ['ada example.org', false],
  ['<ada@example.org>', false],
  [`${'a'.repeat(320)}@b.co`, false],
])('%s is an address: %s', (text, holds) => {
  expect(isEmail(text)).toBe(holds)
})
