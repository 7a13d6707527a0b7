import fc from 'fast-check'

const naughty = fc.constantFrom(
  ...['<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', 'javascript:alert(1)', '<x-born></x-born>'],
  ...['{{constructor.constructor("alert(1)")()}}', '&lt;b&gt;', '<svg onload=alert(1)>', '<style>*{display:none}</style>'],
  ...['\u202Egnp.exe', '\u200B', '\u0000', '\u2066', 'ﷺﷺﷺ', 'محفظة', 'Ｔ̺̺̕ｏ͞', '👩‍👩‍👧‍👦', 'W'.repeat(500), '\ud800'],
)

/** Malicious texts: markup, addresses, characters that hide or reorder text, and anything else. */
export const oddText: fc.Arbitrary<string> = fc
  .array(fc.oneof(naughty, fc.string({ unit: 'binary', maxLength: 60 })), { minLength: 1, maxLength: 3 })
  .map((parts) => parts.join(''))

/** `count` such texts, always the same ones. */
export const oddTexts = (count: number): string[] => fc.sample(oddText, { numRuns: count, seed: 18 })

/** Characters that no shown text may contain: invisible ones, and ones that reorder the text around them. */
const HIDDEN = /[\p{Cc}\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/u
const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Throws if a text may not be shown as it is: it has hidden characters, or is longer than `limit` letters. */
export function checkPlain(text: unknown, limit: number): void {
  if (typeof text !== 'string') return
  if (HIDDEN.test(text)) throw new Error(`${JSON.stringify(text)} has hidden characters`)
  if (text.length > limit && [...letters.segment(text)].length > limit) throw new Error(`${JSON.stringify(text)} is too long`)
}

/** The same for each text in these members of a value, at any depth; nothing below `unseen` is shown. */
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
