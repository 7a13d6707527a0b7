import { describe, expect, test } from 'vitest'
import { importsOf, prunedLock } from './stack-package.mjs'

describe('importsOf', () => {
  test('names packages once, without Node’s own and build-only ones', () => {
    const output = [
      {
        imports: ['viem', 'viem/actions', '@hono/node-server/conninfo', 'node:fs', 'http', './a.js'],
        dynamicImports: ['vite', 'ioredis'],
      },
    ]
    expect(importsOf(output)).toEqual(['@hono/node-server', 'ioredis', 'viem'])
  })
})

describe('prunedLock', () => {
  const lock = {
    lockfileVersion: 3,
    packages: {
      '': { name: 'ours' },
      'node_modules/a': { version: '1.0.0', dev: true, dependencies: { b: '2', c: '1' } },
      'node_modules/a/node_modules/b': { version: '2.0.0', dev: true, dependencies: { c: '1' } },
      'node_modules/b': { version: '1.0.0', dev: true },
      'node_modules/c': { version: '1.0.0', dev: true, optionalDependencies: { native: '1' } },
      'node_modules/native': { version: '1.0.0', devOptional: true, optional: true },
      'node_modules/other': { version: '1.0.0', dev: true },
    },
  }
  const pruned = prunedLock(lock, { name: 'list', version: '1.0.0', dependencies: { a: '1.0.0' } })

  test('keeps what is needed, nested as before, and nothing else', () => {
    expect(Object.keys(pruned.packages)).toEqual([
      '',
      'node_modules/a',
      'node_modules/a/node_modules/b',
      'node_modules/c',
      'node_modules/native',
    ])
  })
  test('makes dev packages regular ones, and another platform’s optional', () => {
    expect(pruned.packages['node_modules/a'].dev).toBeUndefined()
    expect(pruned.packages['node_modules/native']).toEqual({ version: '1.0.0', optional: true })
  })
})
