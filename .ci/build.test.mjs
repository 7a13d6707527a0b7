import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { filesIn, integrityOf, required, withoutPage } from './build.mjs'
import { at, readJson } from './root.mjs'

let folder
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'build-'))
  for (const path of ['chunks', 'types']) mkdirSync(join(folder, path))
  for (const file of ['b.js', 'chunks/a.js', 'chunks/a.js.map', 'types/a.d.ts', 'integrity.json'])
    writeFileSync(join(folder, file), 'x')
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('filesIn', () => {
  test('lists every file below, sorted', () => {
    expect(filesIn(folder)).toEqual(['b.js', 'chunks/a.js', 'chunks/a.js.map', 'integrity.json', 'types/a.d.ts'])
  })
})

describe('integrityOf', () => {
  test('hashes every file except the list itself, maps and types', () => {
    // printf x | openssl dgst -sha384 -binary | base64
    const hash = 'sha384-11LCxR+6DimqGQVwqdQlPkQHegWNMpf6OlYw1b0BJiL5fCisrtMTtcg7uZDKp9qF'
    const files = ['b.js', 'chunks/a.js']
    expect(integrityOf(folder)).toEqual(Object.fromEntries(files.map((file) => [file, hash])))
  })
})

describe('withoutPage', () => {
  test('is what workers and edge runtimes bundle: the same names, without loading anything', async () => {
    const { workerd, worker, 'edge-light': edge, default: page } = readJson(at('package.json')).exports['.']
    expect([worker, edge, page]).toEqual([workerd, workerd, './dist/wallet-modal.js'])
    const text = withoutPage(['WalletModalElement', 'WalletButtonElement'], '1.2.3')
    expect(text).not.toMatch(/import|customElements|document/)
    const module = await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(text)}`)
    expect(Object.keys(module)).toEqual(['WalletButtonElement', 'WalletModalElement'])
    expect(module.WalletModalElement.version).toBe('1.2.3')
  })
})

describe('required', () => {
  /** `module.exports` if `./wallet-modal.js` is required in this way. */
  const given = (require) => {
    const module = { exports: {} }
    new Function('module', 'exports', 'require', required(['WalletModal'], '1.2.3'))(module, module.exports, require)
    return module.exports
  }
  test('is the module, or its names only if it cannot be read, as in Jest', () => {
    const whole = { WalletModal: class {} }
    expect(given(() => whole)).toBe(whole)
    const jest = () => new Function('import.meta')
    expect(given(jest).WalletModal.version).toBe('1.2.3')
  })
  test('error: an error of the module itself is thrown', () => {
    const fail = () => {
      throw new TypeError('no page')
    }
    expect(() => given(fail)).toThrow('no page')
  })
  test('is for require only: bundlers that require a module get the one for pages', () => {
    const conditions = Object.keys(readJson(at('package.json')).exports['.'])
    expect(conditions.indexOf('module')).toBeLessThan(conditions.indexOf('require'))
  })
})
