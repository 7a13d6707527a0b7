/** What a host gave in a list, as text to find it by: of an object the id and the name that it has. Never throws. */
export function givenText(value: unknown): string {
  try {
    const { id, name } = Object(value) as { id?: unknown; name?: unknown }
    return (typeof value === 'object' && value ? JSON.stringify({ id, name }) : String(value)).slice(0, 100)
  } catch {
    // Not every value has a text, and a member may be a getter that throws.
    return '…'
  }
}
