import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { schemaMessage } from './schema-message'

const firstMessage = (schema: z.ZodMiniType, value: unknown) =>
  z.safeParse(schema, value, { error: schemaMessage }).error?.issues[0]?.message

describe('schemaMessage', () => {
  test('gives the specification’s generic texts', () => {
    expect(firstMessage(z.object({ a: z.string() }), {})).toBe('Required')
    expect(firstMessage(z.string(), 7)).toBe('Expected string, received number')
    expect(firstMessage(z.number(), null)).toBe('Expected number, received null')
    expect(firstMessage(z.object({}), [])).toBe('Expected object, received array')
    expect(firstMessage(z.number(), Number.NaN)).toBe('Expected number, received nan')
    expect(firstMessage(z.string().check(z.maxLength(1)), 'ab')).toBe('Invalid input')
    expect(firstMessage(z.enum(['a']), 'b')).toBe('Invalid input')
  })
})
