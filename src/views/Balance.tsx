import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { totalOf } from '../controllers/holdings'
import { refreshHoldings } from '../controllers/shown-account'
import { secondsUntil } from '../lib/duration'
import { shortAmount, shortFiat } from '../lib/short-figures'
import { timeAgo } from '../lib/time-ago'
import { account } from '../state/account'
import { messages } from '../state/messages'
import { tokens } from '../state/tokens'
import { Amount } from '../ui/Amount'
import { Button } from '../ui/Button'
import { useSkeleton } from '../ui/loading'
import { Note } from '../ui/Note'
import { Skeleton } from '../ui/Skeleton'
import { useActiveAccount } from './use-active-account'
import { useMessages } from './use-all-messages'
import { useHoldings } from './use-holdings'
import { useNetwork } from './use-network'
import { useNow } from './use-now'
import { useOffline } from './use-offline'
import { wordsFor } from './words-for'

/** What the account is worth as the view's largest figure, else its coins; while it loads, their box, and when it failed, why and when it is tried again. */
export function Balance() {
  const t = useMessages()
  const { balanceStatus } = useSnapshot(account)
  const { status } = useSnapshot(tokens)
  const { locale } = useSnapshot(messages)
  const { networkId } = useActiveAccount()
  const network = useNetwork(networkId)
  const holdings = useHoldings()
  const offline = useOffline()
  const [coin] = holdings
  const coins = coin?.amount === undefined ? undefined : shortAmount(coin.amount, coin.symbol, locale)
  const total = totalOf(holdings)
  const figure = total === undefined ? coins : shortFiat(total, locale)
  const failed = status === 'failed' || balanceStatus === 'failed'
  // Coins alone would be exchanged under the eye for what all is worth.
  const waits = isWaiting(balanceStatus) ? coins === undefined || isWaiting(status) : isWaiting(status)
  const skeleton = useSkeleton(waits)
  return (
    <>
      <div className="account-balance" data-status={failed ? 'failed' : undefined}>
        <div className="account-balance-box">
          {skeleton && <Skeleton width={176} height={34} />}
          {!skeleton && !waits && (
            <Amount size="display" locale={locale}>
              {figure ?? '–'}
            </Amount>
          )}
        </div>
        <p>{network && coins !== undefined && <bdi>{t.account.amountOn(coins, network.name)}</bdi>}</p>
      </div>
      {offline ? <Offline /> : failed && <BalanceFailed />}
    </>
  )
}

const isWaiting = (status: string) => status === 'idle' || status === 'loading'

/** What is shown is what was last known; it is read again when the network is back. */
function Offline() {
  const t = useMessages()
  const { balanceAt } = useSnapshot(account)
  const listed = useSnapshot(tokens)
  const { locale } = useSnapshot(messages)
  const now = useNow(true)
  const at = listed.at || balanceAt || 0
  return (
    <div className="account-note">
      <Note kind="warn" title={wordsFor('OFFLINE').text} announce="status">
        {at > 0 && t.account.asOf(timeAgo(at, now, locale))} {t.account.balanceSafe}
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
  const left = secondsUntil(Math.max(isNative ? native.balanceRetryAt : 0, isListed ? listed.retryAt : 0), now)
  const at = (isListed ? listed.at : 0) || (isNative ? native.balanceAt : 0)
  const { halted } = listed
  useEffect(() => {
    // A service that says it is closed is asked again when the visitor says so.
    if (left === 0 && !halted) refreshHoldings()
  }, [left, halted])
  return (
    <div className="account-note">
      <Note kind="warn" title={wordsFor('BALANCE_UNAVAILABLE').text}>
        {at > 0 && t.account.asOf(timeAgo(at, now, locale))} {t.account.balanceSafe}{' '}
        <span className="tabular">{halted && left === 0 ? t.account.canRetry : t.account.retryIn(left)}</span>
        <span className="account-note-end">
          <Button size="small" kind="line" icon="refresh" disabled={left > 0} onClick={refreshHoldings}>
            {t.modal.tryAgain}
          </Button>
        </span>
      </Note>
    </div>
  )
}
