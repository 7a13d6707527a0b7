/** What a wallet has written as text; undefined where that is no JSON. Never throws. */
export function fromJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
