/** A text by which a host recognizes a value that it gave in a list: for an object its id and name. Never throws. */
export function givenText(value: unknown): string {
  try {
    const { id, name } = Object(value) as { id?: unknown; name?: unknown }
    return (typeof value === 'object' && value ? JSON.stringify({ id, name }) : String(value)).slice(0, 100)
  } catch {
    // Not every value can be made text, and a getter may throw.
    return '…'
  }
}
