/** What an error of any shape says: its numbers and texts, the outermost first. */
type Found = { readonly codes: readonly number[]; readonly messages: readonly string[]; readonly name: string | undefined }

/** Where libraries and wallets put the error they wrap. */
const WRAPPERS = ['cause', 'data', 'originalError', 'error', 'info'] as const
const MAX_DEPTH = 6
const MAX_NODES = 32
const MAX_TEXT_LENGTH = 1_000

/** Collects the numbers and texts of an error and of what it wraps. Reads each property once, inside `try`; never throws. */
export function foundIn(error: unknown): Found {
  const codes: number[] = []
  const messages: string[] = []
  const seen = new Set<unknown>()
  let level = [error]
  for (let depth = 0; depth < MAX_DEPTH && level.length > 0; depth++) {
    const next: unknown[] = []
    for (const node of level) {
      if (seen.size >= MAX_NODES || seen.has(node)) continue
      seen.add(node)
      if (typeof node === 'string') messages.push(node.slice(0, MAX_TEXT_LENGTH))
      const word = readOf(node, 'code')
      const code = toCode(typeof node === 'number' ? node : word)
      if (code !== undefined) codes.push(code)
      const message = readOf(node, 'message')
      if (typeof message === 'string') messages.push(message.slice(0, MAX_TEXT_LENGTH))
      if (typeof word === 'string' && code === undefined) messages.push(word.slice(0, MAX_TEXT_LENGTH))
      next.push(...WRAPPERS.map((key) => readOf(node, key)).filter((value) => value !== undefined && value !== null))
    }
    level = next
  }
  const name = readOf(error, 'name')
  return { codes, messages, name: typeof name === 'string' ? name : undefined }
}

function readOf(node: unknown, key: string): unknown {
  if ((typeof node !== 'object' && typeof node !== 'function') || node === null) return undefined
  try {
    return (node as Record<string, unknown>)[key]
  } catch {
    return undefined
  }
}

function toCode(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value : undefined
  return typeof value === 'string' && /^-?\d{1,6}$/.test(value) ? Number(value) : undefined
}
