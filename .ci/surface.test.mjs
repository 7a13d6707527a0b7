import { describe, expect, test } from 'vitest'
import { at, readJson } from './root.mjs'
import { surfaceOf, surfaceProblems } from './surface.mjs'

const list = { hosts: ['bakery.example'], globals: ['fetch', 'window'] }

describe('surfaceOf', () => {
  test('hosts are those in any string, not in comments', () => {
    const code = 'a("https://one.example/x?y"); b = `wss://Two.example:8/`; // https://three.example\nd = ["http://four.example"]'
    expect(surfaceOf(code).hosts).toEqual(['four.example', 'one.example', 'two.example'])
  })
  test('names are those that the script does not declare, including members of globalThis', () => {
    const code = `import n, { x as e } from './e.js'; export { f } from './f.js'
      const { t, u: [r = 1, ...i] } = n, o = class s { a = t }; l: for (const c of r) { if (e) break l }
      function h(p, { m }) { try { return fetch(p.body, m) } catch (v) { window.ethereum.request(v) } }
      globalThis['XMLHttpRequest'].prototype.open = h; o(i, { document: u => u })`
    expect(surfaceOf(code).globals).toEqual(['XMLHttpRequest', 'ethereum', 'fetch', 'globalThis', 'window'])
  })
  test('error: an invalid script throws, instead of giving an empty list', () => {
    expect(() => surfaceOf('const = 1')).toThrow()
  })
})

describe('surfaceProblems', () => {
  test('promise 35: nothing that was reviewed makes code of a text, or loads any but our own modules', () => {
    const { globals } = readJson(at('.ci/surface.json'))
    expect(globals).toContain('fetch')
    expect(globals.filter((name) => /^(eval|importScripts|Worker|SharedWorker|execScript|WebAssembly)$/.test(name))).toEqual([])
  })
  test('promise 35: error: a host or a name that was not reviewed is reported, as is one that is gone', () => {
    expect(surfaceProblems(list, list)).toEqual([])
    expect(surfaceProblems(list, { hosts: ['bakery.example', 'evil.example'], globals: ['XMLHttpRequest', 'window'] })).toEqual([
      'hosts: evil.example is new',
      'globals: XMLHttpRequest is new',
      'globals: fetch is gone',
    ])
  })
})
