import { useEffect, useId, useRef, useState } from 'react'
import { Icon } from './Icon'
import css from './OtpInput.css?inline'
import { useSheet } from './sheet'

type OtpInputProps = {
  /** Accessible name. */
  label: string
  /** Id of the text that says which code, to whom. */
  describedBy: string
  value: string
  /** Gets digits alone; what was pasted may have had anything between them. */
  onChange: (text: string) => void
  /** The code was wrong: cells turn red and shake once; the field keeps the focus. */
  error?: string | undefined
  /** Under the field while there is no error. */
  hint: string
  busy?: boolean
}

/** Digits of a code. */
const LENGTH = 6

/** Six cells over one real field, so that pasting and the system's own filling of codes work. */
export function OtpInput({ label, describedBy, value, onChange, error, hint, busy }: OtpInputProps) {
  useSheet(css)
  const input = useRef<HTMLInputElement>(null)
  const [focused, setFocused] = useState(false)
  const note = useId()
  // No keyboard pops up over a sheet that has just come.
  useEffect(() => {
    if (error || !matchMedia('(pointer: coarse)').matches) input.current?.focus()
  }, [error])
  const state = error ? 'invalid' : undefined
  return (
    <div>
      <div className="otp-field" data-state={state} data-focused={focused || undefined} data-busy={busy || undefined}>
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
          // Longer than the code: spaces and dashes come along when it is pasted.
          maxLength={40}
          onChange={(event) => onChange(event.target.value)}
          onFocus={() => setFocused(true)}
          onBlur={() => setFocused(false)}
        />
        <div className="otp-cells" aria-hidden="true">
          {Array.from({ length: LENGTH }, (_, at) => (
            <span key={at} data-current={(focused && at === Math.min(value.length, LENGTH - 1)) || undefined}>
              {value[at]}
            </span>
          ))}
        </div>
      </div>
      {/* Another one than the hint's: what takes a role late is not said. */}
      <div key={error ? 'error' : 'hint'} id={note} className="otp-note" data-state={state} role={error ? 'alert' : undefined}>
        {error && <Icon name="fail" size={16} />}
        <span dir="auto">{error ?? hint}</span>
      </div>
    </div>
  )
}
