/** The part of a schema issue that the message needs. */
type Issue = { readonly code?: string | undefined; readonly expected?: unknown; readonly input?: unknown }

/** The specification's generic message for a value that does not fit its schema (§8); used by every schema. */
export function schemaMessage({ code, expected, input }: Issue): string {
  if (input === undefined && code === 'invalid_type') return 'Required'
  return code === 'invalid_type' ? `Expected ${String(expected)}, received ${kindOf(input)}` : 'Invalid input'
}

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return Number.isNaN(value) ? 'nan' : typeof value
}
