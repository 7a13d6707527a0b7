import type { MouseEvent, ReactNode, RefCallback } from 'react'
import { pressWithSpace } from './Button'
import { Icon } from './Icon'
import css from './ListRow.css?inline'
import { Spinner } from './Spinner'
import { useSheet } from './sheet'

type RowListProps = {
  children: ReactNode
  /** Accessible name of the list, or the id of the text above it. */
  label?: string | undefined
  labelledBy?: string | undefined
  /** Marks it as the list of wallets for `::part(wallet-list)`. */
  wallets?: boolean
}

/** Adopts the styles of rows; for every list of them. */
export const useRowSheet = (): void => useSheet(css)

/** Rows with hairlines between them. */
export function RowList({ children, label, labelledBy, wallets }: RowListProps) {
  useRowSheet()
  return (
    <ul className="row-list" part={wallets ? 'wallet-list' : undefined} aria-label={label} aria-labelledby={labelledBy}>
      {children}
    </ul>
  )
}

type ListRowProps = {
  title: ReactNode
  /** Second line; makes the row 64 high instead of 56. */
  sub?: ReactNode
  /** 40: `WalletIcon`, `IconTile`, `WalletMosaic`, `Avatar`, `Badged`. */
  picture?: ReactNode
  /** `Badge` at the end. */
  badge?: ReactNode
  /** Muted text at the end; gives way before the title does: a name is cut, words of ours wrap. */
  meta?: ReactNode
  /** An amount and the line under it at the end. */
  end?: { title: ReactNode; sub?: ReactNode } | undefined
  /** Glyph at the very end: where a press leads. */
  trail?: 'next' | 'external' | 'check' | 'busy' | undefined
  /** Whether it is the one in use. */
  current?: boolean | undefined
  /** Why it cannot be pressed, shown in the place of badge and meta; it stays focusable. */
  disabled?: ReactNode
  /** Accessible name, if the texts say too little. */
  label?: string | undefined
  /** By which Back finds the row, if others have the same title. */
  name?: string | undefined
  /** Makes it a link that opens in a new tab; `onClick` is called too. */
  href?: string | undefined
  ref?: RefCallback<HTMLElement> | undefined
  /** For a link that is announced as a button like the other rows of its list, as one that opens an app. */
  role?: 'button' | undefined
  /** Where a link opens; a wallet's app opens in the same tab. */
  target?: '_blank' | '_self' | '_top' | undefined
  /** Absent without `href`: the row is not interactive. */
  onClick?: ((event: MouseEvent) => void) | undefined
}

/** A row of a list: picture, title, and what is at its end. Renders the `li` as well. */
export function ListRow({
  title,
  sub,
  picture,
  badge,
  meta,
  end,
  trail,
  current,
  disabled,
  label,
  name,
  ref,
  href,
  role,
  target = '_blank',
  onClick,
}: ListRowProps) {
  const isDisabled = Boolean(disabled)
  const common = {
    className: 'list-row',
    part: 'list-item',
    'data-lines': sub || end?.sub ? 2 : undefined,
    'data-bare': picture ? undefined : true,
    'data-meta': isDisabled || meta ? true : undefined,
    ref,
    name,
    'aria-label': label,
    'aria-current': current || undefined,
    'aria-disabled': isDisabled || undefined,
  } as const
  const content = (
    <>
      {picture}
      <span className="list-row-text">
        <span className="list-row-title">{title}</span>
        {sub && <span className="list-row-sub">{sub}</span>}
      </span>
      {isDisabled ? (
        <span className="list-row-meta">{disabled}</span>
      ) : (
        <>
          {meta && <span className="list-row-meta">{meta}</span>}
          {badge}
          {end && (
            <span className="list-row-end tabular">
              <span className="list-row-title">{end.title}</span>
              {end.sub && <span className="list-row-sub">{end.sub}</span>}
            </span>
          )}
          {trail && (
            <span className="list-row-trail" data-trail={trail}>
              {trail === 'busy' ? <Spinner /> : <Icon name={trail} size={trail === 'next' ? 16 : 18} />}
            </span>
          )}
        </>
      )}
    </>
  )
  return (
    <li>
      {href !== undefined && !isDisabled ? (
        <a
          {...common}
          role={role}
          href={href}
          target={target}
          rel="noopener noreferrer"
          onClick={onClick}
          onKeyDown={role && pressWithSpace}
        >
          {content}
        </a>
      ) : onClick || isDisabled ? (
        <button type="button" {...common} onClick={isDisabled ? undefined : onClick}>
          {content}
        </button>
      ) : (
        <div {...common}>{content}</div>
      )}
    </li>
  )
}
