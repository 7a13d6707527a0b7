/** First strong isolate and pop directional isolate (UAX #9): a name or an amount between them keeps its own direction. */
const isolate = (part: unknown) => (typeof part === 'string' && part ? `\u2068${part}\u2069` : part)

/** The words of a language written from right to left, every text put into them isolated: else "0.25 ETH" would turn into "ETH 0.25". */
export function isolated<Words>(words: Words): Words {
  if (typeof words === 'function') return ((...parts: unknown[]) => words(...parts.map(isolate))) as Words
  if (typeof words !== 'object' || words === null || Array.isArray(words)) return words
  return Object.fromEntries(Object.entries(words).map(([key, value]) => [key, isolated(value)])) as Words
}
