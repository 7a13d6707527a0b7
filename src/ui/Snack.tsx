import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Icon } from './Icon'
import { useLeaveFocus } from './leave-focus'
import css from './Snack.css?inline'
import { useSheet } from './sheet'

type SnackProps = {
  /** `warn` and `good` wait for a pause of the screen reader, `bad` does not. */
  kind: 'good' | 'warn' | 'bad'
  children: ReactNode
  action?: { label: string; onAction: () => void; href?: string | undefined } | undefined
  /** After 4 s, 8 s with an action, or by a press on it; the time stands still while somebody points at it or has focused it. */
  onClose: () => void
}

const SHOWN_MS = 4000
const SHOWN_WITH_ACTION_MS = 8000

/**
 * One short message over the view, above its footer. Render it as the last child of the dialog, in a live region that is always there,
 * with a `key` that changes with each message.
 */
export function Snack({ kind, children, action, onClose }: SnackProps) {
  useSheet(css)
  const [held, setHeld] = useState(false)
  const shown = action ? SHOWN_WITH_ACTION_MS : SHOWN_MS
  const close = useRef(onClose)
  const snack = useRef<HTMLDivElement>(null)
  useLeaveFocus(snack)
  useEffect(() => {
    close.current = onClose
  })
  useEffect(() => {
    const stop = new AbortController()
    const hold = (now: boolean) => () => setHeld(now)
    // Not `pointerenter`: it may appear under a resting pointer, and would then never close.
    snack.current?.addEventListener('pointermove', hold(true), stop)
    snack.current?.addEventListener('pointerleave', hold(false), stop)
    return () => stop.abort()
  }, [])
  useEffect(() => {
    if (held) return
    const timer = setTimeout(() => close.current(), shown)
    return () => clearTimeout(timer)
  }, [held, shown])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notices that somebody is reading, and goes out of a pointer's way
    // biome-ignore lint/a11y/useKeyWithClickEvents: it is in no keyboard's way, and goes by itself
    <div
      ref={snack}
      className="snack"
      part={kind === 'bad' ? 'snack alert' : 'snack'}
      role={kind === 'bad' ? 'alert' : undefined}
      data-kind={kind}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      onClick={onClose}
    >
      <span className="snack-sign">
        <Icon name={kind === 'good' ? 'check' : 'bang'} size={14} />
      </span>
      <span className="snack-text">{children}</span>
      {action &&
        (action.href ? (
          <a part="button" href={action.href} target="_blank" rel="noopener noreferrer" onClick={action.onAction}>
            {action.label}
          </a>
        ) : (
          <button type="button" part="button" onClick={action.onAction}>
            {action.label}
          </button>
        ))}
    </div>
  )
}
