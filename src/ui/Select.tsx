import { Icon } from './Icon'
import css from './Select.css?inline'
import { useSheet } from './sheet'

type SelectProps = {
  /** Visible, and the accessible name. */
  label: string
  items: readonly { readonly id: string; readonly label: string }[]
  value: string
  onPick: (id: string) => void
}

/** One of many, in the browser's own list; a `Rail` shows up to six at once. */
export function Select({ label, items, value, onPick }: SelectProps) {
  useSheet(css)
  return (
    <label className="select">
      <span>{label}</span>
      <select value={value} onChange={(event) => onPick(event.target.value)}>
        {items.map((each) => (
          <option key={each.id} value={each.id}>
            {each.label}
          </option>
        ))}
      </select>
      <Icon name="down" size={18} />
    </label>
  )
}
