import { useMemo } from 'react'
import { useSnapshot } from 'valtio'
import { find, type SendToken } from '../../controllers/send-tokens'
import type { TokenBalance } from '../../lib/token'
import { account } from '../../state/account'
import { tokens } from '../../state/tokens'
import { useActiveAccount } from '../use-active-account'
import { useNetwork } from '../use-network'

const none: readonly TokenBalance[] = []

/** A coin or token of the active account by its id; drawn anew when what is known of it changes. */
export function useSendToken(id: string): SendToken | undefined {
  const { list, owner } = useSnapshot(tokens)
  const known = useSnapshot(account)
  const { caipAddress, networkId } = useActiveAccount()
  const network = useNetwork(networkId)
  const balance = known.owner === caipAddress ? known.balance : undefined
  const own = owner === caipAddress ? list : none
  return useMemo(() => (network ? find(id, network, balance, own) : undefined), [id, network, balance, own])
}
