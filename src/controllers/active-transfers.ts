import { adapters } from '../adapters'
import type { Transfers } from '../adapters/transfers'
import { chains } from '../state/chains'

/** The transfer functions of the active namespace; undefined where it has none. */
export async function activeTransfers(): Promise<Transfers | undefined> {
  const loaded = await adapters[chains.activeNamespace]?.transfers?.()
  return loaded?.transfers
}
