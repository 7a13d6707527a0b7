import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from './Button'
import css from './CopyButton.css?inline'
import { copyText } from './copy'
import { Icon } from './Icon'
import { useSheet } from './sheet'

type CopyButtonProps = {
  /** What goes to the clipboard. */
  text: string
  children: ReactNode
  /** Accessible name of the inline one ("Copy address 0x7A3f…c19D"); the others are named by their label. */
  label?: string | undefined
  /** Announced after copying, and after copying has failed. */
  copiedText: string
  failedText: string
  /** `inline` in a line of text, `small` beside a code, `main` and `normal` as the button of a view. */
  look?: 'inline' | 'small' | 'normal' | 'main'
  disabled?: boolean
  onCopied?: ((copied: boolean) => void) | undefined
}

const SHOWN_MS = 2000

/** Copies a text; shows the outcome for two seconds and announces it. */
export function CopyButton({
  text,
  children,
  label,
  copiedText,
  failedText,
  look = 'small',
  disabled,
  onCopied,
}: CopyButtonProps) {
  useSheet(css)
  const place = useRef<HTMLSpanElement>(null)
  const [outcome, setOutcome] = useState<'copied' | 'failed'>()
  useEffect(() => {
    if (!outcome) return
    const timer = setTimeout(() => setOutcome(undefined), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [outcome])
  const copy = async () => {
    const button = place.current?.querySelector('button')
    if (!button) return
    const copied = await copyText(text, button)
    setOutcome(copied ? 'copied' : 'failed')
    onCopied?.(copied)
  }
  const icon = outcome === 'copied' ? 'check' : outcome === 'failed' ? 'fail' : 'copy'
  return (
    <span ref={place} className="copy" data-look={look}>
      {look === 'inline' ? (
        <button type="button" className="copy-inline tabular" part="button" aria-label={label} onClick={copy}>
          {children}
          <Icon name={icon} size={16} />
        </button>
      ) : (
        <Button
          kind={look === 'main' ? 'primary' : look === 'small' ? 'line' : 'secondary'}
          size={look === 'small' ? 'small' : 'normal'}
          icon={icon}
          full={look !== 'small'}
          label={label}
          disabled={disabled ?? false}
          onClick={copy}
        >
          {children}
        </Button>
      )}
      <span className="visually-hidden" role="status">
        {outcome === 'copied' ? copiedText : outcome === 'failed' ? failedText : ''}
      </span>
    </span>
  )
}
