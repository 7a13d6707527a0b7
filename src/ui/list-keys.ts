import { typeAhead } from './roving'

const TYPE_AHEAD_MS = 600
const typed = { text: '', at: 0 }

/**
 * Arrows, Home, End and typed letters move the focus among the rows of a view; every row stays a stop of Tab as well. One
 * listener for all that the page has of us, since rows come and go.
 */
function moveInList(event: KeyboardEvent): void {
  const row = event.composedPath()[0]
  if (!(row instanceof HTMLElement) || !row.matches('.row-list .list-row')) return
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
  const body = row.closest<HTMLElement>('.body')
  if (!body) return
  const rows = rowsOf(body)
  const next = leadsTo(event, rows, rows.indexOf(row))
  if (next === undefined) return
  event.preventDefault()
  if (event.key === 'End') return toEnd(body)
  rows[next]?.focus()
}

const rowsOf = (body: HTMLElement) => [...body.querySelectorAll<HTMLElement>('.list-row:is(button, a)')]

function leadsTo({ key, timeStamp }: KeyboardEvent, rows: readonly HTMLElement[], at: number): number | undefined {
  if (key === 'ArrowDown') return Math.min(at + 1, rows.length - 1)
  if (key === 'ArrowUp') return Math.max(at - 1, 0)
  if (key === 'Home') return 0
  if (key === 'End') return rows.length - 1
  const fresh = timeStamp - typed.at > TYPE_AHEAD_MS
  // A space at the start is a press, not a letter.
  if ([...key].length !== 1 || (key === ' ' && fresh)) return undefined
  Object.assign(typed, { text: fresh ? key : typed.text + key, at: timeStamp })
  const names = rows.map((row) => row.querySelector('.list-row-title')?.textContent ?? '')
  return typeAhead(names, at, typed.text)
}

/** The last rows of a long list are in the document when it has been scrolled there; whoever has gone on is left alone. */
function toEnd(body: HTMLElement): void {
  const last = rowsOf(body).at(-1)
  last?.focus()
  if (!last?.closest('.virtual-rows')) return
  const follow = () => last.matches(':focus') && rowsOf(body).at(-1)?.focus()
  requestAnimationFrame(() => requestAnimationFrame(follow))
}

document.addEventListener('keydown', moveInList)
