import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useSheet } from './sheet'
import css from './Tooltip.css?inline'

export type TooltipProps = {
  /** One short line; never the only place that says it. */
  text: string
  /** One focusable element; it is described by the text. */
  children: ReactNode
}

const HOVER_MS = 400

/** A word of explanation on focus, or after 400 ms of hovering; Escape hides it. */
export function Tooltip({ text, children }: TooltipProps) {
  useSheet(css)
  const id = useId()
  const tip = useRef<HTMLSpanElement>(null)
  const place = useRef<HTMLSpanElement>(null)
  const [wanted, setWanted] = useState<'hover' | 'focus'>()
  useEffect(() => {
    place.current?.firstElementChild?.setAttribute('aria-describedby', id)
  }, [id])
  useEffect(() => {
    const node = tip.current
    if (!wanted || !node) return
    const timer = setTimeout(
      () => {
        node.showPopover()
        placeAbove(node, place.current)
      },
      wanted === 'hover' ? HOVER_MS : 0,
    )
    return () => {
      clearTimeout(timer)
      if (node.matches(':popover-open')) node.hidePopover()
    }
  }, [wanted])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it listens for what the element inside is given
    <span
      ref={place}
      className="tooltip-place"
      onPointerEnter={(event) => event.pointerType === 'mouse' && setWanted((now) => now ?? 'hover')}
      onPointerLeave={() => setWanted((now) => (now === 'hover' ? undefined : now))}
      onFocus={(event) => event.target.matches(':focus-visible') && setWanted('focus')}
      onBlur={() => setWanted(undefined)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !wanted) return
        event.preventDefault()
        setWanted(undefined)
      }}
    >
      {children}
      <span ref={tip} id={id} role="tooltip" popover="manual" className="tooltip">
        {text}
      </span>
    </span>
  )
}

const MARGIN_PX = 8

function placeAbove(tip: HTMLElement, anchor: HTMLElement | null) {
  if (!anchor) return
  const at = anchor.getBoundingClientRect()
  const own = tip.getBoundingClientRect()
  const left = at.left + at.width / 2 - own.width / 2
  const above = at.top - own.height - MARGIN_PX
  tip.style.left = `${Math.max(MARGIN_PX, Math.min(left, window.innerWidth - own.width - MARGIN_PX))}px`
  tip.style.top = `${above > MARGIN_PX ? above : at.bottom + MARGIN_PX}px`
}
