import type { KeyboardEvent, ReactNode, RefCallback } from 'react'
import css from './Button.css?inline'
import { Icon } from './Icon'
import type { IconName } from './icons'
import { Spinner } from './Spinner'
import { useSheet } from './sheet'

type ButtonProps = {
  /** Absent: the icon alone, named by `label`. */
  children?: ReactNode
  /** `primary` at most once in a view; `secondary` is the well. */
  kind?: 'primary' | 'secondary' | 'line' | 'ghost' | 'plain' | 'danger'
  /** 48 or 36 high; the small one keeps a hit area of 44. */
  size?: 'normal' | 'small'
  icon?: IconName | undefined
  /** Fills the line. */
  full?: boolean
  /** Shows a spinner before the label, and presses do nothing; it stays focusable. */
  busy?: boolean
  /** Presses do nothing; it stays focusable, so that a screen reader finds it. */
  disabled?: boolean
  /** Makes it a link. */
  href?: string | undefined
  /** For a link that acts as a button: it is announced as one, and Space presses it. */
  role?: 'button' | undefined
  /** Where the link opens; a wallet's app opens in the same tab. */
  target?: '_self' | '_top' | '_blank' | undefined
  /** Accessible name, if the visible label says too little. */
  label?: string | undefined
  /** Id of the text that says why it is disabled. */
  describedBy?: string | undefined
  expanded?: boolean | undefined
  ref?: RefCallback<HTMLElement> | undefined
  onClick?: (() => void) | undefined
}

/** Makes Space press a link, which would otherwise scroll the page. */
export function pressWithSpace(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== ' ') return
  event.preventDefault()
  event.currentTarget.click()
}

/** A button, or a link that looks like one. */
export function Button({
  children,
  kind = 'secondary',
  size = 'normal',
  icon,
  full,
  busy,
  disabled,
  href,
  ...rest
}: ButtonProps) {
  useSheet(css)
  const { label, describedBy, expanded, ref, role, target = '_blank', onClick } = rest
  const idle = !busy && !disabled
  const common = {
    className: 'button',
    part: kind === 'primary' ? 'button primary-button' : 'button',
    'data-kind': kind,
    'data-size': size,
    'data-full': full || undefined,
    ref,
    'aria-label': label,
    'aria-describedby': describedBy,
    'aria-expanded': expanded,
    'aria-busy': busy || undefined,
    'aria-disabled': idle ? undefined : true,
    onClick: idle ? onClick : (event: { preventDefault: () => void }) => event.preventDefault(),
  } as const
  const content = (
    <>
      {busy ? <Spinner /> : icon && <Icon name={icon} size={size === 'small' ? 16 : 18} />}
      {children}
    </>
  )
  if (href !== undefined)
    return (
      <a {...common} role={role} href={href} target={target} rel="noopener noreferrer" onKeyDown={role && pressWithSpace}>
        {content}
      </a>
    )
  return (
    <button type="button" {...common}>
      {content}
    </button>
  )
}

/** Two buttons in a line: the quiet first one hugs its label, the main one fills the rest. */
export function ButtonPair({ children }: { children: ReactNode }) {
  useSheet(css)
  return <div className="button-pair">{children}</div>
}
