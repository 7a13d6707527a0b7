import type { Preview } from './preview'

// Line breaks and tabs, an emoji's variation selectors and joiners, and the joiners that some scripts need.
const HARMLESS = [
  /\n|\t|\uFE0F/,
  /(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}]\uFE0F?)\u200D(?=\p{Extended_Pictographic})/u,
  /(?<=(?![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])[\p{L}\p{M}])[\u200C\u200D]/u,
]
/** Invisible characters, and those that hide or reorder their neighbours. */
const UNSEEN = new RegExp(
  `(?!${HARMLESS.map(({ source }) => source).join('|')})[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]`,
  'gu',
)

/** A text with its invisible characters written out: `[U+202E]`. */
export const readable = (text: string): string =>
  text.replace(UNSEEN, (each) => `[U+${each.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}]`)

/** A preview with all invisible characters written out, and a warning if there were any. */
export function readablePreview(preview: Preview): Preview {
  const seen = {
    title: readable(preview.title),
    risks: preview.risks.map(({ title, text }) => ({ title: readable(title), text: readable(text) })),
    changes: preview.changes.map(({ sign, amount }) => ({ sign, amount: readable(amount) })),
    facts: preview.facts.map(([term, value]) => [term, readable(value)] as const),
    raw: readable(preview.raw),
  }
  if (JSON.stringify(seen) === JSON.stringify(preview)) return preview
  const hidden = {
    title: 'Something hides in this text',
    text: 'It has characters that cannot be seen or that turn the order of others round. They are written out, such as [U+202E].',
  }
  return { ...seen, risks: [hidden, ...seen.risks] }
}
