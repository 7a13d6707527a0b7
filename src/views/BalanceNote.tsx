import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { lockedFor } from '../controllers/account'
import { refreshHoldings } from '../controllers/shown-account'
import { timeAgo } from '../lib/time-ago'
import { account } from '../state/account'
import { messages } from '../state/messages'
import { tokens } from '../state/tokens'
import { Button } from '../ui/Button'
import { Note } from '../ui/Note'
import { useSheet } from '../ui/sheet'
import css from './BalanceNote.css?inline'
import { useMessages } from './use-messages'
import { useNow } from './use-now'
import { wordsFor } from './words-for'

/** Balances younger than this are current. */
const FRESH_MS = 10_000

/** Why the balances are not current: no network, or a service that did not answer. */
export default function BalanceNote({ online }: { online: boolean }) {
  useSheet(css)
  return online ? <BalanceFailed /> : <Offline />
}

/** Offline: the last known balances are shown, with their age. */
function Offline() {
  const t = useMessages()
  const { balanceAt } = useSnapshot(account)
  const listed = useSnapshot(tokens)
  const { locale } = useSnapshot(messages)
  const now = useNow(true)
  const at = listed.at || balanceAt || 0
  return (
    <div className="balance-note">
      {/* Only the title is a live region: the age changes each second. */}
      <Note kind="warn" title={<span role="alert">{wordsFor('OFFLINE').text}</span>}>
        {at > 0 && now - at >= FRESH_MS && t.account.asOf(timeAgo(at, now, locale))} {t.account.balanceSafe}
      </Note>
    </div>
  )
}

function BalanceFailed() {
  const t = useMessages()
  const native = useSnapshot(account)
  const listed = useSnapshot(tokens)
  const { locale } = useSnapshot(messages)
  const now = useNow(true)
  const isNative = native.balanceStatus === 'failed'
  const isListed = listed.status === 'failed'
  const until = Math.max(isNative ? native.balanceRetryAt : 0, isListed ? listed.retryAt : 0)
  const left = Math.ceil(lockedFor(until, now) / 1000)
  const at = (isListed ? listed.at : 0) || (isNative ? native.balanceAt : 0)
  const { halted } = listed
  useEffect(() => {
    // `halted`: the service asked not to be called again by itself.
    if (left === 0 && !halted) refreshHoldings()
  }, [left, halted])
  return (
    <div className="balance-note">
      {/* Only the title is a live region: the seconds count down. */}
      <Note kind="warn" title={<span role="alert">{wordsFor('BALANCE_UNAVAILABLE').text}</span>}>
        {at > 0 && t.account.asOf(timeAgo(at, now, locale))} {t.account.balanceSafe}{' '}
        <span className="tabular">{halted && left === 0 ? t.account.canRetry : t.account.retryIn(left)}</span>
        <Button size="small" kind="line" icon="refresh" disabled={left > 0} onClick={refreshHoldings}>
          {t.modal.tryAgain}
        </Button>
      </Note>
    </div>
  )
}
