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
  /** The name by which typed letters find an item; '' for a heading. */
  nameOf?: (item: Item) => string
  /** Renders one `li`. Keep the function stable: then each item is rendered only once. */
  children: (item: Item) => ReactNode
  /** Expected height of a row in px at the base size; the real one is measured. */
  heightOf?: (item: Item) => number
  /** Called once, for the items there are, when the end comes into view. */
  onEnd?: (() => void) | undefined
  /** The position to start at; the last one is written here. */
  place?: ListPlace | undefined
}

/** Scroll offset of the body, and where the list begins in it; in px. */
export type ListPlace = { offset: number; margin: number }

/** Whether the list is being scrolled. */
const Hurry = createContext(false)

/** A picture's URL for a row; undefined until the scrolling that brought the row ends, since pictures cost more than the rest of it. */
export function useCalmPicture(url: string | undefined): string | undefined {
  const hurry = useContext(Hurry)
  const [calm, setCalm] = useState(!hurry)
  if (!hurry && !calm) setCalm(true)
  return calm ? url : undefined
}

const ROW = 64
/** Rows rendered beyond the edges, so that Tab finds the next one. */
const OVERSCAN = 3
/** Assumed height of the view before it is known. */
const FIRST_HEIGHT = 480

/** Rows with hairlines in the scrolling `Body`; only the visible ones are rendered. */
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
  // The same element for the same item, so that React skips rows that stay visible.
  const drawn = useRef({ by: children, rows: new WeakMap<Item, ReactNode>() })
  if (drawn.current.by !== children) drawn.current = { by: children, rows: new WeakMap() }
  const measured = useRef(new WeakSet<Element>())
  const [margin, setMargin] = useState(place?.margin ?? 0)
  // Stable functions: with new ones the virtualizer would compute every row's position again at each step.
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
    // Render in the same frame as the scrolling, not in a second one.
    useFlushSync: true,
  })
  const shown = rows.getVirtualItems()
  const [first, last] = [shown[0], shown.at(-1)]
  // The list's start as the virtualizer used it for the rows; `margin` may be one frame ahead.
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
        // Render at once, so that the row can be focused.
        scroller.dispatchEvent(new Event('scroll'))
      },
    })
    // Not while scrolling: measuring forces a layout, and what is above the list does not change then.
    if (!rows.isScrolling) {
      const top =
        node.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop - scroller.clientTop
      if (place) place.margin = top
      // A transition: nothing visible depends on it, and every row's position is computed again.
      if (Math.abs(top - margin) > 0.5) startTransition(() => setMargin(top))
    }
    // The rows are list items of other components: set their positions here, and measure them.
    Array.from(node.children, (row, at) => {
      const index = (first?.index ?? 0) + at
      const [place, size] = [String(index + 1), String(items.length)]
      if (row.getAttribute('aria-posinset') !== place || row.getAttribute('aria-setsize') !== size) {
        row.setAttribute('data-index', String(index))
        row.setAttribute('aria-posinset', place)
        row.setAttribute('aria-setsize', size)
      }
      // As an attribute, since a CSS selector for the row before would be matched for every row at each step.
      const before = row.previousElementSibling
      if (before) row.toggleAttribute('data-first', before.hasAttribute('data-heading'))
      // Once; the virtualizer watches changes of its height from then on.
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
