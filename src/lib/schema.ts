import * as z from 'zod/mini'
import { schemaMessage } from './schema-message'

// Before the first schema: strict pages count zod's probe for `new Function` as a violation (ARCHITECTURE §15.11).
z.config({ jitless: true, customError: schemaMessage })

export { z }

/**
 * What a value reads as. Unlike zod's own it never throws: a check on a length compares whatever stands there, and
 * `{"length":{"toString":1}}` is no number.
 */
export function safeParse<Schema extends z.ZodMiniType>(
  schema: Schema,
  value: unknown,
): z.core.util.SafeParseResult<z.output<Schema>> {
  try {
    return z.safeParse(schema, value)
  } catch {
    return z.safeParse(schema, undefined)
  }
}
