import * as z from 'zod/mini'
import { schemaMessage } from './schema-message'

// Before the first schema: strict pages count zod's probe for `new Function` as a violation (ARCHITECTURE §15.11).
z.config({ jitless: true, customError: schemaMessage })

export { z }

/**
 * Like zod's `safeParse`, but never throws. Zod's does: a length check compares whatever `length` is, and
 * `{"length":{"toString":1}}` cannot be converted to a number.
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
