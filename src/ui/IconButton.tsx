import { Icon } from './Icon'
import css from './IconButton.css?inline'
import type { IconName } from './icons'
import { useSheet } from './sheet'

export type IconButtonProps = {
  icon: IconName
  /** Accessible name. */
  label: string
  iconSize?: 16 | 18 | 20
  /** Name for `::part()`. */
  part?: 'close' | 'back' | 'button'
  onClick: () => void
}

/** A glyph in a box of 44. */
export function IconButton({ icon, label, iconSize = 20, part = 'button', onClick }: IconButtonProps) {
  useSheet(css)
  return (
    <button type="button" className="icon-button" part={part} aria-label={label} onClick={onClick}>
      <Icon name={icon} size={iconSize} />
    </button>
  )
}
