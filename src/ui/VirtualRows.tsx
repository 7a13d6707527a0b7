import { useVirtualizer } from '@tanstack/react-virtual'
import { Fragment, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { useSheet } from './sheet'
import css from './VirtualRows.css?inline'

export type VirtualRowsProps<Item> = {
  /** Accessible name of the list. */
  label: string
  items: readonly Item[]
  keyOf: (item: Item) => string
  /** One `li`. */
  children: (item: Item) => ReactNode
  /** Expected height of a row in px at the base size; what it really is gets measured. */
  heightOf?: (item: Item) => number
  /** The end came into sight; called once for the items there are. */
  onEnd?: (() => void) | undefined
}

const ROW = 64
/** Rows kept beyond the edges, so that Tab finds the next one. */
const OVERSCAN = 6
/** What is drawn before the height of the view is known. */
const FIRST_HEIGHT = 480

/** Rows with hairlines in the scrolling `Body`; only those in sight are in the document, however many there are. */
export function VirtualRows<Item>({ label, items, keyOf, children, heightOf, onEnd }: VirtualRowsProps<Item>) {
  useSheet(css)
  const list = useRef<HTMLUListElement>(null)
  const asked = useRef('')
  const [margin, setMargin] = useState(0)
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => list.current?.closest<HTMLElement>('.body') ?? null,
    estimateSize: (index) => (items[index] !== undefined && heightOf?.(items[index])) || ROW,
    getItemKey: (index) => (items[index] === undefined ? index : keyOf(items[index])),
    initialRect: { width: 0, height: FIRST_HEIGHT },
    overscan: OVERSCAN,
    scrollMargin: margin,
    useFlushSync: false,
  })
  const shown = rows.getVirtualItems()
  const [first, last] = [shown[0], shown.at(-1)]
  const before = (first?.start ?? margin) - margin
  const after = Math.max(0, rows.getTotalSize() - ((last?.end ?? margin) - margin))

  useLayoutEffect(() => {
    const node = list.current
    const scroller = node?.closest<HTMLElement>('.body')
    if (!node || !scroller) return
    const top = node.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop - scroller.clientTop
    if (Math.abs(top - margin) > 0.5) setMargin(top)
    // The rows are other components' list items: here each learns its place, and is measured.
    Array.from(node.children, (row, at) => {
      const index = (first?.index ?? 0) + at
      row.setAttribute('data-index', String(index))
      row.setAttribute('aria-posinset', String(index + 1))
      row.setAttribute('aria-setsize', String(items.length))
      rows.measureElement(row)
    })
  })

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
      {shown.map(({ index, key }) => {
        const item = items[index]
        return item === undefined ? null : <Fragment key={key}>{children(item)}</Fragment>
      })}
    </ul>
  )
}
