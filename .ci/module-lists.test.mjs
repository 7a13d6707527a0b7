import { existsSync, readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { listModules, moduleLists, packageOf, parts } from './module-lists.mjs'
import { at } from './root.mjs'

test('the server and each page of the local world that is shipped built are among the parts', () => {
  const pages = readdirSync(at('demo')).filter((name) => name !== 'hosts' && existsSync(at('demo', name, 'vite.config.ts')))
  const wanted = ['bundled-login-server', ...pages.map((name) => `bundled-stack-${name}`)]
  expect(Object.keys(parts)).toEqual(expect.arrayContaining(wanted))
})

test('error: a build that is not part of the package has no list', () => {
  expect(() => listModules('another')).toThrow('another is no part of the package')
})

test('error: a part without a list is reported; before a build there is none', () => {
  expect(moduleLists(() => undefined)).toEqual([])
  const read = (file) => (file === 'bundled-login-server' ? undefined : [{ modules: [] }])
  expect(() => moduleLists(read)).toThrow('bundled-login-server')
})

test('a module belongs to the innermost package folder', () => {
  expect(packageOf('\0/root/node_modules/a/node_modules/@b/c/dist/x.js')).toBe('node_modules/a/node_modules/@b/c')
  expect(packageOf('node_modules/a/index.js')).toBe('node_modules/a')
  expect(packageOf('src/lib/caip.ts')).toBeUndefined()
})
