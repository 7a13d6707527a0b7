import { useEffect, useId, useRef, useState } from 'react'
import { Icon } from './Icon'
import css from './OtpInput.css?inline'
import { useSheet } from './sheet'

type OtpInputProps = {
  /** Accessible name. */
  label: string
  /** Id of the text that says which code, to whom. */
  describedBy: string
  /** Digits of the code. */
  length: number
  value: string
  /** Called with the text as it was typed or pasted. */
  onChange: (text: string) => void
  /** Why the code was wrong: cells turn red and shake once; the field keeps the focus. */
  error?: string | undefined
  /** Below the field while there is no error. */
  hint: string
  busy?: boolean
}

/** A cell for each digit, over one real field, so that pasting and the autofill of codes work. */
export function OtpInput({ label, describedBy, length, value, onChange, error, hint, busy }: OtpInputProps) {
  useSheet(css)
  const input = useRef<HTMLInputElement>(null)
  const [focused, setFocused] = useState(false)
  const note = useId()
  // Not on a touch screen, where the keyboard would pop up over the opening sheet.
  useEffect(() => {
    if (error || !matchMedia('(pointer: coarse)').matches) input.current?.focus()
  }, [error])
  const state = error ? 'invalid' : undefined
  return (
    <div>
      <div className="otp-field" data-state={state} data-busy={busy || undefined}>
        <input
          ref={input}
          part="input"
          className="otp-input"
          aria-label={label}
          aria-describedby={`${describedBy} ${note}`}
          aria-invalid={error ? true : undefined}
          aria-busy={busy || undefined}
          autoComplete="one-time-code"
          inputMode="numeric"
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onFocus={() => setFocused(true)}
          onBlur={() => setFocused(false)}
        />
        <div className="otp-cells" aria-hidden="true">
          {Array.from({ length }, (_, at) => (
            <span key={at} data-current={(focused && at === Math.min(value.length, length - 1)) || undefined}>
              {value[at]}
            </span>
          ))}
        </div>
      </div>
      {/* Another key for an error: an element that gets its role later is not announced. */}
      <div key={error ? 'error' : 'hint'} id={note} className="otp-note" data-state={state} role={error ? 'alert' : undefined}>
        {error && <Icon name="fail" size={16} />}
        <span dir="auto">{error ?? hint}</span>
      </div>
    </div>
  )
}
