import { parseAst } from 'vite'
import { expect, test, vi } from 'vitest'
import { coreInEntry } from './core-in-entry.ts'

/** The build's warning about a core with this code. */
function saidOf(code) {
  const said = []
  const { renderChunk } = coreInEntry()
  const context = { parse: parseAst, error: (message) => said.push(message) }
  Reflect.apply(renderChunk, context, [`let a = 1, b = {};${code};export{a as x,b}`, { name: 'core' }])
  return said[0]
}

test.each([
  'a = 2',
  'a ||= 2',
  'a++',
  '[a] = [2]',
  '[, ...a] = [2]',
  '({ c: a } = {})',
  '({ a = 3 } = {})',
  '({ ...a } = {})',
  'for (a of [1]);',
  'for (a in {});',
  'for ([a] of [[1]]);',
  'function f() { [[a]] = [[2]] }',
])('error: a name of which chunks would keep the first value, %s', (code) => {
  expect(saidOf(code)).toMatch(/^Chunks would keep the first value of a:/)
})

test.each(['b.a = 2', 'b[a] = 2', '[b.c] = [2]', 'for (const c of [a]);', 'let c; c = a', '({ [a]: b.c } = {})'])(
  'a name that keeps its value, %s',
  (code) => {
    expect(saidOf(code)).toBeUndefined()
  },
)

/** The entry built from this core. */
function entryOf(code) {
  const chunk = (name, fileName, text) => ({ type: 'chunk', name, fileName, code: text })
  const entry = chunk('index', 'wallet-modal.js', 'export{a as WalletModalElement}from"./chunks/core-1.js";')
  const core = chunk('core', 'chunks/core-1.js', `${code}\nexport{Modal as a};`)
  coreInEntry().generateBundle({}, { [entry.fileName]: entry, [core.fileName]: core })
  return entry.code
}

test('the entry contains no file for a host’s bundler to find, and no path of a developer’s disk', () => {
  expect(entryOf('class Modal{}')).not.toMatch(/\bURL\b|import\.meta/)
})

test('one release is one copy wherever it comes from, another release is its own copy', async () => {
  const defined = new Map()
  vi.stubGlobal('customElements', { get: (name) => defined.get(name) })
  const load = async (entry, place) => {
    const { WalletModalElement } = await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(entry)}//${place}`)
    if (!defined.has('wallet-modal')) defined.set('wallet-modal', WalletModalElement)
    return WalletModalElement
  }
  const entry = entryOf('class Modal{}')
  const first = await load(entry, 'here')
  expect(await load(entry, 'there')).toBe(first)
  expect(await load(entry.replaceAll('core-1', 'core-2'), 'there')).not.toBe(first)
  vi.unstubAllGlobals()
})
