import { type CSSProperties, type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { Badged, Mark } from './Badged'
import { columnsFor, stepInGrid, typeAhead, visibleRows } from './roving'
import { Skeleton } from './Skeleton'
import { useSheet } from './sheet'
import css from './WalletGrid.css?inline'
import { WalletIcon } from './WalletIcon'

type GridWallet = {
  id: string
  name: string
  src?: string | null | undefined
  /** Accessible words for the check on its picture ("Installed"); absent: no check. */
  installed?: string | undefined
}

/** The visible part of the grid; in px. */
type GridView = { readonly top: number; readonly width: number; readonly height: number; readonly rowHeight: number }
/** The scroll position of a grid; `view` is undefined before its first rendering. */
export type GridPlace = { view?: GridView | undefined }

type WalletGridProps = {
  /** Accessible name of the list. */
  label: string
  wallets: readonly GridWallet[]
  /** Cells to show as loading after the wallets. */
  loading?: number
  /** Why none can be picked yet; they stay focusable. */
  disabled?: string | undefined
  onPick: (id: string) => void
  /** Called once, for the wallets there are, when the end comes into view. */
  onEnd?: (() => void) | undefined
  /** The position to start at; the present one is written here. */
  place: GridPlace
}

const TYPE_AHEAD_MS = 600
/** Height of a row at the base size, in px. */
const ROW = 98

/**
 * Wallets in four columns, three or two where it is narrow. Scrolls by itself and renders only the rows in sight: put it as the
 * last child of `<Body fixed end="none">`. One tab stop; arrows, Home, End and typed letters move it.
 */
export function WalletGrid({ label, wallets, loading = 0, disabled, onPick, onEnd, place }: WalletGridProps) {
  useSheet(css)
  const scroller = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const typed = useRef({ text: '', at: 0 })
  const asked = useRef('')
  const [view, setView] = useState<GridView>(place.view ?? { top: 0, width: 0, height: 484, rowHeight: ROW })
  const [active, setActive] = useState(0)
  const [moved, setMoved] = useState(false)

  // With a larger text rows are higher, and names need wider columns.
  const columns = columnsFor((view.width * ROW) / view.rowHeight)
  const count = wallets.length
  const rows = Math.ceil((count + loading) / columns)
  const { start, end } = visibleRows(view.top, view.height, view.rowHeight, rows)
  const stop = Math.min(active, Math.max(0, count - 1))
  const shown = indexes(start * columns, Math.min(end * columns, count))
  // The tab stop stays rendered when it is scrolled away, in its order: removing or moving its node would lose the focus.
  if (count > 0 && !shown.includes(stop)) shown[stop < start * columns ? 'unshift' : 'push'](stop)

  useLayoutEffect(() => {
    const node = scroller.current
    if (!node) return
    node.scrollTop = place.view?.top ?? 0
    const measure = () => {
      const cell = list.current?.firstElementChild
      const rowHeight = cell instanceof HTMLElement && cell.offsetHeight > 0 ? cell.offsetHeight : ROW
      place.view = { top: node.scrollTop, width: node.clientWidth, height: node.clientHeight, rowHeight }
      setView(place.view)
    }
    const observer = new ResizeObserver(measure)
    observer.observe(node)
    node.addEventListener('scroll', measure, { passive: true })
    return () => {
      observer.disconnect()
      node.removeEventListener('scroll', measure)
    }
  }, [place])

  useLayoutEffect(() => {
    if (!moved) return
    setMoved(false)
    const cell = list.current?.querySelector<HTMLElement>(`[data-index="${stop}"]`)
    cell?.focus({ preventScroll: true })
    cell?.scrollIntoView({ block: 'nearest' })
  }, [moved, stop])

  const page = `${wallets[0]?.id} ${count}`
  useLayoutEffect(() => {
    if (!onEnd || loading > 0 || asked.current === page || end < rows) return
    asked.current = page
    onEnd()
  }, [onEnd, loading, page, end, rows])

  const press = (event: KeyboardEvent<HTMLUListElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const rtl = getComputedStyle(event.currentTarget).direction === 'rtl'
    const next = stepInGrid(event.key, stop, count, columns, rtl) ?? lookUp(event.key, event.timeStamp)
    if (next === undefined) return
    event.preventDefault()
    setActive(next)
    setMoved(true)
  }
  const lookUp = (key: string, now: number) => {
    const fresh = now - typed.current.at > TYPE_AHEAD_MS
    // A space at the start presses the cell.
    if ([...key].length !== 1 || (key === ' ' && fresh)) return undefined
    typed.current = { text: fresh ? key : typed.current.text + key, at: now }
    return typeAhead(
      wallets.map(({ name }) => name),
      stop,
      typed.current.text,
    )
  }

  return (
    <div ref={scroller} className="wallet-grid" tabIndex={-1}>
      <ul
        ref={list}
        part="wallet-list"
        aria-label={label}
        style={{ '--columns': columns, '--rows': rows } as CSSProperties}
        onKeyDown={press}
      >
        {shown.map((index) => {
          const wallet = wallets[index]
          if (!wallet) return null
          return (
            <li key={wallet.id} aria-posinset={index + 1} aria-setsize={count} style={placeOf(index, columns)}>
              <button
                type="button"
                className="wallet-cell"
                part="list-item"
                data-index={index}
                tabIndex={index === stop ? 0 : -1}
                aria-disabled={disabled ? true : undefined}
                onFocus={() => setActive(index)}
                onClick={disabled ? undefined : () => onPick(wallet.id)}
              >
                <CellPicture {...wallet} />
                <span className="wallet-cell-name">{wallet.name}</span>
                {(disabled || wallet.installed) && <span className="visually-hidden">{disabled ?? wallet.installed}</span>}
              </button>
            </li>
          )
        })}
        {indexes(Math.max(count, start * columns), Math.min(end * columns, count + loading)).map((index) => (
          <li key={`loading-${index}`} aria-hidden="true" style={placeOf(index, columns)}>
            <span className="wallet-cell">
              <Skeleton width={56} height={56} shape="tile" order={index % 8} />
              <span className="wallet-cell-name">
                <Skeleton width={[44, 34, 50, 38][index % 4] ?? 44} height={10} order={index % 8} />
              </span>
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

function CellPicture({ name, src, installed }: GridWallet) {
  const icon = <WalletIcon name={name} src={src} size={56} />
  if (!installed) return icon
  return (
    <Badged size={56} badge={<Mark kind="good" />}>
      {icon}
    </Badged>
  )
}

const placeOf = (index: number, columns: number): CSSProperties => ({
  gridRow: Math.floor(index / columns) + 1,
  gridColumn: (index % columns) + 1,
})

const indexes = (from: number, to: number) => Array.from({ length: Math.max(0, to - from) }, (_, step) => from + step)
