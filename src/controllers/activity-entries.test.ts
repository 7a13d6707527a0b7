import { describe, expect, test } from 'vitest'
import type { PendingTransaction } from '../lib/pending-transaction'
import type { Transaction } from '../lib/transaction'
import { activityEntries } from './activity-entries'

const owner = 'eip155:1:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
/** In the visitor's own time zone. */
const at = (...parts: [year: number, month: number, day: number, hour?: number, minute?: number]) => new Date(...parts).getTime()
const indexed = (id: string, time: number): Transaction => ({
  ...{ id, hash: `0x${id}`, networkId: 'eip155:1', kind: 'received', status: 'confirmed', at: time, from: '0x1', to: '0x2' },
  ...{ application: undefined, transfers: [] },
})
const own = (hash: string, time: number): PendingTransaction => ({
  ...{ owner, networkId: 'eip155:1', hash, kind: 'send', at: time, to: '0x9', amount: '0.5', symbol: 'ETH', status: 'pending' },
})
const told = (list: readonly Transaction[], pending: readonly PendingTransaction[] = [], locale = 'en') =>
  activityEntries(list, pending, owner, locale).map((each) => (each.type === 'month' ? each.title : each.transaction.id))

describe('activityEntries', () => {
  test('each month has a heading above its transactions, from its first minute to its last', () => {
    const list = [
      indexed('d', at(2026, 1, 1)),
      indexed('c', at(2026, 0, 31, 23, 59)),
      indexed('b', at(2026, 0, 1)),
      indexed('a', at(2025, 11, 31, 23, 59)),
    ]
    expect(told(list)).toEqual(['February 2026', 'd', 'January 2026', 'c', 'b', 'December 2025', 'a'])
    expect(told(list, [], 'de').filter((each) => each.length > 1)).toEqual(['Februar 2026', 'Januar 2026', 'Dezember 2025'])
  })

  test('months follow the language’s calendar, not always the Gregorian one', () => {
    // 1 Azar 1405 is 22 November 2026.
    const list = [indexed('c', at(2026, 10, 25)), indexed('b', at(2026, 10, 22)), indexed('a', at(2026, 10, 21, 23, 59))]
    const months = told(list, [], 'fa').map((each) => /آذر|آبان|[abc]/.exec(each)?.[0])
    expect(months).toEqual(['آذر', 'c', 'b', 'آبان', 'a'])
  })

  test('own transactions are sorted in with the indexed ones, and two headings of one month never share an id', () => {
    const list = [indexed('b', at(2026, 4, 1)), indexed('a', at(2025, 4, 1))]
    expect(told(list, [own('0xC', at(2026, 5, 1))])).toEqual(['June 2026', 'own 0xc', 'May 2026', 'b', 'May 2025', 'a'])
    const ids = activityEntries(list, [], owner, 'en').map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('an own transaction keeps its id, and so its row, once the index lists it and once our copy is dropped', () => {
    const day = at(2026, 4, 1)
    const idsOf = (list: readonly Transaction[], pending: readonly PendingTransaction[]) =>
      activityEntries(list, pending, owner, 'en').map(({ id }) => id)
    const [sent, told] = [own('0xC', day), { ...indexed('by the index', day), hash: '0xc' }]
    const before = idsOf([], [sent])
    expect(before).toHaveLength(2)
    expect(idsOf([told], [sent])).toEqual(before)
    expect(idsOf([told], [])).toEqual(before)
    // If it lists two under one hash, they stay two.
    expect(new Set(idsOf([told, { ...told, id: 'another' }], [])).size).toBe(3)
  })

  test('the same lists give the identical array, other lists a new one', () => {
    const [list, none] = [[indexed('a', at(2026, 4, 1))], [] as PendingTransaction[]]
    const entries = activityEntries(list, none, owner, 'en')
    expect(activityEntries(list, none, owner, 'en')).toBe(entries)
    expect(activityEntries(list, none, owner, 'fr')).not.toBe(entries)
    expect(activityEntries(list, [own('0xC', at(2026, 5, 1))], owner, 'en')).toHaveLength(4)
    expect(activityEntries(list, [own('0xC', at(2026, 5, 1))], undefined, 'en')).toHaveLength(2)
    expect(activityEntries([...list], none, owner, 'en')).not.toBe(entries)
  })
})
