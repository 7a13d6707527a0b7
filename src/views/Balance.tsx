import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { refreshAccount } from '../controllers/account'
import { secondsUntil } from '../lib/duration'
import { formatAmount } from '../lib/format'
import { account } from '../state/account'
import { messages } from '../state/messages'
import { Amount } from '../ui/Amount'
import { Button } from '../ui/Button'
import { useSkeleton } from '../ui/loading'
import { Note } from '../ui/Note'
import { Skeleton } from '../ui/Skeleton'
import { useActiveAccount } from './use-active-account'
import { useMessages } from './use-all-messages'
import { useNetwork } from './use-network'
import { useNow } from './use-now'
import { wordsFor } from './words-for'

/** The native balance as the view's largest figure; while it loads, its box, and when it failed, why and when it is tried again. */
export function Balance() {
  const t = useMessages()
  const { balanceStatus } = useSnapshot(account)
  const { locale } = useSnapshot(messages)
  const { networkId } = useActiveAccount()
  const network = useNetwork(networkId)
  const figure = useBalance()
  const loading = balanceStatus === 'loading' || (balanceStatus === 'idle' && figure === undefined)
  const skeleton = useSkeleton(loading)
  return (
    <>
      <div className="account-balance" data-status={balanceStatus}>
        <div className="account-balance-box">
          {skeleton && <Skeleton width={176} height={34} />}
          {!skeleton && !loading && (
            <Amount size="display" locale={locale}>
              {figure ?? '–'}
            </Amount>
          )}
        </div>
        <p>{network && t.account.nativeOn(network.name)}</p>
      </div>
      {balanceStatus === 'failed' && <BalanceFailed />}
    </>
  )
}

/** The native balance with its symbol, cut and never rounded up; undefined until it is known. */
export function useBalance(): string | undefined {
  const { balance, balanceSymbol } = useSnapshot(account)
  const { locale } = useSnapshot(messages)
  return balance === undefined ? undefined : `${formatAmount(balance, locale)} ${balanceSymbol ?? ''}`.trim()
}

function BalanceFailed() {
  const t = useMessages()
  const { balanceRetryAt } = useSnapshot(account)
  const left = secondsUntil(balanceRetryAt, useNow(true))
  useEffect(() => {
    if (left === 0) void refreshAccount()
  }, [left])
  return (
    <div className="account-note">
      <Note kind="warn" title={wordsFor('BALANCE_UNAVAILABLE').text}>
        {t.account.balanceSafe} <span className="tabular">{t.account.retryIn(left)}</span>
        <span className="account-note-end">
          <Button size="small" kind="line" icon="refresh" disabled={left > 0} onClick={() => void refreshAccount()}>
            {t.modal.tryAgain}
          </Button>
        </span>
      </Note>
    </div>
  )
}
