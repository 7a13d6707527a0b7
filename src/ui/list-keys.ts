import { typeAhead } from './roving'

const TYPE_AHEAD_MS = 600
const typed = { text: '', at: 0 }

/** A virtual list: only the visible rows are in the document. */
type LongList = {
  /** The name of each row for type-ahead; empty for a heading. */
  readonly names: () => readonly string[]
  /** Scrolls to a row and renders it. */
  readonly reach: (index: number) => void
}

/** The virtual lists by their element. */
export const longLists = new WeakMap<Element, LongList>()

/**
 * Arrows, Home, End and typed letters move the focus among the rows of a view; Tab still stops at every row. One listener
 * for all our elements on the page, since rows come and go.
 */
function moveInList(event: KeyboardEvent): void {
  const row = event.composedPath()[0]
  if (!(row instanceof HTMLElement) || !row.matches('.row-list .list-row')) return
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
  const body = row.closest<HTMLElement>('.body')
  const list = row.closest<HTMLElement>('.virtual-rows')
  // The last key may have led to the edge of what is rendered: this renders the focused row's neighbours first.
  if (list) body?.dispatchEvent(new Event('scroll'))
  const long = list && !event.key.startsWith('Arrow') ? longLists.get(list) : undefined
  const next = list && long ? inLongList(event, row, list, long) : body && inRows(event, row, rowsOf(body))
  if (!next) return
  event.preventDefault()
  next.focus()
}

const rowsOf = (box: HTMLElement) => [...box.querySelectorAll<HTMLElement>('.list-row:is(button, a)')]

function inRows(event: KeyboardEvent, row: HTMLElement, rows: readonly HTMLElement[]): HTMLElement | undefined {
  const at = rows.indexOf(row)
  const { key } = event
  if (key === 'ArrowDown') return rows[Math.min(at + 1, rows.length - 1)]
  if (key === 'ArrowUp') return rows[Math.max(at - 1, 0)]
  if (key === 'Home') return rows[0]
  if (key === 'End') return rows.at(-1)
  const next = lookUp(event, at, () => rows.map((each) => each.querySelector('.list-row-title')?.textContent ?? ''))
  return next === undefined ? undefined : rows[next]
}

/** Home, End and letters may lead to rows that are not in the document; arrows lead to a neighbour, which is. */
function inLongList(event: KeyboardEvent, row: HTMLElement, list: HTMLElement, long: LongList): HTMLElement | undefined {
  const { key } = event
  const names = long.names()
  if (key === 'Home' || key === 'End') {
    long.reach(key === 'Home' ? 0 : names.length - 1)
    // The very first may be a heading.
    return rowsOf(list).at(key === 'Home' ? 0 : -1)
  }
  const next = lookUp(event, Number(row.closest('li')?.dataset.index), () => names)
  if (next === undefined) return undefined
  long.reach(next)
  return list.querySelector<HTMLElement>(`[data-index="${next}"] .list-row`) ?? undefined
}

function lookUp({ key, timeStamp }: KeyboardEvent, at: number, names: () => readonly string[]): number | undefined {
  const fresh = timeStamp - typed.at > TYPE_AHEAD_MS
  // A space at the start is a press, not a letter.
  if ([...key].length !== 1 || (key === ' ' && fresh)) return undefined
  Object.assign(typed, { text: fresh ? key : typed.text + key, at: timeStamp })
  return typeAhead(names(), at, typed.text)
}

document.addEventListener('keydown', moveInList)
