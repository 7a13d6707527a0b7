import { readdirSync, readFileSync } from 'node:fs'
import { tsImport } from 'tsx/esm/api'
import { at } from './root.mjs'

const opening =
  /(?:\b(?:test|describe|kept)\b[^('"`\n]*(?:\((?:[^()\n]|\([^()\n]*\))*\))?|^\s*\]\))\(\s*(['"`])((?:\\.|(?!\1).)+)\1/gm
const eachOf = /^\s+(['"`])(promises? \d(?:\\.|(?!\1).)+)\1,$/gm
const count = /\bconst (\w+) = inFull\(([\d_]+)/g

/** Test titles in a source, with the full figure in place of each count (`in-full.mjs`). */
export function titlesIn(source) {
  const counts = new Map([...source.matchAll(count)].map(([, name, figure]) => [name, Number(figure.replaceAll('_', ''))]))
  const filled = (title) =>
    title.replace(/\$\{(\w+)\}/g, (whole, name) => counts.get(name)?.toLocaleString('en') ?? whole).replace(/\\(.)/g, '$1')
  return [...source.matchAll(opening), ...source.matchAll(eachOf)].map(([, , title]) => filled(title))
}

const testFolders = ['src', 'elements', 'demo/stack', 'e2e', '.ci']

/** Every title of a test or a group of tests with its file, read from the sources. */
export function testTitles() {
  const files = testFolders.flatMap((folder) =>
    readdirSync(at(folder), { recursive: true })
      .map((name) => `${folder}/${name}`.replaceAll('\\', '/'))
      .filter((file) => /\.(test|spec)\.(tsx?|mjs)$/.test(file)),
  )
  return files.sort().flatMap((file) => titlesIn(readFileSync(at(file), 'utf8')).map((title) => ({ file, title })))
}

/** The numbers of the promises that a title names: "promises 13, 14 and 16: …". */
export const namedIn = (title) =>
  [...title.matchAll(/\bpromises? (\d+(?:(?:, | and )\d+)*)\b/g)].flatMap(([, list]) => list.match(/\d+/g).map(Number))

/** The promises by number, each with the tests whose titles name it. */
export async function promises() {
  const { safetyPromises } = await tsImport('../demo/docs/promises.ts', import.meta.url)
  const titles = testTitles().map((each) => ({ ...each, names: namedIn(each.title) }))
  return Object.entries(safetyPromises).map(([number, promise]) => ({
    ...promise,
    number: Number(number),
    tests: titles.filter(({ names }) => names.includes(Number(number))),
  }))
}

/** The groups of fuzzed parsers, by their titles at the full figure (`hostile.ts`). */
export const parsers = () =>
  testTitles()
    .filter(({ title }) => title.startsWith('fuzz: '))
    .map(({ title }) => title.replace(/\$\{inputs\}/, '100,000'))

/** The page of promises, each with its figure, its limit and its tests. */
export async function promisesPage() {
  const rows = (await promises()).map(({ number, says, figures, limit, tests }) => {
    const named = tests.map(({ file, title }) => `\`${file}\`: ${title.replaceAll('|', '\\|').replace(/\$\{?\w+\}?|%\w/g, '…')}`)
    return `| ${number} | ${says} | ${figures.join('; ')} | ${limit} | ${named.join('<br>')} |`
  })
  return `# Promises

What we promise about safety: how much is tried for each promise, the required result, and the tests that check it. Figures are
those of \`npm run soak\`, which prints this table with its verdicts; \`npm test\` runs the same tests with smaller counts.

| | promise | figure | limit | tests |
| --- | --- | --- | --- | --- |
${rows.join('\n')}
`
}
