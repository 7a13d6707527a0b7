// Not `\s`, which includes U+FEFF.
const SPACE = /[\t-\r\p{Z}]+/gu
// Invisible or direction-changing characters, which hide or reorder text. Emoji presentation (U+FE0F) stays behind pictures.
const INVISIBLE =
  /(\p{Extended_Pictographic}\uFE0F)|[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}\u2800\uFFF9-\uFFFB]/gu
/** More combining marks than any script puts on one letter; they would cover the rows above and below. */
const STACKED_MARKS = /(\p{M}{4})\p{M}+/gu
/** Limits the work on a hostile megabyte of text. */
const UNITS_PER_GRAPHEME = 16

/**
 * Text from outside made safe to show as text: one line, nothing invisible, at most `limit` graphemes with `…` for the rest.
 * Anything but a string is the empty string.
 */
export function plainText(text: unknown, limit = 200): string {
  if (typeof text !== 'string') return ''
  const bounded = text.slice(0, limit * UNITS_PER_GRAPHEME + 1)
  const clean = bounded.replace(SPACE, ' ').replace(INVISIBLE, '$1').replace(STACKED_MARKS, '$1').replace(SPACE, ' ').trim()
  // Short enough without counting graphemes: creating a segmenter takes milliseconds.
  if (bounded.length === text.length && clean.length <= limit) return clean
  const kept = graphemes(clean, limit + 1)
  const cut = kept.length > limit || (bounded.length < text.length && kept.length === limit)
  return cut
    ? `${kept
        .slice(0, limit - 1)
        .join('')
        .trimEnd()}…`
    : clean
}

/** The first `count` graphemes; code points if the browser has no segmenter. */
function graphemes(text: string, count: number): string[] {
  if (typeof Intl.Segmenter !== 'function') return [...text].slice(0, count)
  const kept: string[] = []
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text)) {
    if (kept.length === count) break
    kept.push(segment)
  }
  return kept
}
