import type { ReactNode } from 'react'
import css from './Checkbox.css?inline'
import { Icon } from './Icon'
import { useSheet } from './sheet'

type CheckboxProps = {
  children: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
}

/** A consent: the whole sentence is the target; links in it stay links. */
export function Checkbox({ children, checked, onChange }: CheckboxProps) {
  useSheet(css)
  return (
    <label className="checkbox">
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} />
      <span className="checkbox-box">
        <Icon name="check" size={14} />
      </span>
      <span>{children}</span>
    </label>
  )
}
