import { Icon } from './Icon'
import css from './IconButton.css?inline'
import type { IconName } from './icons'
import { useSheet } from './sheet'

type IconButtonProps = {
  icon: IconName
  /** Accessible name. */
  label: string
  iconSize?: 16 | 18 | 20
  /** Name for `::part()`. */
  part?: 'close' | 'back' | 'button'
  /** Presses do nothing; it stays focusable. */
  disabled?: boolean
  onClick: () => void
}

/** A glyph in a box of 44. */
export function IconButton({ icon, label, iconSize = 20, part = 'button', disabled, onClick }: IconButtonProps) {
  useSheet(css)
  return (
    <button
      type="button"
      className="icon-button"
      part={part}
      aria-label={label}
      aria-disabled={disabled || undefined}
      onClick={disabled ? undefined : onClick}
    >
      <Icon name={icon} size={iconSize} />
    </button>
  )
}
