import { readdirSync, readFileSync } from 'node:fs'
import { tsImport } from 'tsx/esm/api'
import { at } from './root.mjs'

/** Every title of a test or a group of tests with its file, read from the sources. */
export function testTitles(folders = ['src', 'elements', 'demo/stack', 'e2e', '.ci']) {
  const files = folders.flatMap((folder) =>
    readdirSync(at(folder), { recursive: true })
      .map((name) => `${folder}/${name}`.replaceAll('\\', '/'))
      .filter((file) => /\.(test|spec)\.(tsx?|mjs)$/.test(file)),
  )
  return files.sort().flatMap((file) =>
    [
      ...readFileSync(at(file), 'utf8').matchAll(
        /\b(?:test|describe)\b[^('"`\n]*(?:\([^()\n]*\))?\(\s*(['"`])((?:\\.|(?!\1).)+)\1/g,
      ),
    ].map(([, , title]) => ({
      file,
      title: title.replace(/\\(.)/g, '$1'),
    })),
  )
}

/** The promises by number, each with the tests that hold us to it. */
export async function promises() {
  const { safetyPromises } = await tsImport('../demo/docs/promises.ts', import.meta.url)
  const titles = testTitles()
  return Object.entries(safetyPromises).map(([number, { says, figure, tests }]) => {
    const named = new RegExp(`\\bpromises?\\b[^:]*\\b${number}\\b`, 'i')
    const found = titles.filter(({ title }) => named.test(title) || tests.some((words) => title.includes(words)))
    return { number: Number(number), says, figure, tests: found }
  })
}

/** The page of promises, each with its figure and its tests. */
export async function promisesPage() {
  const rows = (await promises()).map(({ number, says, figure, tests }) => {
    const named = tests.map(({ file, title }) => `\`${file}\`: ${title.replaceAll('|', '\\|').replace(/\$\{(\w+)\}/g, '…')}`)
    return `| ${number} | ${says} | ${figure} | ${named.join('<br>') || 'none of its own yet'} |`
  })
  return `# Promises

What we promise about safety, each with its figure and the tests that hold us to it. Figures marked (soak) are those of
\`npm run soak\`; \`npm test\` runs the same tests with smaller counts.

| | promise | figure | tests |
| --- | --- | --- | --- |
${rows.join('\n')}
`
}
