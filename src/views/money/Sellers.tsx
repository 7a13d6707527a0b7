import { type ReactNode, useId, useRef } from 'react'
import { useSnapshot } from 'valtio'
import { pickSeller, retryBuy } from '../../controllers/buy'
import { figureIn, formatAmount } from '../../lib/format'
import { buy } from '../../state/buy'
import { messages } from '../../state/messages'
import { Button } from '../../ui/Button'
import { WithAddress } from '../../ui/InlineAddress'
import { ListRow, RowList } from '../../ui/ListRow'
import { Note } from '../../ui/Note'
import { SectionLabel } from '../../ui/SectionLabel'
import { IconTile } from '../../ui/WalletIcon'
import { moneyWordsFor } from './money-words'
import { useTradeMessages } from './use-trade-messages'

/** The sellers, and how much each of them gives for the amount. */
export default function Sellers() {
  const t = useTradeMessages()
  const label = useId()
  const { locale, direction } = useSnapshot(messages)
  const { offers, offersStatus, quote, quoteStatus, seller, firstHost, purchase = '' } = useSnapshot(buy)
  // The first seller can be chosen even if it gives no price.
  const isFirst = firstHost && (quote || quoteStatus === 'failed')
  const first = { seller: undefined, name: firstHost ?? '', bought: quote?.bought }
  return (
    <div>
      <SectionLabel id={label}>{t.buy.sellers}</SectionLabel>
      <RowList labelledBy={label}>
        {[...(isFirst ? [first] : []), ...offers].map(({ seller: id, name, bought }) => (
          <ListRow
            key={id ?? ''}
            title={<bdi>{name}</bdi>}
            sub={
              bought === undefined || (bought === '' && offersStatus !== 'idle')
                ? t.buy.noQuote
                : t.buy.getFrom(figureIn(`${formatAmount(bought, locale, { maxDigits: 8 })} ${purchase}`, direction))
            }
            picture={<IconTile icon="card" />}
            current={id === seller}
            trail={id === seller ? 'check' : undefined}
            onClick={() => pickSeller(id)}
          />
        ))}
      </RowList>
    </div>
  )
}

/** Says what happens on the seller's page and to which address the coins go; `place`: their network, if it is not the active one. */
export function Purpose({ address, place }: { address: string; place: string | undefined }): ReactNode {
  const { buy: t } = useTradeMessages()
  const { url, urlStatus, purchase = '', quoteStatus } = useSnapshot(buy)
  // The host of the page before, until the next one is known, so that nothing moves.
  const host = useRef('')
  if (url) host.current = new URL(url).hostname
  // Without a page; a note says so.
  if (urlStatus === 'failed' || urlStatus === 'silent') return null
  if (host.current)
    return <WithAddress text={t.note(host.current, place ? `${purchase} (${place})` : purchase, address)} address={address} />
  return quoteStatus === 'failed' && t.noQuote
}

/** Nobody sells, or the service did not answer, in which case trying again may help. */
export function Unsold(): ReactNode {
  const t = useTradeMessages()
  const isSilent = useSnapshot(buy).urlStatus === 'silent'
  const { text, help } = moneyWordsFor(isSilent ? 'API_UNAVAILABLE' : 'BUY_UNAVAILABLE')
  return (
    <Note kind="warn" announce="alert" title={text}>
      {help}
      {isSilent && (
        <Button size="small" kind="line" icon="refresh" onClick={retryBuy}>
          {t.modal.tryAgain}
        </Button>
      )}
    </Note>
  )
}
