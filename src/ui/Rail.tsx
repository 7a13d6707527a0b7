import type { KeyboardEvent, ReactNode } from 'react'
import { Icon } from './Icon'
import type { IconName } from './icons'
import css from './Rail.css?inline'
import { stepInRow } from './roving'
import { useSheet } from './sheet'

export type RailItem = {
  id: string
  /** Visible unless `bare`; always the accessible name. */
  label: string
  icon?: IconName | undefined
  /** A mark of its own (a social network) instead of an icon. */
  picture?: ReactNode
  /** Only the picture shows. */
  bare?: boolean
  /** Presses do nothing; it stays focusable. */
  disabled?: boolean
}

type RailProps = {
  /** Accessible name of the strip. */
  label: string
  items: readonly RailItem[]
  /** Icon above label, 68 high, for actions; otherwise 48 high. */
  tall?: boolean
  /** Makes it a choice of one. */
  value?: string | undefined
  onPick: (id: string) => void
}

/** Up to six equal choices or actions on one ruled strip. */
export function Rail({ label, items, tall, value, onPick }: RailProps) {
  useSheet(css)
  const choice = value !== undefined
  // If none is chosen, the first is the tab stop.
  const stop = items.some(({ id }) => id === value) ? value : items[0]?.id
  const pressArrow = (event: KeyboardEvent<HTMLDivElement>) => {
    if (!choice) return
    const rtl = getComputedStyle(event.currentTarget).direction === 'rtl'
    const at = items.findIndex(({ id }) => id === stop)
    const next = stepInRow(event, at, items, rtl) ?? -1
    const item = items[next]
    if (!item) return
    event.preventDefault()
    onPick(item.id)
    event.currentTarget.querySelectorAll('button')[next]?.focus()
  }
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: the role is one of two, both take a name
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrows of its buttons bubble
    <div
      className="rail"
      role={choice ? 'radiogroup' : 'group'}
      aria-label={label}
      data-tall={tall || undefined}
      data-lead={(!items[0]?.bare && items.some(({ bare }) => bare)) || undefined}
      onKeyDown={pressArrow}
    >
      {items.map(({ id, label: name, icon, picture, bare, disabled }) => (
        // biome-ignore lint/a11y/useAriaPropsSupportedByRole: checked only where it is a radio
        <button
          key={id}
          type="button"
          part="button"
          role={choice ? 'radio' : undefined}
          aria-checked={choice ? id === value : undefined}
          tabIndex={choice && id !== stop ? -1 : undefined}
          aria-label={bare ? name : undefined}
          aria-disabled={disabled || undefined}
          onClick={disabled ? undefined : () => onPick(id)}
        >
          {icon ? <Icon name={icon} /> : picture}
          {!bare && <span>{name}</span>}
        </button>
      ))}
    </div>
  )
}
