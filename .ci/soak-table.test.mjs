import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parsers as parsersOf } from './docs-promises.mjs'
import { forgetReports } from './reports.mjs'
import { playwrightTests, rowsOf, tableOf, testsIn, vitestTests } from './soak-table.mjs'

const list = [
  { number: 1, figures: ['10,000 messages'], limit: '0 effects' },
  { number: 2, figures: ['1,000,000 ids', '1,000 replays'], limit: '0 duplicates' },
  { number: 3, figures: ['30 s'], limit: '0 left' },
]
const vitest = vitestTests({
  testResults: [
    {
      assertionResults: [
        { fullName: 'messages promise 1: none of 10000 messages', status: 'passed', duration: 1500 },
        { fullName: 'promises 1 and 2: both', status: 'failed', duration: 500 },
        { fullName: 'promise 3: skipped', status: 'pending' },
        { fullName: 'fuzz: texts, 100000 each safeLink', status: 'passed', duration: 1 },
      ],
    },
  ],
})
const playwright = playwrightTests({
  suites: [
    {
      title: 'a.spec.ts',
      suites: [
        {
          title: 'promise 1',
          specs: [{ title: '10,000 messages', ok: true, tests: [{ results: [{ status: 'passed', duration: 2000 }] }] }],
        },
      ],
      specs: [{ title: 'promise 3: y', ok: true, tests: [{ results: [{ status: 'skipped', duration: 0 }] }] }],
    },
  ],
})

const parsers = ['fuzz: texts, 100,000 each', 'fuzz: links, 100,000 each']
const verdicts = (tests) => rowsOf(list, parsers, tests).map(({ verdict }) => verdict)

test('the table has each count, verdict and time; error: also what failed and what did not run', () => {
  const rows = rowsOf(list, parsers, [...vitest, ...playwright])
  expect(rows.map(({ verdict }) => verdict)).toEqual([
    ...['FAIL', 'FAIL', 'not run'],
    ...['not run: fuzz: links, 100,000 each', 'not run'],
  ])
  expect(rows.map(({ seconds }) => seconds)).toEqual([4, 0.5, 0, 0.001, 0])
  expect(verdicts(playwright)[0]).toBe('ok (1)')
  const [head, first] = tableOf(rows).split('\n')
  expect(head).toMatch(/^promise +figure +limit +verdict +seconds$/)
  expect(first).toMatch(/^1 +10,000 messages +0 effects +FAIL +4\.0$/)
})

test('error: a figure in no title that ran counts as not tried, and so does a reduced one', () => {
  const ran = (...titles) => titles.map((title) => ({ title, ok: true, seconds: 1 }))
  expect(verdicts(ran('promise 2: 5000 ids', 'promise 2: 1000 replays'))[1]).toBe('not run: 1,000,000 ids')
  expect(verdicts(ran('promise 2: 1000000 ids, 1,000 replays'))[1]).toBe('ok (1)')
  expect(verdicts(ran('fuzz: texts, 200 each a', 'fuzz: links, 100000 each b'))[3]).toBe('not run: fuzz: texts, 100,000 each')
  expect(verdicts(ran('chaos: 50 journeys'))[4]).toBe('not run: 1,000 journeys')
  expect(verdicts(ran('chaos: 1000 journeys'))[4]).toBe('ok (1)')
})

test('each fuzzed parser has its own row, at the full figure', () => {
  expect(parsersOf().length).toBeGreaterThan(10)
  for (const title of parsersOf()) expect(title).toMatch(/^fuzz: .*, 100,000\b/)
})

test('every part’s report is read; error: a truncated one, and a missing folder, have no tests', () => {
  const folder = mkdtempSync(join(tmpdir(), 'soak-'))
  const report = (title) => ({ testResults: [{ assertionResults: [{ fullName: title, status: 'passed', duration: 1 }] }] })
  writeFileSync(join(folder, 'vitest.json'), JSON.stringify(report('promise 1: a')))
  writeFileSync(join(folder, 'vitest-src-lib-fuzz.json'), JSON.stringify(report('fuzz: b')))
  writeFileSync(join(folder, 'vitest-src-api-fuzz.json'), JSON.stringify(report('fuzz: c')).slice(0, 60))
  writeFileSync(join(folder, 'playwright-chaos.json'), JSON.stringify({ suites: [] }))
  writeFileSync(join(folder, 'size.json'), '{}')
  try {
    expect(testsIn(folder).map(({ title }) => title)).toEqual(['fuzz: b', 'promise 1: a'])
    expect(testsIn(join(folder, 'none'))).toEqual([])
    // A run starts by deleting earlier reports, and leaves other files alone.
    forgetReports(folder)
    expect(readdirSync(folder)).toEqual(['size.json'])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
