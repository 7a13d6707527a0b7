import { describe, expect, test } from 'vitest'
import { namedStates } from './shots.mjs'

describe('namedStates', () => {
  const all = [{ name: 'connect' }, { name: 'account' }]

  test('are those that words name, all of them without words', () => {
    expect(namedStates(['account'], all)).toEqual([{ name: 'account' }])
    expect(namedStates([], all)).toEqual(all)
    expect(namedStates([]).length).toBeGreaterThan(50)
  })

  test('error: a word that names none is told, with those that there are', () => {
    expect(() => namedStates(['connect', 'acount'], all)).toThrow('No state is called acount. There are: connect, account')
  })
})
