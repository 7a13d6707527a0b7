import { describe, expect, test } from 'vitest'
import { fnv1a } from './fnv1a'

describe('fnv1a', () => {
  test('gives the published hashes', () => {
    expect([fnv1a(''), fnv1a('a'), fnv1a('foobar')]).toEqual([0x811c9dc5, 0xe40c292c, 0xbf9cf968])
  })
})
