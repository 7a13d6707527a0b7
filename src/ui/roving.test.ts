import { describe, expect, test, vi } from 'vitest'
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
  test('handles Home and End and leaves other keys alone', () => {
    expect([step('Home', 2), step('End', 0), step('Tab', 0)]).toEqual([0, 2, undefined])
  })
  test.each(['altKey', 'ctrlKey', 'metaKey'])('leaves the browser’s own shortcut, an arrow with %s, alone', (held) => {
    expect(stepInRow({ ...none, key: 'ArrowLeft', [held]: true }, 1, items, false)).toBeUndefined()
  })
  test('skips disabled entries', () => {
    const off = items.map((each) => ({ ...each, disabled: true }))
    expect(stepInRow({ ...none, key: 'ArrowRight' }, 0, off, false)).toBeUndefined()
  })
  test('error: an empty row gives none', () => {
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
  test('mirrors the side arrows in right-to-left layout', () => {
    expect([step('ArrowRight', 1, true), step('ArrowLeft', 1, true)]).toEqual([0, 2])
  })
  test('stays at the edges', () => {
    expect([step('ArrowLeft', 0), step('ArrowUp', 2), step('ArrowRight', 9), step('ArrowDown', 9)]).toEqual([0, 2, 9, 9])
  })
  test('goes to the last entry from above the gap of a short last row', () => {
    expect(step('ArrowDown', 7)).toBe(9)
  })
  test('handles Home and End and leaves other keys alone', () => {
    expect([step('Home', 5), step('End', 5), step('Enter', 5)]).toEqual([0, 9, undefined])
  })
  test('error: an empty grid gives none', () => {
    expect(stepInGrid('ArrowDown', 0, 0, 4, false)).toBeUndefined()
  })
})

describe('typeAhead', () => {
  const names = ['Lumen', 'Harbor', 'Kestrel', 'Lattice', 'Hearth']
  test('finds the next name in any case', () => {
    expect(typeAhead(names, 0, 'k')).toBe(2)
    expect(typeAhead(names, 0, 'HE')).toBe(4)
  })
  test('goes on to the next name with the same letter, and wraps around', () => {
    expect([typeAhead(names, 0, 'l'), typeAhead(names, 3, 'l')]).toEqual([3, 0])
  })
  test('stays if more letters still match', () => {
    expect(typeAhead(names, 3, 'la')).toBe(3)
  })
  test('finds a name with I in a Turkish browser, where that is the capital of another letter', () => {
    const lower = String.prototype.toLocaleLowerCase
    vi.spyOn(String.prototype, 'toLocaleLowerCase').mockImplementation(function (this: string, language) {
      return lower.call(this, language ?? 'tr')
    })
    expect(typeAhead(['Lumen', 'Ivory'], 0, 'i')).toBe(1)
    vi.restoreAllMocks()
  })
  test('error: a name without a match gives none', () => {
    expect(typeAhead(names, 0, 'zz')).toBeUndefined()
  })
})

describe('visibleRows', () => {
  test('gives the visible rows and two more on each side', () => {
    expect(visibleRows(980, 400, 98, 100)).toEqual({ start: 8, end: 17 })
  })
  test('ends at the list', () => {
    expect(visibleRows(0, 400, 98, 3)).toEqual({ start: 0, end: 3 })
    expect(visibleRows(0, 400, 98, 0)).toEqual({ start: 0, end: 0 })
  })
  test('error: a position beyond the end and a height of zero give a valid range', () => {
    const beyond = visibleRows(99_999, 400, 98, 10)
    expect(beyond.start).toBeLessThanOrEqual(beyond.end)
    expect(beyond.end).toBe(10)
    expect(visibleRows(0, 400, 0, 10)).toEqual({ start: 0, end: 10 })
  })
})

describe('columnsFor', () => {
  test('is four, or three if it is narrow', () => {
    expect([columnsFor(364), columnsFor(340), columnsFor(339), columnsFor(0)]).toEqual([4, 4, 3, 4])
  })
  test('is two if large text leaves no room for names on a narrow phone', () => {
    expect([columnsFor(264), columnsFor(240)]).toEqual([3, 2])
  })
})
