import { useVirtualizer } from '@tanstack/react-virtual'
import {
  createContext,
  Fragment,
  type ReactNode,
  startTransition,
  useCallback,
  useContext,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useRowSheet } from './ListRow'
import { longLists } from './list-keys'
import { useSheet } from './sheet'
import css from './VirtualRows.css?inline'

type VirtualRowsProps<Item extends object> = {
  /** Accessible name of the list. */
  label: string
  items: readonly Item[]
  keyOf: (item: Item) => string
  /** What typed letters find an item by, where its row can be pressed; a heading has no name. */
  nameOf?: (item: Item) => string
  /** One `li`. A function that stays the same draws each item once, however far it is scrolled. */
  children: (item: Item) => ReactNode
  /** Expected height of a row in px at the base size; what it really is gets measured. */
  heightOf?: (item: Item) => number
  /** The end came into sight; called once for the items there are. */
  onEnd?: (() => void) | undefined
  /** Where the list stands from the start; where it stood is written here when it goes. */
  place?: ListPlace | undefined
}

/** How far the body was scrolled, and where in it the list began; in px. */
export type ListPlace = { offset: number; margin: number }

/** Whether the list is being scrolled. */
const Hurry = createContext(false)

/** A picture's address for a row: not while rows fly by, where nobody sees it and each costs more than the rest of its row. */
export function useCalmPicture(url: string | undefined): string | undefined {
  const hurry = useContext(Hurry)
  const [calm, setCalm] = useState(!hurry)
  if (!hurry && !calm) setCalm(true)
  return calm ? url : undefined
}

const ROW = 64
/** Rows kept beyond the edges, so that Tab finds the next one. */
const OVERSCAN = 3
/** What is drawn before the height of the view is known. */
const FIRST_HEIGHT = 480

/** Rows with hairlines in the scrolling `Body`; only those in sight are in the document, however many there are. */
export function VirtualRows<Item extends object>({
  label,
  items,
  keyOf,
  nameOf,
  children,
  heightOf,
  onEnd,
  place,
}: VirtualRowsProps<Item>) {
  useRowSheet()
  useSheet(css)
  const list = useRef<HTMLUListElement>(null)
  const asked = useRef('')
  // The same element for the same item: React leaves a row alone that only stays in sight.
  const drawn = useRef({ by: children, rows: new WeakMap<Item, ReactNode>() })
  if (drawn.current.by !== children) drawn.current = { by: children, rows: new WeakMap() }
  const measured = useRef(new WeakSet<Element>())
  const [margin, setMargin] = useState(place?.margin ?? 0)
  // The same functions as long as the items are: with others every row's place would be reckoned anew at each step.
  const estimateSize = useCallback((index: number) => (items[index] && heightOf?.(items[index])) ?? ROW, [items, heightOf])
  const getItemKey = useCallback((index: number) => (items[index] ? keyOf(items[index]) : index), [items, keyOf])
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => list.current?.closest<HTMLElement>('.body') ?? null,
    estimateSize,
    getItemKey,
    initialOffset: place?.offset ?? 0,
    initialRect: { width: 0, height: FIRST_HEIGHT },
    overscan: OVERSCAN,
    scrollMargin: margin,
    // In the frame of the scrolling itself: a second one would paint everything twice.
    useFlushSync: true,
  })
  const shown = rows.getVirtualItems()
  const [first, last] = [shown[0], shown.at(-1)]
  // Where the list begins by the same reckoning as its rows: the margin is one frame ahead of it.
  const start = rows.measurementsCache[0]?.start ?? margin
  const before = (first?.start ?? start) - start
  const after = Math.max(0, rows.getTotalSize() - ((last?.end ?? start) - start))

  useLayoutEffect(() => {
    const node = list.current
    const scroller = node?.closest<HTMLElement>('.body')
    if (!node || !scroller) return
    longLists.set(node, {
      names: () => items.map((item) => nameOf?.(item) ?? ''),
      reach(index) {
        rows.scrollToIndex(index)
        // Drawn at once and not in the next frame, so that the focus can go from row to row and is never nowhere.
        scroller.dispatchEvent(new Event('scroll'))
      },
    })
    // What stands above the list does not change its height under way, and to ask for it is to lay everything out.
    if (!rows.isScrolling) {
      const top =
        node.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop - scroller.clientTop
      if (place) place.margin = top
      // Nothing in sight goes by it, and every row's place is reckoned anew.
      if (Math.abs(top - margin) > 0.5) startTransition(() => setMargin(top))
    }
    // The rows are other components' list items: here each learns its place, and is measured.
    Array.from(node.children, (row, at) => {
      const index = (first?.index ?? 0) + at
      const [place, size] = [String(index + 1), String(items.length)]
      if (row.getAttribute('aria-posinset') !== place || row.getAttribute('aria-setsize') !== size) {
        row.setAttribute('data-index', String(index))
        row.setAttribute('aria-posinset', place)
        row.setAttribute('aria-setsize', size)
      }
      // Told here, for a rule that asks for the row before is asked of every row at each step.
      const before = row.previousElementSibling
      if (before) row.toggleAttribute('data-first', before.hasAttribute('data-heading'))
      // From then on its changes of height are watched.
      if (!measured.current.has(row)) rows.measureElement(row)
      measured.current.add(row)
    })
  })

  useLayoutEffect(() => {
    const scroller = list.current?.closest('.body')
    if (!scroller || !place) return
    scroller.scrollTop = place.offset
    return () => {
      place.offset = scroller.scrollTop
    }
  }, [place])

  const draw = (item: Item) => {
    const kept = drawn.current.rows.get(item)
    if (kept !== undefined) return kept
    const made = children(item)
    drawn.current.rows.set(item, made)
    return made
  }

  const end = `${items.length} ${items[0] === undefined ? '' : keyOf(items[0])}`
  const isEnd = last !== undefined && last.index >= items.length - 1
  useLayoutEffect(() => {
    if (!onEnd || !isEnd || asked.current === end) return
    asked.current = end
    onEnd()
  }, [onEnd, isEnd, end])

  return (
    <ul
      ref={list}
      className="row-list virtual-rows"
      aria-label={label}
      style={{ paddingBlockStart: before, paddingBlockEnd: after }}
    >
      <Hurry value={rows.isScrolling}>
        {shown.map(({ index, key }) => {
          const item = items[index]
          return item === undefined ? null : <Fragment key={key}>{draw(item)}</Fragment>
        })}
      </Hurry>
    </ul>
  )
}
