/** First strong isolate and pop directional isolate (UAX #9): a name or an amount between them keeps its own direction. */
const isolate = (part: unknown) => (typeof part === 'string' && part ? `\u2068${part}\u2069` : part)

/** The messages of a right-to-left language with every argument isolated: otherwise "0.25 ETH" would appear as "ETH 0.25". */
export function isolated<Words>(words: Words): Words {
  if (typeof words === 'function') return ((...parts: unknown[]) => words(...parts.map(isolate))) as Words
  if (typeof words !== 'object' || words === null || Array.isArray(words)) return words
  return Object.fromEntries(Object.entries(words).map(([key, value]) => [key, isolated(value)])) as Words
}
