import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isPermissive, licenceProblems, versionProblems } from './licences.mjs'

let modules
beforeEach(() => {
  modules = mkdtempSync(join(tmpdir(), 'licences-'))
})
afterEach(() => rmSync(modules, { recursive: true }))

function plant(path, manifest) {
  mkdirSync(join(modules, path), { recursive: true })
  writeFileSync(join(modules, path, 'package.json'), JSON.stringify(manifest))
  return join(modules, path)
}

describe('isPermissive', () => {
  test.each(['MIT', '0BSD', '(MIT OR GPL-3.0)', 'Apache-2.0 AND MIT', '(MIT AND BSD-3-Clause) OR AGPL-3.0'])(
    '%s is',
    (expression) => {
      expect(isPermissive(expression)).toBe(true)
    },
  )
  test.each([
    'GPL-3.0',
    'MIT AND GPL-3.0',
    'SEE LICENSE IN LICENSE.md',
    'UNLICENSED',
    '(MIT',
    'MIT ISC',
    '',
    undefined,
    'MIT AND',
  ])('error: %s is not', (expression) => {
    expect(isPermissive(expression)).toBe(false)
  })
})

describe('licenceProblems', () => {
  test('is empty for permissive packages, the old list form included', () => {
    const good = plant('good', { name: 'good', version: '1.0.0', license: 'MIT' })
    const old = plant('old', { name: 'old', version: '0.1.0', licenses: [{ type: 'MIT' }, { type: 'GPL-2.0' }] })
    expect(licenceProblems([good, old])).toEqual([])
  })
  test('error: a planted package under another licence is named', () => {
    const bad = plant('bad', { name: 'bad', version: '2.0.0', license: 'GPL-3.0-only' })
    const silent = plant('silent', { name: 'silent', version: '1.0.0' })
    expect(licenceProblems([bad, silent])).toEqual([
      `bad 2.0.0 is under GPL-3.0-only (${bad})`,
      `silent 1.0.0 is under no stated licence (${silent})`,
    ])
  })
})

describe('versionProblems', () => {
  test('is empty for the pinned release', () => {
    plant('@walletconnect/core', { version: '2.21.8' })
    plant('@walletconnect/time', { version: '1.0.2' })
    expect(versionProblems(modules)).toEqual([])
  })
  test('error: another release is found at any depth', () => {
    plant('@walletconnect/sign-client', { version: '2.21.8' })
    plant('@walletconnect/types', { version: '2.22.0' })
    plant('@reown/kit/node_modules/@walletconnect/core', { version: '2.21.7' })
    expect(versionProblems(modules).map((each) => each.replace(/ \(.*/, ''))).toEqual([
      '@walletconnect/core is 2.21.7, not 2.21.8',
      '@walletconnect/types is 2.22.0, not 2.21.8',
    ])
  })
})
