type Pressed = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey'>
type Item = { readonly id: string; readonly disabled?: boolean }

/**
 * Index that a key leads to from `at` in a row of items with one tab stop; undefined for other keys, and if that item is
 * disabled. Left and right follow the writing direction, the ends wrap (WAI-ARIA practices: tabs, radio group).
 */
export function stepInRow(pressed: Pressed, at: number, items: readonly Item[], rtl: boolean): number | undefined {
  const { key, altKey, ctrlKey, metaKey } = pressed
  // Alt with an arrow is the browser's Back and Forward.
  if (altKey || ctrlKey || metaKey) return undefined
  const last = items.length - 1
  const turn = TURNS[key]
  const step = turn && rtl && key !== 'ArrowUp' && key !== 'ArrowDown' ? -turn : turn
  const next = key === 'Home' ? 0 : key === 'End' ? last : step && (at + step + items.length) % items.length
  const item = items[next ?? -1]
  return item && !item.disabled ? next : undefined
}

const TURNS: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

/** Index that `key` leads to from `at` in a grid of `columns`; undefined for other keys. Nothing wraps. */
export function stepInGrid(key: string, at: number, count: number, columns: number, rtl: boolean): number | undefined {
  const last = count - 1
  if (last < 0) return undefined
  const clamp = (index: number) => Math.max(0, Math.min(last, index))
  switch (key) {
    case 'Home':
      return 0
    case 'End':
      return last
    case 'ArrowRight':
      return clamp(at + (rtl ? -1 : 1))
    case 'ArrowLeft':
      return clamp(at + (rtl ? 1 : -1))
    case 'ArrowUp':
      return at - columns < 0 ? at : at - columns
    case 'ArrowDown': {
      const below = at + columns
      if (below <= last) return below
      // The last row may be short: from above the gap, Down goes to the last entry.
      return Math.floor(at / columns) < Math.floor(last / columns) ? last : at
    }
    default:
      return undefined
  }
}

/** Index of the next entry from `at` whose name begins with `typed`, going round; undefined when there is none. */
export function typeAhead(names: readonly string[], at: number, typed: string): number | undefined {
  const wanted = typed.toLowerCase()
  // The same single letter walks through the entries; with more letters the current entry may still match.
  const first = wanted.length > 1 ? at : at + 1
  for (let step = 0; step < names.length; step += 1) {
    const index = (first + step) % names.length
    if (names[index]?.toLowerCase().startsWith(wanted)) return index
  }
  return undefined
}

/** Rows of `rowHeight` px that a scroller shows, two more on each side; `end` is exclusive. */
export function visibleRows(scrollTop: number, height: number, rowHeight: number, rows: number): { start: number; end: number } {
  const spare = 2
  const size = Math.max(1, rowHeight)
  const start = Math.max(0, Math.min(rows, Math.floor(scrollTop / size)) - spare)
  return { start, end: Math.max(start, Math.min(rows, Math.ceil((scrollTop + height) / size) + spare)) }
}

/** Columns of wallets in a grid of `width` px, reckoned at the base size: 4, 3 in a dialog under 352, and 2 where large text leaves less. */
export const columnsFor = (width: number): 2 | 3 | 4 => (width <= 0 || width >= 340 ? 4 : width >= 264 ? 3 : 2)
