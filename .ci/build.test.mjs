import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { filesIn, integrityOf } from './build.mjs'

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
  test('hashes every file but the list itself, maps and types', () => {
    // printf x | openssl dgst -sha384 -binary | base64
    const hash = 'sha384-11LCxR+6DimqGQVwqdQlPkQHegWNMpf6OlYw1b0BJiL5fCisrtMTtcg7uZDKp9qF'
    const files = ['b.js', 'chunks/a.js']
    expect(integrityOf(folder)).toEqual(Object.fromEntries(files.map((file) => [file, hash])))
  })
})
