import { useSnapshot } from 'valtio'
import { pairing } from '../state/pairing'
import { useActiveAccount } from './use-active-account'

/** Whether the active wallet is reached through a relay that is away just now. */
export function useRelayAway(): boolean {
  const { connectorId } = useActiveAccount()
  const { relay } = useSnapshot(pairing)
  return connectorId === 'walletConnect' && relay === 'reconnecting'
}
