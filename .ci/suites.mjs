import { readdirSync, rmSync } from 'node:fs'
import { node, tools } from './command.mjs'
import { at, readJson } from './root.mjs'

/** A check that passes or fails as one. */
const single = (name, script, args, minutes) => ({
  name,
  run: async () => ((await node(script, args, { minutes })) === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }),
})

/** A check that writes its own count to a file. A non-zero exit code fails it even if the count has no failures. */
const counted = (name, script, args, report, read, minutes) => ({
  name,
  run: async (env) => {
    rmSync(at(report), { force: true })
    const code = await node(script, args, { env, minutes })
    const found = readJson(at(report))
    const { passed, failed } = found ? read(found) : { passed: 0, failed: 0 }
    return { passed, failed: failed || (code === 0 && found ? 0 : 1) }
  },
})

/** The counts of vitest's JSON report; skipped tests count as neither. */
export const vitestCount = ({ numPassedTests, numFailedTests }) => ({ passed: numPassedTests, failed: numFailedTests })

/** The counts of Playwright's JSON report; `errors` are those outside any test, such as a stack that did not start. */
export const playwrightCount = ({ stats, errors = [] }) => ({
  passed: stats.expected + stats.flaky,
  failed: stats.unexpected + errors.length,
})

// Each check has a time limit in case it hangs. Together they take well under 25 minutes; a shared machine may run at a third of its
// speed, which must not fail them. The long counts take more time.
const soak = process.env.SOAK === '1'
// As in playwright.config.ts: tests that needed a second run are reported.
const again = process.env.CI ? ['--retry=1'] : []
// By default vitest leaves a core free, which is half of a machine with two.
const everyCore = '--maxWorkers=100%'

/** A vitest run; `part` distinguishes its report from others. */
function unitTests(name, args, minutes, part = '') {
  const report = `.built/vitest${part}.json`
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  return counted(name, tools.vitest, ['run', everyCore, ...again, ...reporters, ...args], report, vitestCount, minutes)
}

/** Folders of unit tests: those of the source, and those that need or check the build. */
export const unitFolders = { source: ['src', 'elements'], tools: ['demo', '.ci'] }
/** Arguments for vitest that select the files of some folders, wherever the clone is. */
const filesIn = (folders) => folders.map((folder) => `${at(folder)}/`)

/** The test files of fuzzed parsers. */
export const fuzzFiles = () =>
  ['elements', 'src']
    .flatMap((folder) => readdirSync(at(folder), { recursive: true }).map((file) => `${folder}/${file}`.replaceAll('\\', '/')))
    .filter((file) => /\/fuzz[\w-]*\.test\.ts$/.test(file))
    .sort()

/** The fuzzed parsers at their full figures, one run each: one that hangs or takes too long does not affect the others. */
const fuzzed = () => fuzzFiles().map((file) => unitTests(file, [file], 60, `-${file.replaceAll(/\W+/g, '-')}`))
// Each keeps one core busy: two at a time.
const ofSource = soak
  ? [
      unitTests('unit tests', [...filesIn(unitFolders.source), '--exclude=**/fuzz*.test.ts'], 120),
      [0, 1].map((rest) => fuzzed().filter((_, index) => index % 2 === rest)),
    ]
  : [unitTests('unit tests', filesIn(unitFolders.source), 15)]

/**
 * All checks except the end-to-end tests, the fastest first. Those in a list run in parallel, those in a list within it in sequence:
 * the tests of the source do not need the build, which uses only one core for most of its time.
 */
export const quick = [
  single('format and lint', tools.biome, ['ci', `--colors=${process.stdout.isTTY ? 'force' : 'off'}`, '.'], 1),
  [
    [
      single('build', at('.ci/build.mjs'), ['--twice'], 6),
      [
        single('licences', at('.ci/licences.mjs'), [], 2),
        single('package', at('.ci/package.mjs'), [], 6),
        single('surface', at('.ci/surface.mjs'), [], 2),
        single('hosts', at('.ci/hosts.mjs'), [], 6),
        counted('sizes', at('.ci/size.mjs'), [], '.built/size.json', (found) => found, 2),
      ],
    ],
    [single('types', tools.tsc, ['-p', '.'], 4), ...ofSource],
  ],
  unitTests('unit tests, stack and tools', filesIn(unitFolders.tools), soak ? 120 : 10, '-tools'),
]

/** A Playwright run; `part` distinguishes its report from others. */
function browserTests(name, args, minutes, part = '', own = {}) {
  const suite = counted(name, tools.playwright, ['test', ...args], `.built/playwright${part}.json`, playwrightCount, minutes)
  return { name, run: (env) => suite.run({ ...env, E2E_PART: part, ...own }) }
}

/** The journeys in a real browser. */
export const endToEnd = browserTests('end to end', soak ? ['--grep-invert=chaos: '] : [], soak ? 300 : 55)

/** Random journeys among random faults, a separate part of the long run. */
export const chaos = browserTests('chaos', ['--grep=chaos: '], 120, '-chaos')

/** The same journeys, each page under SES lockdown; their counts are those of `npm test`. */
export const underSes = browserTests('end to end, SES', [], 55, '-ses', { SOAK: '', SES: '1' })

/** Checks that the journeys contacted what `networkPlan()` lists. */
export const contacted = single('contacted hosts', at('.ci/contacted.mjs'), [], 1)

/**
 * The checks that the words name, by the name before each one's lines; all of them without words. Throws a readable message if a
 * word names none.
 */
export function named(checks, words) {
  if (words.length === 0) return checks
  const all = checks.flat(Number.POSITIVE_INFINITY)
  const unknown = words.filter((word) => !all.some(({ name }) => name.includes(word)))
  if (unknown.length > 0)
    throw new Error(`No part is called ${unknown.join(' or ')}. There are: ${all.map(({ name }) => name).join(', ')}`)
  return all.filter(({ name }) => words.some((word) => name.includes(word)))
}

/** Every part of the long run. */
export const soakParts = [...quick, endToEnd, contacted, chaos, underSes]

/**
 * Runs checks in sequence, those in a nested list in parallel, those in a list within that in sequence again, and so on, whatever
 * the earlier results, and prints `N passed, M failed` as the last line. Resolves to the exit code.
 */
export async function runAll(checks, env = {}) {
  const all = checks.flat(Number.POSITIVE_INFINITY)
  const found = new Map()
  const one = async (check) => {
    const since = Date.now()
    const result = await check.run(env).catch((error) => {
      console.error(error)
      return { passed: 0, failed: 1 }
    })
    found.set(check, { name: check.name, ...result, seconds: ((Date.now() - since) / 1000).toFixed(1) })
  }
  const inOrder = async (steps) => {
    for (const step of steps) await atOnce([step].flat())
  }
  const atOnce = (steps) => Promise.all(steps.map((step) => (Array.isArray(step) ? inOrder(step) : one(step))))
  for (const step of checks) {
    const named = [step].flat(Number.POSITIVE_INFINITY).map(({ name }) => name)
    console.log(`\n── ${named.join(', ')} ──`)
    await inOrder([step])
  }
  console.log()
  const results = all.map((check) => found.get(check))
  const width = Math.max(...results.map(({ name }) => name.length))
  for (const { name, passed, failed, seconds } of results)
    console.log(
      `${failed ? 'FAIL' : 'ok  '} ${name.padEnd(width)}${String(passed).padStart(6)} passed${String(failed).padStart(5)} failed  ${seconds} s`,
    )
  const sum = (key) => results.reduce((total, result) => total + result[key], 0)
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`)
  return sum('failed') > 0 ? 1 : 0
}
