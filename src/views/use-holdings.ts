import { useMemo } from 'react'
import { type Holding, holdingsOf } from '../controllers/holdings'
import type { Network } from '../lib/network'
import type { TokenBalance } from '../lib/token'
import { useKnownAccount } from './use-known-account'

/** What the active account holds, as far as it is known; never another account's. */
export function useHoldings(): readonly Holding[] {
  const { network, balance, list } = useKnownAccount()
  return useMemo(() => (network ? holdingsOnce(network, balance, list) : []), [network, balance, list])
}

let last: { of: readonly unknown[]; holdings: readonly Holding[] } | undefined

/** Computed once for all components that show it: with thousands of tokens it takes a frame. */
function holdingsOnce(...of: [Network, string | undefined, readonly TokenBalance[]]): readonly Holding[] {
  if (last?.of.some((part, at) => part !== of[at]) !== false) last = { of, holdings: holdingsOf(...of) }
  return last.holdings
}
