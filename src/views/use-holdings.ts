import { useMemo } from 'react'
import { useSnapshot } from 'valtio'
import { type Holding, holdingsOf } from '../controllers/holdings'
import type { Network } from '../lib/network'
import type { TokenBalance } from '../lib/token'
import { account } from '../state/account'
import { tokens } from '../state/tokens'
import { useActiveAccount } from './use-active-account'
import { useNetwork } from './use-network'

const none: readonly TokenBalance[] = []

/** What the active account holds as far as it is known; nothing of an account that was looked at before. */
export function useHoldings(): readonly Holding[] {
  const { list, owner } = useSnapshot(tokens)
  const known = useSnapshot(account)
  const { caipAddress, networkId } = useActiveAccount()
  const network = useNetwork(networkId)
  const balance = known.owner === caipAddress ? known.balance : undefined
  const own = owner === caipAddress ? list : none
  return useMemo(() => (network ? holdingsOnce(network, balance, own) : []), [network, balance, own])
}

let last: { of: readonly unknown[]; holdings: readonly Holding[] } | undefined

/** Reckoned once for all that show them at the same time: with thousands of tokens each time costs a frame. */
function holdingsOnce(...of: [Network, string | undefined, readonly TokenBalance[]]): readonly Holding[] {
  if (last?.of.some((part, at) => part !== of[at]) !== false) last = { of, holdings: holdingsOf(...of) }
  return last.holdings
}
