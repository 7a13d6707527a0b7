import type { ReactNode } from 'react'
import css from './HeaderPill.css?inline'
import { Icon } from './Icon'
import { useSheet } from './sheet'

type HeaderPillProps = {
  /** 24: the network's `WalletIcon shape="coin"`. */
  picture: ReactNode
  /** Accessible name, e.g. "Network: Arbitrum. Change". */
  label: string
  onClick: () => void
}

/** A choice in the header: the picture of what is chosen, and an arrow. */
export function HeaderPill({ picture, label, onClick }: HeaderPillProps) {
  useSheet(css)
  return (
    <button type="button" name="pill" className="header-pill" part="button" aria-label={label} onClick={onClick}>
      {picture}
      <Icon name="down" size={16} />
    </button>
  )
}
