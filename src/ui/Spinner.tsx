import css from './Spinner.css?inline'
import { useSheet } from './sheet'

/** A turning arc in the colour of the text; hidden from assistive technology, say the waiting in words beside it. */
export function Spinner() {
  useSheet(css)
  return (
    <svg className="spinner" viewBox="0 0 20 20" aria-hidden="true">
      <circle cx="10" cy="10" r="8" />
      <circle cx="10" cy="10" r="8" />
    </svg>
  )
}
