import { rmSync } from 'node:fs'
import { node, tools } from './command.mjs'
import { at, readJson } from './root.mjs'

/** A check that passes or fails as one. */
const single = (name, script, args, minutes) => ({
  name,
  run: async () => ((await node(script, args, { minutes })) === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }),
})

/** A check that leaves its own count in a file. A count without failures does not outweigh a bad exit. */
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

/** What vitest's JSON report counts; tests that are skipped count as neither. */
export const vitestCount = ({ numPassedTests, numFailedTests }) => ({ passed: numPassedTests, failed: numFailedTests })

/** What Playwright's JSON report counts; `errors` are those outside any test, such as a stack that did not start. */
export const playwrightCount = ({ stats, errors = [] }) => ({
  passed: stats.expected + stats.flaky,
  failed: stats.unexpected + errors.length,
})

const vitestReport = '.built/vitest.json'
// As in playwright.config.ts: what needed a second run is said.
const again = process.env.CI ? ['--retry=1'] : []
const vitestArgs = ['run', ...again, '--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`]

// Each ends by itself when it hangs; what is green takes well under 25 minutes together. The long counts take their time.
const soak = process.env.SOAK === '1'

/** All but the end-to-end tests, in the order of how soon they tell. */
export const quick = [
  single('format and lint', tools.biome, ['ci', `--colors=${process.stdout.isTTY ? 'force' : 'off'}`, '.'], 1),
  single('types', tools.tsc, ['-p', '.'], 1),
  single('build', at('.ci/build.mjs'), ['--twice'], 1.5),
  single('licences', at('.ci/licences.mjs'), [], 1),
  single('package', at('.ci/package.mjs'), [], 4),
  single('hosts', at('.ci/hosts.mjs'), [], 3),
  counted('sizes', at('.ci/size.mjs'), [], '.built/size.json', (found) => found, 1),
  counted('unit tests', tools.vitest, vitestArgs, vitestReport, vitestCount, soak ? 120 : 5),
]

/** The journeys in a real browser. */
export const endToEnd = counted(
  'end to end',
  tools.playwright,
  ['test'],
  '.built/playwright.json',
  playwrightCount,
  soak ? 300 : 20,
)

/** The same journeys, each page under SES lockdown; their counts are those of `npm test`. */
const sesReport = '.built/playwright-ses.json'
const journeysUnderSes = counted('end to end, SES', tools.playwright, ['test'], sesReport, playwrightCount, 40)
export const underSes = {
  ...journeysUnderSes,
  run: (env) => journeysUnderSes.run({ ...env, SOAK: '', SES: '1' }),
}

/** What the journeys have contacted is what `networkPlan()` says. */
export const contacted = single('contacted hosts', at('.ci/contacted.mjs'), [], 1)

/**
 * Runs checks one after the other, whatever the earlier ones found, and prints `N passed, M failed` as the last line.
 * Resolves to the exit code.
 */
export async function runAll(checks, env = {}) {
  const results = []
  for (const { name, run } of checks) {
    console.log(`\n── ${name} ──`)
    const since = Date.now()
    const result = await run(env)
    results.push({ name, ...result, seconds: ((Date.now() - since) / 1000).toFixed(1) })
  }
  console.log()
  for (const { name, passed, failed, seconds } of results)
    console.log(
      `${failed ? 'FAIL' : 'ok  '} ${name.padEnd(18)}${String(passed).padStart(6)} passed${String(failed).padStart(5)} failed  ${seconds} s`,
    )
  const sum = (key) => results.reduce((total, result) => total + result[key], 0)
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`)
  return sum('failed') > 0 ? 1 : 0
}
