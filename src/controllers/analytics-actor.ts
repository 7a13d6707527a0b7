import { WATCH } from '../lib/wallet'
import { chains } from '../state/chains'
import { config } from '../state/config'
import { history } from '../state/history'
import type { Wallet, Where } from './analytics-events'

/** What a host wants to know in addition, by the fragment of `analytics-url`. */
export type Wanted = { readonly address: boolean; readonly query: boolean }

/** The account as events describe it: without its address. */
export const wallet = (): Wallet => ({ isSmartAccount: chains.active.accountType === 'smartAccount' })
/** Account and active network as events describe them. */
export const where = (): Where => ({ network: chains.active.networkId, ...wallet() })

/** The active address for a host that wants it; undefined for a watched account. */
export const addressOf = ({ address }: Wanted): string | undefined =>
  address && chains.active.connectorId !== WATCH ? chains.active.address : undefined

/** The position in the history; the cursor only for a host that wants addresses, since it may contain one. */
export const paging = (wanted: Wanted) => ({
  ...wallet(),
  projectId: config.projectId,
  cursor: wanted.address ? history.cursor : undefined,
  address: addressOf(wanted),
})
