import { describe, expect, test } from 'vitest'
import { columnsFor, stepInGrid, stepInRow, typeAhead, visibleRows } from './roving'

describe('stepInRow', () => {
  const items = ['send', 'swap', 'buy'].map((id) => ({ id }))
  const none = { altKey: false, ctrlKey: false, metaKey: false }
  const step = (key: string, at: number, rtl = false) => stepInRow({ ...none, key }, at, items, rtl)
  test('follows the writing direction with the side arrows', () => {
    expect([step('ArrowRight', 0), step('ArrowRight', 1, true), step('ArrowLeft', 0, true)]).toEqual([1, 0, 1])
  })
  test('goes down to the next in both directions', () => {
    expect([step('ArrowDown', 0), step('ArrowDown', 0, true)]).toEqual([1, 1])
  })
  test('wraps at both ends', () => {
    expect([step('ArrowRight', 2), step('ArrowLeft', 0)]).toEqual([0, 2])
  })
  test('knows Home and End and leaves other keys alone', () => {
    expect([step('Home', 2), step('End', 0), step('Tab', 0)]).toEqual([0, 2, undefined])
  })
  test.each(['altKey', 'ctrlKey', 'metaKey'])('leaves the browser its own way back, an arrow with %s', (held) => {
    expect(stepInRow({ ...none, key: 'ArrowLeft', [held]: true }, 1, items, false)).toBeUndefined()
  })
  test('leads to none that is disabled', () => {
    const off = items.map((each) => ({ ...each, disabled: true }))
    expect(stepInRow({ ...none, key: 'ArrowRight' }, 0, off, false)).toBeUndefined()
  })
  test('error: an empty row leads nowhere', () => {
    expect(stepInRow({ ...none, key: 'End' }, 0, [], false)).toBeUndefined()
  })
})

describe('stepInGrid', () => {
  // 0 1 2 3
  // 4 5 6 7
  // 8 9
  const step = (key: string, at: number, rtl = false) => stepInGrid(key, at, 10, 4, rtl)
  test('moves in two axes', () => {
    expect([step('ArrowRight', 1), step('ArrowLeft', 1), step('ArrowDown', 1), step('ArrowUp', 5)]).toEqual([2, 0, 5, 1])
  })
  test('mirrors the side arrows from right to left', () => {
    expect([step('ArrowRight', 1, true), step('ArrowLeft', 1, true)]).toEqual([0, 2])
  })
  test('stays at the edges', () => {
    expect([step('ArrowLeft', 0), step('ArrowUp', 2), step('ArrowRight', 9), step('ArrowDown', 9)]).toEqual([0, 2, 9, 9])
  })
  test('goes to the last entry from above the gap of a short last row', () => {
    expect(step('ArrowDown', 7)).toBe(9)
  })
  test('knows Home and End and leaves other keys alone', () => {
    expect([step('Home', 5), step('End', 5), step('Enter', 5)]).toEqual([0, 9, undefined])
  })
  test('error: an empty grid leads nowhere', () => {
    expect(stepInGrid('ArrowDown', 0, 0, 4, false)).toBeUndefined()
  })
})

describe('typeAhead', () => {
  const names = ['Lumen', 'Harbor', 'Kestrel', 'Lattice', 'Hearth']
  test('finds the next name in any case', () => {
    expect(typeAhead(names, 0, 'k')).toBe(2)
    expect(typeAhead(names, 0, 'HE')).toBe(4)
  })
  test('walks on with the same letter and goes round', () => {
    expect([typeAhead(names, 0, 'l'), typeAhead(names, 3, 'l')]).toEqual([3, 0])
  })
  test('stays where more letters still fit', () => {
    expect(typeAhead(names, 3, 'la')).toBe(3)
  })
  test('error: a name that is not there moves nothing', () => {
    expect(typeAhead(names, 0, 'zz')).toBeUndefined()
  })
})

describe('visibleRows', () => {
  test('gives the rows in sight and two more on each side', () => {
    expect(visibleRows(980, 400, 98, 100)).toEqual({ start: 8, end: 17 })
  })
  test('ends at the list', () => {
    expect(visibleRows(0, 400, 98, 3)).toEqual({ start: 0, end: 3 })
    expect(visibleRows(0, 400, 98, 0)).toEqual({ start: 0, end: 0 })
  })
  test('error: a place beyond the end and a height of nothing give a sound range', () => {
    const beyond = visibleRows(99_999, 400, 98, 10)
    expect(beyond.start).toBeLessThanOrEqual(beyond.end)
    expect(beyond.end).toBe(10)
    expect(visibleRows(0, 400, 0, 10)).toEqual({ start: 0, end: 10 })
  })
})

describe('columnsFor', () => {
  test('is four, and three where it is narrow', () => {
    expect([columnsFor(364), columnsFor(340), columnsFor(339), columnsFor(0)]).toEqual([4, 4, 3, 4])
  })
  test('is two where large text leaves a narrow phone no room for names', () => {
    expect([columnsFor(264), columnsFor(240)]).toEqual([3, 2])
  })
})
