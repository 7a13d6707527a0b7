import { whenLoaded } from '../lib/when-loaded'
import { account } from '../state/account'
import { chains } from '../state/chains'
import { tokens } from '../state/tokens'
import { onChange } from './on-change'
import { whileVisible } from './while-visible'

// The code that reads the history loads after the view.
const reader = () => import('./history')

/** The history is read again this often even if no balance changed: its index is slower than the chain. */
const HISTORY_REFRESH_MS = 30_000
/** The balances of coin and tokens are read separately but change together; one read of the history serves both. */
const SETTLE_MS = 300

/** Keeps the history current while it is on screen: now, when the account changes, and when a balance changes. Returns its stop. */
export function showHistory(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const refresh = () => {
    clearTimeout(timer)
    readHistory()
  }
  const soon = () => {
    clearTimeout(timer)
    timer = setTimeout(refresh, SETTLE_MS)
  }
  const stops = [
    onChange([chains], () => chains.active.caipAddress, refresh),
    onChange(
      [account],
      () => account.balance,
      (now, before) => now !== undefined && before !== undefined && soon(),
    ),
    onChange([tokens], amounts, (_, before) => before !== '' && soon()),
    whileVisible(HISTORY_REFRESH_MS, refresh),
    () => whenLoaded(reader(), ({ leaveHistory }) => leaveHistory()),
  ]
  refresh()
  return () => {
    clearTimeout(timer)
    for (const stop of stops) stop()
  }
}

const amounts = () => tokens.list.map(({ address, quantity }) => `${address} ${quantity.numeric}`).join()

/** Reads the newest page anew. */
export const readHistory = (): void => void whenLoaded(reader(), ({ refreshHistory }) => refreshHistory())

/** Reads the next older page. */
export const readOlder = (): void => void whenLoaded(reader(), ({ loadMoreHistory }) => loadMoreHistory())
