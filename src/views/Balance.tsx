import { Suspense, useMemo } from 'react'
import { useSnapshot } from 'valtio'
import { totalOf } from '../controllers/holdings'
import { figureIn } from '../lib/format'
import { isWaiting } from '../lib/load-status'
import { shortAmount, shortFiat } from '../lib/short-figures'
import { account } from '../state/account'
import { messages } from '../state/messages'
import { tokens } from '../state/tokens'
import { Amount } from '../ui/Amount'
import { lazyExtra } from '../ui/lazy-part'
import { Skeleton } from '../ui/Skeleton'
import { useSkeleton } from '../ui/use-skeleton'
import { useActiveAccount } from './use-active-account'
import { useHoldings } from './use-holdings'
import { useMessages } from './use-messages'
import { useNetwork } from './use-network'
import { useOnline } from './use-online'

const note = () => import('./BalanceNote')
const BalanceNote = lazyExtra(note)
// Loaded together with this chunk, since it is shown when there is no network to load it.
void note().catch(() => {})

/** The account's total value, or its coins where no price is known; with a skeleton while it loads and a note when it failed. */
export function Balance() {
  const t = useMessages()
  const { balanceStatus } = useSnapshot(account)
  const { status } = useSnapshot(tokens)
  const { direction, locale } = useSnapshot(messages)
  const { networkId } = useActiveAccount()
  const network = useNetwork(networkId)
  const holdings = useHoldings()
  const online = useOnline()
  const [coin] = holdings
  const coins = coin?.amount === undefined ? undefined : shortAmount(coin.amount, coin.symbol, locale)
  const total = useMemo(() => totalOf(holdings), [holdings])
  const figure = total === undefined ? coins : shortFiat(total, locale)
  const failed = status === 'failed' || balanceStatus === 'failed'
  // Wait for the tokens too: a figure of the coins alone would be replaced a moment later.
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
        <p>{network && coins !== undefined && t.account.amountOn(figureIn(coins, direction), network.name)}</p>
      </div>
      {(!online || failed) && (
        <Suspense>
          <BalanceNote online={online} />
        </Suspense>
      )}
    </>
  )
}
