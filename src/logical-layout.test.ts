import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const sources = ['src', 'elements'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(css|tsx?)$/.test(file) && !/\.test\.tsx?$|locales\//.test(file))
    .map((file) => [join(folder, file), readFileSync(join(root, folder, file), 'utf8')] as const),
)

/**
 * A name written in its own direction is aligned with the start of its row. No logical value expresses that in every engine, so a rule
 * for one direction of the page may name its side.
 */
const forOneDirection = /:dir\((?:rtl|ltr)\)[^{}]*\{[^{}]*\}/g

/** Physical sides in CSS, in a style sheet or in a style set by code. */
const physical = [
  /(?:^|[;{\s])(?:margin|padding|border|inset)-(?:left|right|top|bottom)\b/,
  /\b(?:margin|padding|border)(?:Left|Right|Top|Bottom)\b/,
  /(?:^|[;{\s])border-(?:top|bottom)-(?:left|right)-radius/,
  /(?:^|[;{\s])(?:width|height|(?:min|max)-(?:width|height))\s*:(?!\s*\d+px\))/,
  /(?:^|[;{\s])(?:left|right|top|bottom)\s*:\s*[\w(-]/,
  /(?:text-align|float|clear)\s*:\s*(?:left|right)/,
]

test('layout uses logical properties only: no style sheet names a physical side except under :dir()', () => {
  expect(sources.filter(([file]) => file.endsWith('.css')).length).toBeGreaterThan(50)
  const found = sources.flatMap(([file, text]) =>
    text
      .replace(forOneDirection, '')
      .split('\n')
      .flatMap((line) => {
        const looked = file.endsWith('.css') ? physical : physical.slice(1, 2)
        return looked.some((each) => each.test(line)) ? [`${file}: ${line.trim()}`] : []
      }),
  )
  expect(found).toEqual([])
})
