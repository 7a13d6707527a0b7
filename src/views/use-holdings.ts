import { useMemo } from 'react'
import { type Holding, holdingsOf } from '../controllers/holdings'
import type { Network } from '../lib/network'
import type { TokenBalance } from '../lib/token'
import { useKnownAccount } from './use-known-account'

/** What the active account holds as far as it is known; nothing of an account that was looked at before. */
export function useHoldings(): readonly Holding[] {
  const { network, balance, list } = useKnownAccount()
  return useMemo(() => (network ? holdingsOnce(network, balance, list) : []), [network, balance, list])
}

let last: { of: readonly unknown[]; holdings: readonly Holding[] } | undefined

/** Reckoned once for all that show them at the same time: with thousands of tokens each time costs a frame. */
function holdingsOnce(...of: [Network, string | undefined, readonly TokenBalance[]]): readonly Holding[] {
  if (last?.of.some((part, at) => part !== of[at]) !== false) last = { of, holdings: holdingsOf(...of) }
  return last.holdings
}
