import type { CSSProperties, ReactNode } from 'react'
import css from './Badged.css?inline'
import { Icon } from './Icon'
import { useSheet } from './sheet'
import { WalletIcon } from './WalletIcon'

type BadgedProps = {
  /** The picture, of the same size. */
  children: ReactNode
  /** Side of the picture in px at the base size. */
  size: 32 | 40 | 56 | 72
  badge: ReactNode
}

/** A picture with a badge at its lower end, in a ring cut out of the picture. */
export function Badged({ children, size, badge }: BadgedProps) {
  useSheet(css)
  return (
    <span className="badged" style={{ '--size': size } as CSSProperties} aria-hidden="true">
      <span className="badged-picture">{children}</span>
      <span className="badged-badge">{badge}</span>
    </span>
  )
}

type NetworkBadgeProps = { children: ReactNode; size: 32 | 40; name: string }

/** A token's or account's picture with the mark of its network. */
export function NetworkBadge({ children, size, name }: NetworkBadgeProps) {
  return (
    <Badged size={size} badge={<WalletIcon name={name} size={17} shape="coin" />}>
      {children}
    </Badged>
  )
}

/** A sign for a picture: `good` has a check, `bad` a cross, `alert` and `warn` an exclamation mark. */
export function Mark({ kind }: { kind: 'good' | 'bad' | 'alert' | 'warn' }) {
  useSheet(css)
  return (
    <span className="mark" data-kind={kind}>
      <Icon name={kind === 'good' ? 'check' : kind === 'bad' ? 'close' : 'bang'} />
    </span>
  )
}
