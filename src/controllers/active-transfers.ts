import { adapters } from '../adapters'
import type { Transfers } from '../adapters/transfers'
import { chains } from '../state/chains'

/** What Send needs of the active namespace. */
export async function activeTransfers(): Promise<Transfers | undefined> {
  const loaded = await adapters[chains.activeNamespace]?.transfers?.()
  return loaded?.transfers
}
