import { expect, test } from 'vitest'
import { isEmail } from './is-email'

test.each([
  ['ada@example.org', true],
  ['a@b.c', true],
  ['ada@example', false],
  ['ada example.org', false],
  ['<ada@example.org>', false],
  [`${'a'.repeat(320)}@b.co`, false],
])('%s is an address: %s', (text, holds) => {
  expect(isEmail(text)).toBe(holds)
})
