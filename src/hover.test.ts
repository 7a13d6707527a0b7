import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const sources = ['src', 'elements'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => [join(folder, file), readFileSync(join(root, folder, file), 'utf8')] as const),
)

/** What a style sheet shows on hover is looked for in every view of the gallery (`e2e/senses.ts`). */
test('who listens to a pointer that hovers listens to the focus as well, so that keys and fingers get the same', () => {
  const hovering = sources.filter(([, text]) =>
    /onPointer(Enter|Over|Move)|onMouse|(pointer|mouse)(enter|over|leave)'/.test(text),
  )
  expect(hovering.map(([file]) => file).sort()).toEqual(['elements/companion.ts', 'src/ui/Snack.tsx', 'src/views/near.ts'])
  for (const [file, text] of hovering) expect(text, file).toMatch(/'focus'|onFocus/)
})

test('nothing is said by a tooltip', () => {
  const native = /<[a-z][\w-]*\s[^>]*\btitle=|setAttribute\('title'|popover="hint"/
  expect(sources.filter(([, text]) => native.test(text)).map(([file]) => file)).toEqual([])
})
