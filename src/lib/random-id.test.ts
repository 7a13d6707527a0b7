import { afterEach, expect, test, vi } from 'vitest'
import { randomId } from './random-id'

afterEach(() => void vi.unstubAllGlobals())

test.each(['secure', 'not secure'])('makes distinct version 4 UUIDs, on a page that is %s', (page) => {
  if (page === 'not secure') vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
  const ids = Array.from({ length: 1_000 }, randomId)
  for (const id of ids) expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
  expect(new Set(ids).size).toBe(1_000)
})
