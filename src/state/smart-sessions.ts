import { ref } from 'valtio/vanilla'
import type { CaipAddress } from '../lib/caip'
import type { SmartSession } from '../lib/smart-session'
import { store } from './store'

/** What is known of a token that a session may spend. */
export type SpendToken = { readonly symbol: string; readonly decimals: number }

/** What apps may do with the active smart account. */
export const smartSessions = store(() => ({
  owner: undefined as CaipAddress | undefined,
  list: ref([]) as readonly SmartSession[],
  status: 'idle' as 'idle' | 'loading' | 'ready' | 'failed',
  /** By how much the clock here is ahead, as far as is known. */
  skewMs: 0,
  /** By contract address in lower case. */
  tokens: {} as Record<string, SpendToken>,
  /** The session that is being revoked, and the one that was not. */
  revoking: undefined as string | undefined,
  notRevoked: undefined as string | undefined,
  /** What the wallet says that the account can do. */
  abilities: undefined as { readonly batch: boolean; readonly sessions: boolean } | undefined,
}))
