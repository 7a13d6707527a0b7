import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { testTitles } from './docs-promises.mjs'
import { at } from './root.mjs'
import { fuzzFiles, named, playwrightCount, runAll, unitFolders, vitestCount } from './suites.mjs'

let lines
beforeEach(() => {
  lines = []
  vi.spyOn(console, 'log').mockImplementation((line = '') => lines.push(line))
})
afterEach(() => vi.restoreAllMocks())

const check = (name, passed, failed) => ({ name, run: async () => ({ passed, failed }) })

describe('runAll', () => {
  test('sums up all suites in a last line', async () => {
    expect(await runAll([check('a', 1, 0), check('b', 41, 0)])).toBe(0)
    expect(lines.at(-1)).toBe('42 passed, 0 failed')
  })
  test('runs those of an inner list simultaneously, and counts each by its name', async () => {
    let end
    const ended = new Promise((resolve) => {
      end = resolve
    })
    const first = { name: 'a', run: () => ended }
    const second = {
      name: 'b',
      run: async () => {
        end({ passed: 2, failed: 1 })
        return { passed: 3, failed: 0 }
      },
    }
    expect(await runAll([[first, second], check('c', 1, 0)])).toBe(1)
    expect(lines.filter((line) => /^(ok|FAIL)/.test(line)).map((line) => line.split(/ +/).slice(0, 3).join(' '))).toEqual([
      'FAIL a 2',
      'ok b 3',
      'ok c 1',
    ])
    expect(lines.at(-1)).toBe('6 passed, 1 failed')
  })
  test('runs a list within such a list in order, beside the others, and prints them in order', async () => {
    const seen = []
    let end
    const ended = new Promise((resolve) => {
      end = resolve
    })
    const noted = (name, wait) => ({
      name,
      run: async () => {
        seen.push(name)
        await wait
        seen.push(`${name} ends`)
        return { passed: 1, failed: 0 }
      },
    })
    const last = {
      name: 'd',
      run: async () => {
        seen.push('d')
        end()
        return { passed: 1, failed: 0 }
      },
    }
    // What runs beside the first is done before that ends, and what follows has not begun by then.
    expect(await runAll([[[noted('a', ended), [noted('b'), noted('c')]], last], check('e', 1, 0)])).toBe(0)
    expect(seen).toEqual(['a', 'd', 'a ends', 'b', 'c', 'b ends', 'c ends'])
    expect(lines.filter((line) => line.startsWith('ok')).map((line) => line.split(/ +/)[1])).toEqual(['a', 'b', 'c', 'd', 'e'])
    expect(lines.filter((line) => line.includes('──'))).toEqual(['\n── a, b, c, d ──', '\n── e ──'])
  })
  test('error: one failure is enough for a bad exit code, and later suites still run', async () => {
    expect(await runAll([check('a', 0, 1), check('b', 5, 0)])).toBe(1)
    expect(lines.at(-1)).toBe('5 passed, 1 failed')
  })
  test('error: a suite that cannot run at all is one failure, and later suites still run', async () => {
    const told = vi.spyOn(console, 'error').mockImplementation(() => {})
    const broken = { name: 'a', run: async () => JSON.parse('{"half":') }
    expect(await runAll([broken, check('b', 5, 0)])).toBe(1)
    expect(lines.at(-1)).toBe('5 passed, 1 failed')
    expect(told).toHaveBeenCalled()
  })
  test('passes the environment to each suite', async () => {
    const seen = []
    const spy = { name: 'a', run: async (env) => seen.push(env) && { passed: 1, failed: 0 } }
    await runAll([spy], { SOAK: '1' })
    expect(seen).toEqual([{ SOAK: '1' }])
  })
})

describe('named', () => {
  const [unit, fuzz, chaos] = [check('unit tests', 1, 0), check('src/lib/fuzz.test.ts', 1, 0), check('chaos', 1, 0)]
  const all = [[unit, fuzz], chaos]
  test('are those whose name contains one of the words, or all without words', () => {
    expect(named(all, ['chaos', 'lib'])).toEqual([fuzz, chaos])
    expect(named(all, [])).toBe(all)
  })
  test('error: a word without a match is reported, with the known names', () => {
    expect(() => named(all, ['unit', 'typo'])).toThrow(
      'No part is called typo. There are: unit tests, src/lib/fuzz.test.ts, chaos',
    )
  })
  test('error: a long run of an unknown part ends at once, with a failure', { timeout: 30_000 }, () => {
    const { status, stderr } = spawnSync(process.execPath, [at('.ci/soak.mjs'), 'typo'], { encoding: 'utf8' })
    expect(status).toBe(1)
    expect(stderr).toMatch(/No part is called typo\. There are: .*unit tests, .*chaos/)
  })
})

test('the unit test parts cover all folders in which vitest looks for tests', () => {
  const globs = readFileSync(at('vite.config.ts'), 'utf8').matchAll(/['`]([\w.]+)\/[^'`]*\.test\./g)
  const folders = [...new Set([...globs].map(([, folder]) => folder))]
  expect(folders.sort()).toEqual(Object.values(unitFolders).flat().sort())
})

test('in folders whose files share a thread, each test that changes a store resets it for the next file', () => {
  const [, plain] = /const plain = '([^']+)'/.exec(readFileSync(at('vite.config.ts'), 'utf8'))
  const files = plain
    .split('|')
    .flatMap((folder) => readdirSync(at('src', folder), { recursive: true }).map((file) => `src/${folder}/${file}`))
    .filter((file) => /\.test\.tsx?$/.test(file))
  const texts = files.map((file) => [file, readFileSync(at(file), 'utf8')]).filter(([, text]) => text.includes('resetStores'))
  expect(texts.length).toBeGreaterThan(0)
  expect(texts.filter(([, text]) => !/afterEach\([^\n]*resetStores/.test(text)).map(([file]) => file)).toEqual([])
})

describe('fuzzFiles', () => {
  test('are exactly those that fuzz parsers, so that no other test runs twice in the long run', () => {
    const named = testTitles()
      .filter(({ title }) => title.startsWith('fuzz: '))
      .map(({ file }) => file)
    expect(fuzzFiles()).toEqual([...new Set(named)].sort())
  })
})

describe('counts', () => {
  test('vitest: passed and failed tests', () => {
    expect(vitestCount({ numPassedTests: 7, numFailedTests: 2, numPendingTests: 1 })).toEqual({ passed: 7, failed: 2 })
  })
  test('playwright: errors outside tests are failures', () => {
    const stats = { expected: 3, unexpected: 1, flaky: 0, skipped: 2 }
    expect(playwrightCount({ stats, errors: [{ message: 'no stack' }] })).toEqual({ passed: 3, failed: 2 })
  })
})

describe('the end-to-end tests', () => {
  const files = readdirSync(at('e2e'), { recursive: true })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.ts'))
  const found = (pattern) =>
    files.flatMap((name) => [...readFileSync(at('e2e', name), 'utf8').matchAll(pattern)].map(([line]) => `${name}: ${line}`))

  test('promise 32: each is watched for violations and errors, and runs under SES: those with a `test` of their own are these', () => {
    expect(
      found(/import \{[^}]*\btest\b[^}]*\} from '@playwright\/test'/g)
        .map((line) => line.split(':')[0])
        .sort(),
    ).toEqual([
      'fixtures.ts',
      // Other engines, where every journey ends with a look at what was blocked.
      'journeys.ts',
      // Pages of other tools' own browsers.
      'testing-guide.spec.ts',
      // A host's page, watched and locked down by its own fixture.
      'testing.spec.ts',
    ])
  })
  test('promise 32: four are left out under SES, and elsewhere only an engine that is missing', () => {
    expect(found(/\b(test(\.describe|\.info\(\))?|testInfo)\.(skip|fixme|fail|only)\(.*/g).sort()).toEqual([
      // Twice: before our script, and after it.
      "hostile-page.spec.ts: test.skip(process.env.SES === '1', 'SES lets nobody')",
      "hostile-page.spec.ts: test.skip(process.env.SES === '1', 'SES lets nobody')",
      'journeys.ts: test.skip(missing !== undefined, missing)',
      "libraries.spec.ts: test.skip(process.env.SES === '1' && library === 'viem', 'its whole client writes to functions what SES has frozen')",
    ])
  })
})
