import { useId } from 'react'
import { useSnapshot } from 'valtio'
import { formatAmount, isDecimal } from '../../lib/format'
import { messages } from '../../state/messages'
import type { ShownChange } from '../../state/send'
import { Amount } from '../../ui/Amount'
import { useSheet } from '../../ui/sheet'
import css from './Changes.css?inline'
import { useMoneyMessages } from './use-money-messages'

/** What the account would give and get according to the simulation, or that it could not be simulated. */
export function Changes({ changes }: { changes: readonly ShownChange[] | undefined }) {
  useSheet(css)
  const t = useMoneyMessages()
  const label = useId()
  const { locale } = useSnapshot(messages)
  return (
    <div className="changes tabular">
      <h3 id={label}>{t.send.changes}</h3>
      {changes === undefined ? (
        <p role="status">{t.send.unchecked}</p>
      ) : (
        <ul aria-labelledby={label}>
          {changes.map(({ symbol, amount, token }) => {
            const gives = amount.startsWith('-')
            const figure = isDecimal(amount) ? formatAmount(amount.replace('-', ''), locale, { maxDigits: 255 }) : ''
            return (
              <li key={token ?? ''}>
                <bdi>{symbol || t.send.unknownToken(token ?? '')}</bdi>
                <Amount tone={gives ? undefined : 'good'}>{`${gives ? '−' : '+'}${figure}`}</Amount>
              </li>
            )
          })}
        </ul>
      )}
    </div>
  )
}
