import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { namedIn, parsers, promises } from './docs-promises.mjs'
import { reportsIn } from './reports.mjs'
import { at } from './root.mjs'

/** Every test of vitest's JSON report: its full title, whether it passed, and how long it took. */
export const vitestTests = ({ testResults = [] } = {}) =>
  testResults.flatMap(({ assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'passed' || status === 'failed')
      .map(({ fullName, status, duration }) => ({ title: fullName, ok: status === 'passed', seconds: (duration ?? 0) / 1000 })),
  )

/** The same for Playwright's report. */
export function playwrightTests({ suites = [] } = {}) {
  const inside = (suite, titles) => [
    ...(suite.suites ?? []).flatMap((each) => inside(each, [...titles, each.title])),
    ...(suite.specs ?? []).flatMap(({ title, ok, tests }) => {
      const results = tests.flatMap((each) => each.results).filter(({ status }) => status !== 'skipped')
      const seconds = results.reduce((sum, { duration }) => sum + duration, 0) / 1000
      return results.length > 0 ? [{ title: [...titles, title].join(' '), ok, seconds }] : []
    }),
  ]
  return suites.flatMap((suite) => inside(suite, []))
}

/** A text as it is in titles at run time: numbers without commas. */
const plain = (text) => text.replace(/(?<=\d),(?=\d{3})/g, '')

/**
 * One row for each promise, one for the parsers and one for the chaos: what was tried, the expected and the actual result, and how
 * long it took. A figure that is in no title of the tests that ran was not tried in full, whatever else of its promise ran.
 */
export function rowsOf(list, parsers, tests) {
  const row = (name, figure, limit, found, wanted) => {
    const left = wanted.filter((words) => !found.some(({ title }) => plain(title).includes(plain(words))))
    const ran = left.length > 0 ? `not run: ${left.join('; ')}` : `ok (${found.length})`
    return {
      ...{ name, figure, limit },
      verdict: found.length === 0 ? 'not run' : found.every(({ ok }) => ok) ? ran : 'FAIL',
      seconds: found.reduce((sum, { seconds }) => sum + seconds, 0),
    }
  }
  const titled = (start) => tests.filter(({ title }) => title.startsWith(start))
  return [
    ...list.map(({ number, figures, limit }) =>
      row(
        String(number),
        figures.join('; '),
        limit,
        tests.filter(({ title }) => namedIn(title).includes(number)),
        figures,
      ),
    ),
    row(
      'fuzz',
      '100,000 inputs for each parser at the edges',
      'catalogued errors alone; bounded; no prototype touched; linear time',
      titled('fuzz: '),
      parsers,
    ),
    row('chaos', '1,000 journeys with faults by chance', '0 uncaught errors, 0 wrong states, 0 lost input', titled('chaos: '), [
      '1,000 journeys',
    ]),
  ]
}

/** The rows as text, in columns. */
export function tableOf(rows) {
  const lines = [
    ['promise', 'figure', 'limit', 'verdict', 'seconds'],
    ...rows.map(({ name, figure, limit, verdict, seconds }) => [name, figure, limit, verdict, seconds.toFixed(1)]),
  ]
  const widths = lines[0].map((_, column) => Math.max(...lines.map((line) => line[column].length)))
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column]))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** The tests of every report in a folder; one that was cut short holds none. */
export function testsIn(folder) {
  return reportsIn(folder).flatMap((name) => {
    const read = name.startsWith('vitest') ? vitestTests : playwrightTests
    try {
      return read(JSON.parse(readFileSync(join(folder, name), 'utf8')))
    } catch {
      return []
    }
  })
}

/** Prints the table of the last run's reports; resolves to whether no promise was broken and, if `whole`, each was tried in full. */
export async function printTable({ whole }) {
  const tests = testsIn(at('.built'))
  const rows = rowsOf(await promises(), parsers(), tests)
  console.log(`\n${tableOf(rows)}`)
  return rows.every(({ verdict }) => (whole ? verdict.startsWith('ok') : verdict !== 'FAIL'))
}
