import { describe, expect, test } from 'vitest'
import { namedStates } from './shots.mjs'

describe('namedStates', () => {
  const all = [{ name: 'connect' }, { name: 'account' }]

  test('are those that the arguments name, or all without arguments', () => {
    expect(namedStates(['account'], all)).toEqual([{ name: 'account' }])
    expect(namedStates([], all)).toEqual(all)
    expect(namedStates([]).length).toBeGreaterThan(50)
  })

  test('error: an unknown name is reported, with the known ones', () => {
    expect(() => namedStates(['connect', 'acount'], all)).toThrow('No state is called acount. There are: connect, account')
  })
})
