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

/** What a style sheet shows on hover is checked in every view of the gallery (`e2e/senses.ts`). */
test('code that reacts to a hovering pointer reacts to focus too, so that keys and fingers get the same', () => {
  const hovering = sources.filter(([, text]) =>
    /onPointer(Enter|Over|Move)|onMouse|(pointer|mouse)(enter|over|leave)'/.test(text),
  )
  expect(hovering.map(([file]) => file).sort()).toEqual(['elements/companion.ts', 'src/ui/Snack.tsx', 'src/views/near-to.ts'])
  for (const [file, text] of hovering) expect(text, file).toMatch(/'focus'|onFocus/)
})

const sheets = ['src', 'elements'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.css'))
    .map((file) => join(folder, file)),
)
/** The rules of all style sheets: the selectors and conditions around each, its own one last, and what stands between its braces. */
const rules = sheets.flatMap((file) => {
  const text = readFileSync(join(root, file), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')
  const open: string[] = []
  return [...text.matchAll(/([^{};]*)([{};])/g)].flatMap(({ 0: { length }, 1: before = '', 2: sign, index }) => {
    if (sign === '}') open.pop()
    if (sign !== '{') return []
    open.push(before.trim())
    const [rule = ''] = text.slice(index + length).split('}')
    return { file, path: [...open], rule }
  })
})

test('a finger leaves no hover behind: what it tapped would stay painted until it taps elsewhere', () => {
  const painted = rules.filter(({ path, rule }) => {
    const selector = path.at(-1) ?? ''
    // A ground, not the shade of a word, which nobody sees; nor where the focus looks the same, which a tap leaves anyway.
    const hovers = selector.includes(':hover') && !selector.includes(':focus') && /background|filter|outline/.test(rule)
    return hovers && !path.some((each) => each.includes('(hover: hover)'))
  })
  expect(sheets.length).toBeGreaterThan(50)
  expect(painted.map(({ file, path }) => `${file}: ${path.join(' ')}`)).toEqual([])
})

test('each kind of button says what ground it has under a pointer; the one that sends turned grey there', () => {
  const kinds = rules.filter(
    ({ path, rule }) =>
      /^\.button(:is\()?\[data-kind=[^:]*$/.test(path.join(' ').replace(' &', '')) &&
      /\bbackground:/.test(rule.split('{')[0] ?? ''),
  )
  expect(kinds.length).toBeGreaterThan(3)
  for (const { file, path, rule } of kinds) expect(rule, `${file}: ${path.join(' ')}`).toContain('--over:')
})

test('nothing is explained in tooltips', () => {
  const native = /<[a-z][\w-]*\s[^>]*\btitle=|setAttribute\('title'|popover="hint"/
  expect(sources.filter(([, text]) => native.test(text)).map(([file]) => file)).toEqual([])
})
