import { readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { compareWithReact } from './compare-with-react.ts'
import { at } from './root.mjs'

const file = at('node_modules/proxy-compare/dist/index.js')
const text = readFileSync(file, 'utf8')
const error = vi.fn()
const transformed = (code, id) => Reflect.apply(compareWithReact().transform, { error }, [code, id])
const asUrl = (code) => `data:text/javascript,${encodeURIComponent(code)}`

test('what compares knows the marks of what the stores use, and its proxies are unwrapped there', async () => {
  const stores = asUrl(transformed(text, file))
  const { markToTrack, getUntracked } = await import(/* @vite-ignore */ stores)
  const code = transformed(text, `${file}?compares`).replace("'./index.js'", JSON.stringify(stores))
  const { createProxy, isChanged } = await import(/* @vite-ignore */ asUrl(code))
  const [kept, object] = [{ deep: 1 }, { a: 1, b: 1 }]
  markToTrack(kept, false)
  const affected = new WeakMap()
  const snapshot = createProxy({ kept, object }, affected)
  expect([snapshot.kept === kept, snapshot.object === object, getUntracked(snapshot.object) === object]).toEqual([
    true,
    false,
    true,
  ])
  const read = createProxy(object, affected)
  expect(read.a).toBe(1)
  expect([isChanged(object, { a: 1, b: 2 }, affected), isChanged(object, { a: 2, b: 1 }, affected)]).toEqual([false, true])
})

test('only what React’s hook imports is taken apart', async () => {
  const resolve = async () => ({ id: file })
  const resolved = (source, importer) => Reflect.apply(compareWithReact().resolveId, { resolve }, [source, importer])
  expect(await resolved('proxy-compare', '/x/valtio/esm/react.mjs')).toBe(`${file}?compares`)
  expect(await resolved('proxy-compare', '/x/valtio/esm/vanilla.mjs')).toBeUndefined()
  expect(transformed(text, '/x/other/dist/index.js')).toBeUndefined()
})

test('error: a release of the package with other marks', () => {
  transformed(text.replace('objectsToTrack = new', 'tracked = new'), file)
  expect(error).toHaveBeenCalledWith('proxy-compare is not the one that this was written for')
})
