import css from './Icon.css?inline'
import { flip, type IconName, icons } from './icons'
import { useSheet } from './sheet'

export type IconProps = {
  name: IconName
  /** Side in px at the base size: 20 in controls, 16 beside small text, 24 in pictures. */
  size?: 14 | 16 | 18 | 20 | 24
}

/** A drawing in the colour of the text beside it; always hidden from assistive technology. */
export function Icon({ name, size = 20 }: IconProps) {
  useSheet(css)
  return (
    <svg className="icon" viewBox="0 0 24 24" data-size={size} data-flip={flip.has(name) || undefined} aria-hidden="true">
      <path d={icons[name]} />
    </svg>
  )
}
