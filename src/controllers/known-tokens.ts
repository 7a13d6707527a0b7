import { ref } from 'valtio/vanilla'
import { account } from '../state/account'
import { chains } from '../state/chains'
import { tokens, unreadTokens } from '../state/tokens'
import { keptAccount } from './account-snapshot'

/** Shows the stored tokens and balance of the active account at once, in the place of another account's. */
export function showKnownTokens(): void {
  const asked = chains.active.caipAddress
  if (tokens.owner === asked) return
  Object.assign(tokens, unreadTokens(asked))
  const kept = asked && keptAccount(asked)
  if (!kept) return
  Object.assign(tokens, { list: ref(kept.tokens), status: 'ready', at: kept.at })
  if (kept.balance !== undefined && account.owner === asked && account.balanceStatus === 'idle')
    Object.assign(account, { balance: kept.balance, balanceSymbol: kept.symbol, balanceAt: kept.at, balanceStatus: 'ready' })
}
