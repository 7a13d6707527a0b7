import type { PendingTransaction } from '../lib/pending-transaction'
import { STORM_MS, throttle } from '../lib/throttle'
import { whenLoaded } from '../lib/when-loaded'
import { chains } from '../state/chains'
import { tokens } from '../state/tokens'
import { watchAccount } from './account-watch'
import { showKnownTokens } from './known-tokens'
import { onChange } from './on-change'
import { watchPending } from './pending'
import { whileVisible } from './while-visible'

/** While the account is on screen its balances are read this often (specification §9). */
export const ACCOUNT_REFRESH_MS = 10_000

// The code that reads balances loads after the view, which shows stored ones meanwhile.
const reader = () => import('./tokens')
const coinReader = () => import('./account')

/** Keeps the account view current: now, every 10 s while the page is visible, and when the account changes. Returns its stop. */
export function showAccount(): () => void {
  let shown = true
  const readNext = throttle(STORM_MS, () => {
    if (shown) refreshShownTokens()
  })
  const follow = () => {
    showKnownTokens()
    readNext()
  }
  const stops = [
    watchAccount(),
    onChange([chains], () => chains.active.caipAddress, follow),
    watchPending(refreshMoved),
    whileVisible(ACCOUNT_REFRESH_MS, () => {
      if (tokens.halted) return
      whenLoaded(coinReader(), ({ renewAccount }) => renewAccount())
      whenLoaded(reader(), ({ renewTokens }) => renewTokens())
    }),
    () => {
      shown = false
      whenLoaded(reader(), ({ leaveTokens }) => leaveTokens())
    },
  ]
  refreshShownTokens()
  return () => {
    for (const stop of stops) stop()
  }
}

/** Reads the coin's balance and the tokens anew, each unless it failed less than 30 s ago. */
export const refreshHoldings = (): void => refreshMoved({})

/** Reads coin and tokens anew after a transaction; the tokens that it moved are read from the chain. */
export function refreshMoved({ tokens: moved }: Pick<PendingTransaction, 'tokens'>): void {
  whenLoaded(coinReader(), ({ refreshAccount }) => refreshAccount())
  refreshShownTokens(moved)
}

function refreshShownTokens(moved?: PendingTransaction['tokens']): void {
  showKnownTokens()
  whenLoaded(reader(), ({ refreshTokens }) => refreshTokens(moved))
}
