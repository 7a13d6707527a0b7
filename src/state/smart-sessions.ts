import { ref } from 'valtio/vanilla'
import type { CaipAddress } from '../lib/caip'
import type { LoadStatus } from '../lib/load-status'
import type { SmartSession } from '../lib/smart-session'
import { store } from './store'

/** A token that a session may spend. */
export type SpendToken = { readonly symbol: string; readonly decimals: number }

/** What apps may do with the active smart account. */
export const smartSessions = store(() => ({
  owner: undefined as CaipAddress | undefined,
  list: ref([]) as readonly SmartSession[],
  status: 'idle' as LoadStatus,
  /** How far the local clock is ahead, as far as known. */
  skewMs: 0,
  /** By contract address in lower case. */
  tokens: {} as Record<string, SpendToken>,
  /** The session being revoked, and the one whose revocation failed. */
  revoking: undefined as string | undefined,
  notRevoked: undefined as string | undefined,
  /** The account's capabilities according to the wallet. */
  abilities: undefined as { readonly batch: boolean; readonly sessions: boolean } | undefined,
}))
