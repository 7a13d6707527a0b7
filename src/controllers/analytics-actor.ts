import { WATCH } from '../lib/wallet'
import { chains } from '../state/chains'
import { config } from '../state/config'
import { history } from '../state/history'
import type { Wallet, Where } from './analytics-events'

/** What a host wants to know besides; it says so in the fragment of `analytics-url`. */
export type Wanted = { readonly address: boolean; readonly query: boolean }

/** Who acts, as far as it is told. */
export const wallet = (): Wallet => ({ isSmartAccount: chains.active.accountType === 'smartAccount' })
export const where = (): Where => ({ network: chains.active.networkId, ...wallet() })

/** Whose it is, for a host that wants to know; an account that is only watched is nobody's. */
export const addressOf = ({ address }: Wanted): string | undefined =>
  address && chains.active.connectorId !== WATCH ? chains.active.address : undefined

/** Where somebody is in their history; a cursor may name the account. */
export const paging = (wanted: Wanted) => ({
  ...wallet(),
  projectId: config.projectId,
  cursor: wanted.address ? history.cursor : undefined,
  address: addressOf(wanted),
})
