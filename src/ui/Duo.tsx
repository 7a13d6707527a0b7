import type { ReactNode } from 'react'
import css from './Duo.css?inline'
import { Icon } from './Icon'
import type { IconName } from './icons'
import { useSheet } from './sheet'

/** Two panels that belong together, one above the other, with an icon or a button between them. */
export function Duo({ children }: { children: ReactNode }) {
  useSheet(css)
  return <div className="duo">{children}</div>
}

/** One of the two; `label` is visual only, the fields have names of their own. */
export function DuoPanel({ label, children, invalid }: { label: string; children: ReactNode; invalid?: boolean }) {
  useSheet(css)
  return (
    <div className="duo-panel" data-state={invalid ? 'invalid' : undefined}>
      <span className="duo-label" aria-hidden="true">
        {label}
      </span>
      {children}
    </div>
  )
}

/** The icon or button on the line between them. */
export function DuoMid({ icon, label, onClick }: { icon: IconName; label?: string; onClick?: () => void }) {
  useSheet(css)
  const drawn = <Icon name={icon} size={onClick ? 20 : 16} />
  return (
    <div className="duo-mid">
      {onClick ? (
        <button type="button" part="button" aria-label={label} onClick={onClick}>
          {drawn}
        </button>
      ) : (
        <span>{drawn}</span>
      )}
    </div>
  )
}
