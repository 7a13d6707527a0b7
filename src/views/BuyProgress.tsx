import { type ReactNode, useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { startWaiting } from '../controllers/buy'
import { leaveView, resetView } from '../controllers/modal'
import { followPurchase, keepPage } from '../controllers/purchase'
import { figureIn, formatAmount } from '../lib/format'
import { buy } from '../state/buy'
import { messages } from '../state/messages'
import { Body } from '../ui/Body'
import { Button } from '../ui/Button'
import { CopyButton } from '../ui/CopyButton'
import { Ring } from '../ui/Ring'
import { Status } from '../ui/Status'
import { IconTile } from '../ui/WalletIcon'
import { useTradeMessages } from './money/use-trade-messages'
import { titled } from './titled'
import { useSaid } from './use-said'

export const header = titled('BuyProgress')

const rings = { waiting: 'waiting', untold: 'idle', processing: 'waiting', done: 'done', failed: 'error', late: 'idle' } as const

/** The progress of a purchase on the seller's page. */
export default function BuyProgress(): ReactNode {
  const t = useTradeMessages()
  const { progress, bought, url } = useSnapshot(buy)
  const { locale, direction } = useSnapshot(messages)
  useEffect(followPurchase, [])
  useEffect(keepPage, [])
  const { waiting, late } = t.buy.progress
  const { title, help } = progress === 'untold' ? { ...late, title: waiting.title } : t.buy.progress[progress]
  // The heading does not change, so the news has to be announced.
  useSaid((progress === 'waiting' || progress === 'untold') && `${title}. ${help}`)
  // Whoever has paid is not led to another page to pay at.
  const isPaid = progress === 'done' || progress === 'processing'
  const isOver = progress === 'failed' || progress === 'late'
  return (
    <Body>
      <Status
        announce={isOver ? 'alert' : 'status'}
        title={
          progress === 'done' && bought
            ? t.buy.bought(figureIn(`${formatAmount(bought.amount, locale, { maxDigits: 8 })} ${bought.symbol}`, direction))
            : title
        }
        picture={
          <Ring status={rings[progress]}>
            <IconTile icon="card" size={72} />
          </Ring>
        }
      >
        {help}
      </Status>
      <div className="money-stack">
        {(isPaid || progress === 'untold') && (
          <Button kind="primary" full onClick={() => resetView('Account')}>
            {t.buy.toAccount}
          </Button>
        )}
        {progress === 'failed' && (
          <Button kind="primary" full icon="refresh" onClick={() => leaveView('OnRamp')}>
            {t.modal.tryAgain}
          </Button>
        )}
        {progress === 'late' && (
          <Button kind="primary" full icon="refresh" onClick={startWaiting}>
            {t.buy.waitOn}
          </Button>
        )}
        {url && !isPaid && (
          <CopyButton look="normal" text={url} copiedText={t.connecting.linkCopied} failedText={t.modal.copyFailed}>
            {t.connecting.copyLink}
          </CopyButton>
        )}
      </div>
    </Body>
  )
}
