import css from './Amount.css?inline'
import { useSheet } from './sheet'

export type AmountProps = {
  /** As it shows, already formatted: "$8,169.42", "1.2846 ETH", "−0.63%". */
  children: string
  /** `display` 40 is the balance of an account, `large` 28 an entry; `text` takes the size around it. */
  size?: 'display' | 'large' | 'text'
  tone?: 'good' | 'bad' | undefined
}

const DECIMALS = /^(.*\d)([.,]\d+)(\D*)$/s

/** A figure: left to right in every page, tabular; the decimals of a large one are quiet. */
export function Amount({ children, size = 'text', tone }: AmountProps) {
  useSheet(css)
  const [, whole, decimals, rest] = size === 'text' ? [] : (DECIMALS.exec(children) ?? [])
  return (
    <bdi className="amount tabular" data-size={size} data-tone={tone} part={size === 'display' ? 'balance' : undefined}>
      {whole === undefined ? (
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
