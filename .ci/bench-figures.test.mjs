import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { keptFigures, lessens, parts, runParts } from './bench-figures.mjs'
import { subjects } from './bench-peers-build.mjs'
import { figuresPage } from './docs-figures.mjs'
import { at, readJson } from './root.mjs'

const commit = 'c0ffee'.padEnd(40, '0')
const scale = {
  about: '9 of 480 packets were lost',
  tables: [
    {
      title: 'All of it | twice',
      head: ['', 'kept < 1 MB'],
      rows: [['50 signatures', '0.4']],
      notes: { '50 signatures': ['waited <20 s>'] },
    },
  ],
}
const opening = { rows: [{ measure: 'cold open', figure: '131 ms', limit: '120 ms', holds: false }] }

let folder
let path
beforeEach(() => {
  vi.spyOn(console, 'log').mockReturnValue()
  folder = mkdtempSync(join(tmpdir(), 'figures-'))
  path = join(folder, 'figures.json')
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Runs parts that have measured the above, in a checkout in this git state. */
const run = (named, env, { changed = '', heads = [commit] } = {}) => {
  const ask = (command) => (command === 'status' ? changed : heads.length > 1 ? heads.shift() : heads[0])
  const found = { scale: { ...scale, holds: true }, opening: { ...opening, holds: false } }
  return runParts(named, {
    env,
    ask,
    path,
    prepare: async () => true,
    load: async (name) => ({ bench: async () => found[name] }),
  })
}

describe('runParts', () => {
  test('keeps nothing unless told to', async () => {
    expect(await run(['scale'], {})).toBe(0)
    expect(readdirSync(folder)).toEqual([])
  })

  test('keeps the measurements with day, commit and machine, and leaves those of other parts', async () => {
    expect(await run(['scale'], { KEEP: '1' })).toBe(0)
    const first = readJson(path)
    expect(Object.keys(first)).toEqual(['scale'])
    expect(first.scale).toMatchObject({ ...scale, commit, date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) })
    expect(first.scale.machine).toMatchObject({ cores: expect.any(Number), load: expect.stringMatching(/^\d+\.\d\d$/) })
    expect(first.scale).not.toHaveProperty('holds')
    // A figure over its limit is kept like any other.
    expect(await run(['opening'], { KEEP: '1' })).toBe(1)
    expect(readJson(path)).toEqual({ opening: expect.objectContaining(opening), scale: first.scale })
  })

  test('error: refuses an unknown part, and an incomplete measurement', async () => {
    await expect(run(['scales'], {})).rejects.toThrow('No such part: scales')
    for (const name of lessens) await expect(run(['scale'], { KEEP: '1', [name]: '1' }), name).rejects.toThrow(name)
    expect(readdirSync(folder)).toEqual([])
  })

  test('error: refuses uncommitted changes, and a commit that changes meanwhile', async () => {
    await expect(run(['scale'], { KEEP: '1' }, { changed: ' M src/lib/caip.ts' })).rejects.toThrow('src/lib/caip.ts')
    await expect(run(['scale'], { KEEP: '1' }, { heads: [commit, 'other'] })).rejects.toThrow('Another commit')
    expect(readdirSync(folder)).toEqual([])
  })

  test('every variable that makes a measurement incomplete is listed, and every part has its file', () => {
    const files = readdirSync(at('.ci')).filter((name) => /^bench.*\.mjs$/.test(name) && !name.endsWith('.test.mjs'))
    const sources = files.map((name) => readFileSync(at('.ci', name), 'utf8')).join('\n')
    const read = [...sources.matchAll(/process\.env\.(\w+)|\{ (\w+) = '' \} = process\.env/g)].map(([, a, b]) => a ?? b)
    expect([...new Set(read)].filter((name) => !['EACH', 'NODE_ENV'].includes(name)).sort()).toEqual([...lessens].sort())
    for (const part of Object.keys(parts)) expect(files).toContain(`bench-${part}.mjs`)
  })
})

describe('the page of figures', () => {
  const numbers = (text) => new Set(text.replaceAll(/KEEP=1/g, '').match(/\d+/g) ?? [])

  test('has what runs have kept, within limits or not', () => {
    const taken = {
      date: '2026-11-25',
      commit,
      machine: { processor: 'Quiet', cores: 2, memory: '8 GB', system: 'Linux', load: '0.02' },
    }
    const page = figuresPage({ scale: { ...taken, ...scale }, opening: { ...taken, ...opening } })
    expect(page).toContain(`Measured on 2026-11-25 at commit \`${commit}\`: Quiet, 2 cores, 8 GB, Linux, load before 0.02.`)
    expect(page).toContain('| cold open | 131 ms | 120 ms | NO |')
    expect(page).toContain('All of it \\| twice\n\n|  | kept &lt; 1 MB |\n| --- | --- |\n| 50 signatures | 0.4 |')
    expect(page).toContain('- 50 signatures: waited &lt;20 s>')
    expect(page.match(/Not measured yet/g)).toHaveLength(Object.keys(parts).length - 2)
  })

  test('has no figure that a run has not kept', () => {
    expect(numbers(figuresPage({}))).toEqual(new Set())
    const kept = numbers(JSON.stringify(keptFigures()))
    expect([...numbers(figuresPage())].filter((each) => !kept.has(each))).toEqual([])
  })

  test('the kept figures have every subject and every column, with as many rounds as promised', () => {
    const { peers, scale } = keptFigures()
    const names = subjects.map(({ name }) => name)
    for (const name of ['empty element', 'r2wc hello', 'wallet-modal', 'RainbowKit', 'AppKit 1.7.3', 'Web3-Onboard'])
      expect(names).toContain(name)
    for (const name of ['TonConnect UI', 'Solana wallet-adapter']) expect(names).toContain(name)
    const [once, throttled, held] = peers.tables
    expect([once, throttled, held].map(({ title }) => title.match(/\d+/g)?.slice(0, 2))).toEqual([
      ['9', '1'],
      ['9', '4'],
      ['200', '200'],
    ])
    for (const { head, rows } of [once, throttled, held]) {
      expect(rows.map(([name]) => name)).toEqual(expect.arrayContaining(names))
      for (const row of rows) expect(row).toHaveLength(head.length)
    }
    const columns = [
      'JS kB',
      'JS kB open',
      'requests',
      'hosts',
      'button',
      'blocking',
      'cold',
      'warm',
      'connect',
      'heap MB',
      'elements',
    ]
    for (const { head } of [once, throttled]) expect(head).toEqual(expect.arrayContaining(columns))
    expect(held.head).toEqual(expect.arrayContaining(['kB opened', 'listeners', 'nodes', 'axe', 'MB on disk']))
    const all = scale.tables.flatMap(({ rows }) => rows.map(([name]) => name))
    const much = ['10000 wallets', '50 announced', '5000 tokens', '10000 transactions', '200 networks', '20 elements']
    for (const words of [...much, '1000 events a second', '30 minutes of open tab', 'slow 3G', '2 % packet loss'])
      expect(
        all.filter((name) => name.startsWith(words)),
        words,
      ).toHaveLength(1)
  })

  test('the kept figures have a commit, and each its limit', () => {
    for (const [part, { commit, tables = [], rows = [] }] of Object.entries(keptFigures())) {
      expect(Object.keys(parts)).toContain(part)
      expect(commit).toMatch(/^[\da-f]{40}$/)
      expect(tables.length + rows.length, part).toBeGreaterThan(0)
      for (const row of rows)
        expect(row, part).toEqual({
          measure: expect.any(String),
          figure: expect.any(String),
          limit: expect.any(String),
          holds: expect.any(Boolean),
        })
    }
  })
})
