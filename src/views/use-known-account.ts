import { useSnapshot } from 'valtio'
import type { Network } from '../lib/network'
import type { TokenBalance } from '../lib/token'
import { account } from '../state/account'
import { tokens } from '../state/tokens'
import { useActiveAccount } from './use-active-account'
import { useNetwork } from './use-network'

const none: readonly TokenBalance[] = []

type Known = { network: Network | undefined; balance: string | undefined; list: readonly TokenBalance[] }

/** What is known of the active account: network, coin balance and tokens; never another account's. */
export function useKnownAccount(): Known {
  const { list, owner } = useSnapshot(tokens)
  const known = useSnapshot(account)
  const { caipAddress, networkId } = useActiveAccount()
  const balance = known.owner === caipAddress ? known.balance : undefined
  return { network: useNetwork(networkId), balance, list: owner === caipAddress ? list : none }
}
