import type { CSSProperties } from 'react'
import { splitDecimals } from '../lib/format'
import css from './Amount.css?inline'
import { useSheet } from './sheet'

type AmountProps = {
  /** As it shows, already formatted: "$8,169.42", "1.2846 ETH", "−0.63%". */
  children: string
  /** `display` 40 is the balance of an account; `text` takes the size around it. */
  size?: 'display' | 'text'
  tone?: 'good' | 'bad' | undefined
  /** BCP 47 tag of the figure's language, which decides on the decimal separator. */
  locale?: string
}

/** A figure: left to right in every page, tabular; the decimals of the balance are muted. */
export function Amount({ children, size = 'text', tone, locale = 'en' }: AmountProps) {
  useSheet(css)
  const [whole, decimals, rest] = size === 'text' ? [] : splitDecimals(children, locale)
  return (
    <bdi
      className="amount tabular"
      data-size={size}
      data-tone={tone}
      part={size === 'display' ? 'balance' : undefined}
      style={size === 'display' ? ({ '--length': children.length } as CSSProperties) : undefined}
    >
      {!decimals ? (
        children
      ) : (
        <>
          {whole}
          <span className="amount-decimals">{decimals}</span>
          {rest}
        </>
      )}
    </bdi>
  )
}
