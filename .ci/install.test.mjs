import { describe, expect, test } from 'vitest'
import { missing } from './install.mjs'

const lockfile = {
  packages: {
    '': { name: 'ours' },
    'node_modules/a': { version: '1.0.0' },
    'node_modules/b': { version: '2.0.0' },
    'node_modules/other-platform': { version: '1.0.0', optional: true },
  },
}

describe('missing', () => {
  test('is empty when all but optional packages are there', () => {
    const installed = { packages: { 'node_modules/a': { version: '1.0.0' }, 'node_modules/b': { version: '2.0.0' } } }
    expect(missing(lockfile, installed)).toEqual([])
  })
  test('names a package that is not there or has another version', () => {
    expect(missing(lockfile, { packages: { 'node_modules/a': { version: '1.0.1' } } })).toEqual([
      'node_modules/a',
      'node_modules/b',
    ])
  })
  test('names all when nothing was ever installed', () => {
    expect(missing(lockfile, undefined)).toEqual(['node_modules/a', 'node_modules/b'])
  })
})
