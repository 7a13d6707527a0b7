import fc from 'fast-check'

const naughty = fc.constantFrom(
  ...['<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', 'javascript:alert(1)', '<x-born></x-born>'],
  ...['{{constructor.constructor("alert(1)")()}}', '&lt;b&gt;', '<svg onload=alert(1)>', '<style>*{display:none}</style>'],
  ...['\u202Egnp.exe', '\u200B', '\u0000', '\u2066', 'ﷺﷺﷺ', 'محفظة', 'Ｔ̺̺̕ｏ͞', '👩‍👩‍👧‍👦', 'W'.repeat(500), '\ud800'],
)

/** Texts that nobody means well with: markup, addresses, what hides or turns text, and anything else. */
export const oddText: fc.Arbitrary<string> = fc
  .array(fc.oneof(naughty, fc.string({ unit: 'binary', maxLength: 60 })), { minLength: 1, maxLength: 3 })
  .map((parts) => parts.join(''))

/** So many of them, always the same. */
export const oddTexts = (count: number): string[] => fc.sample(oddText, { numRuns: count, seed: 18 })

/** What no text that is shown may hold: it hides, or turns what stands around it. */
const HIDDEN = /[\p{Cc}\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/u
const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Throws where a text could not be shown as it is: with what hides, or longer than so many letters. */
export function checkPlain(text: unknown, limit: number): void {
  if (typeof text !== 'string') return
  if (HIDDEN.test(text)) throw new Error(`${JSON.stringify(text)} holds what is not seen`)
  if (text.length > limit && [...letters.segment(text)].length > limit) throw new Error(`${JSON.stringify(text)} is too long`)
}

/** The same for each text of these members of a value, however deep they stand; nothing is shown of what is below `unseen`. */
export function checkMembers(value: unknown, members: RegExp, unseen: RegExp, limit: number, name = ''): void {
  if (unseen.test(name)) return
  if (typeof value === 'object' && value !== null)
    for (const [key, each] of Object.entries(value)) checkMembers(each, members, unseen, limit, Array.isArray(value) ? name : key)
  else if (members.test(name)) {
    try {
      checkPlain(value, limit)
    } catch (error) {
      throw new Error(`${name}: ${(error as Error).message}`)
    }
  }
}
