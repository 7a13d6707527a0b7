import { namedIn, promises } from './docs-promises.mjs'
import { at, readJson } from './root.mjs'

/** Every test of vitest's JSON report: its whole title, whether it passed, and how long it took. */
export const vitestTests = ({ testResults = [] } = {}) =>
  testResults.flatMap(({ assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'passed' || status === 'failed')
      .map(({ fullName, status, duration }) => ({ title: fullName, ok: status === 'passed', seconds: (duration ?? 0) / 1000 })),
  )

/** The same of Playwright's. */
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

/** One row for each promise and one for the parsers: what was tried, what has to come out, what came out, and how long it took. */
export function rowsOf(list, tests) {
  const row = (name, figure, limit, found) => ({
    ...{ name, figure, limit },
    verdict: found.length === 0 ? 'not run' : found.every(({ ok }) => ok) ? `ok (${found.length})` : 'FAIL',
    seconds: found.reduce((sum, { seconds }) => sum + seconds, 0),
  })
  return [
    ...list.map(({ number, figures, limit }) =>
      row(
        String(number),
        figures.join('; '),
        limit,
        tests.filter(({ title }) => namedIn(title).includes(number)),
      ),
    ),
    row(
      'fuzz',
      '100,000 inputs for each parser at the edges',
      'catalogued errors alone; bounded; no prototype touched; linear time',
      tests.filter(({ title }) => title.startsWith('fuzz: ')),
    ),
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

/** Prints the table of the last run's reports; resolves to whether no promise was broken. */
export async function printTable() {
  const tests = [
    ...vitestTests(readJson(at('.built/vitest.json'))),
    ...['playwright', 'playwright-ses'].flatMap((name) => playwrightTests(readJson(at(`.built/${name}.json`)))),
  ]
  const rows = rowsOf(await promises(), tests)
  console.log(`\n${tableOf(rows)}`)
  return rows.every(({ verdict }) => verdict !== 'FAIL')
}
