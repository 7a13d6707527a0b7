import { expect, test } from 'vitest'
import { playwrightTests, rowsOf, tableOf, vitestTests } from './soak-table.mjs'

const list = [
  { number: 1, figures: ['10,000 messages'], limit: '0 effects' },
  { number: 2, figures: ['1,000,000 ids', '1,000 replays'], limit: '0 duplicates' },
  { number: 3, figures: ['30 s'], limit: '0 left' },
]
const vitest = vitestTests({
  testResults: [
    {
      assertionResults: [
        { fullName: 'messages promise 1: none', status: 'passed', duration: 1500 },
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
        { title: 'promise 1', specs: [{ title: 'x', ok: true, tests: [{ results: [{ status: 'passed', duration: 2000 }] }] }] },
      ],
      specs: [{ title: 'promise 3: y', ok: true, tests: [{ results: [{ status: 'skipped', duration: 0 }] }] }],
    },
  ],
})

test('the table has what was tried, what came out, and how long it took; error: one that failed, one that did not run', () => {
  const rows = rowsOf(list, [...vitest, ...playwright])
  expect(rows.map(({ verdict }) => verdict)).toEqual(['FAIL', 'FAIL', 'not run', 'ok (1)'])
  expect(rows.map(({ seconds }) => seconds)).toEqual([4, 0.5, 0, 0.001])
  expect(rowsOf(list, playwright)[0]?.verdict).toBe('ok (1)')
  const [head, first] = tableOf(rows).split('\n')
  expect(head).toMatch(/^promise +figure +limit +verdict +seconds$/)
  expect(first).toMatch(/^1 +10,000 messages +0 effects +FAIL +4\.0$/)
})

test('error: reports that are not there are no tests', () => {
  expect([vitestTests(undefined), playwrightTests(undefined)]).toEqual([[], []])
})
