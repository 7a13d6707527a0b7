import { type HTMLInputTypeAttribute, type KeyboardEvent, type ReactNode, useId } from 'react'
import { isComposed } from './composed'
import { Icon } from './Icon'
import { IconButton } from './IconButton'
import type { IconName } from './icons'
import { useSheet } from './sheet'
import css from './TextInput.css?inline'

type TextInputProps = {
  /** Accessible name and placeholder. */
  label: string
  value: string
  onChange: (value: string) => void
  /** Enter. */
  onSubmit?: ((event: KeyboardEvent<HTMLElement>) => void) | undefined
  icon?: IconName | undefined
  /** Below the field in red, and announced at once; the field is marked invalid. */
  error?: ReactNode
  /** Below the field while there is no error. */
  hint?: ReactNode
  /** At the end inside the field: a `FieldButton` or a chip. */
  end?: ReactNode
  type?: HTMLInputTypeAttribute
  inputMode?: 'text' | 'email' | 'decimal' | 'numeric' | 'url' | 'search'
  autoComplete?: string
  maxLength?: number
  disabled?: boolean
  /** Keeps the text and the focus, which a disabled field loses. */
  readOnly?: boolean
  /** A well without a line, as searches are. */
  well?: boolean
}

/** One line of text in a box of 48. */
export function TextInput({ label, value, onChange, onSubmit, error, hint, icon, end, well, ...input }: TextInputProps) {
  useSheet(css)
  const id = useId()
  const note = error ?? hint
  return (
    <div className="field">
      <div className="field-box" data-state={error ? 'invalid' : undefined} data-well={well || undefined}>
        {/* The button at the end has a name of its own. */}
        <label htmlFor={`${id}-input`}>
          {icon && <Icon name={icon} />}
          <span className="visually-hidden">{label}</span>
        </label>
        <input
          {...input}
          id={`${id}-input`}
          part="input"
          value={value}
          // Where it is cut and where the cursor moves follow its letters: an address is Latin in an Arabic page, too.
          dir={value ? 'auto' : undefined}
          placeholder={label}
          aria-invalid={error ? true : undefined}
          aria-describedby={note ? id : undefined}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={(event) => event.key === 'Enter' && !isComposed(event.nativeEvent) && onSubmit?.(event)}
        />
        {end}
      </div>
      {note && (
        // Another key for an error: an element that gets its role later is not announced.
        <div
          key={error ? 'error' : 'hint'}
          id={id}
          className="field-note"
          data-state={error ? 'invalid' : undefined}
          role={error ? 'alert' : undefined}
        >
          {error && <Icon name="fail" size={16} />}
          <span>{note}</span>
        </div>
      )}
    </div>
  )
}

type SearchInputProps = {
  label: string
  value: string
  onChange: (value: string) => void
  /** Name of the button that empties the field. */
  clearLabel: string
}

/** Moves the focus to the first result, which also closes the keyboard of a phone. */
function toFound(event: KeyboardEvent<HTMLElement>): void {
  // Otherwise the same key press would activate the result.
  event.preventDefault()
  event.currentTarget.closest('.body')?.querySelector<HTMLElement>('ul button')?.focus()
}

/** A well to search in, with a way to empty it; Enter leads to what was found. */
export function SearchInput({ label, value, onChange, clearLabel }: SearchInputProps) {
  return (
    <TextInput
      label={label}
      value={value}
      onChange={onChange}
      onSubmit={toFound}
      type="search"
      inputMode="search"
      icon="search"
      maxLength={100}
      well
      end={value && <IconButton icon="close" iconSize={16} label={clearLabel} onClick={() => onChange('')} />}
    />
  )
}

/** The filled arrow at the end of a field. */
export function FieldButton({ label, disabled, onClick }: { label: string; disabled?: boolean; onClick: () => void }) {
  useSheet(css)
  return (
    <button
      type="button"
      className="field-button"
      part="button"
      aria-label={label}
      aria-disabled={disabled || undefined}
      onClick={disabled ? undefined : onClick}
    >
      <Icon name="forward" size={18} />
    </button>
  )
}
