import { useSnapshot } from 'valtio'
import { WALLET_CONNECT } from '../lib/wallet'
import { pairing } from '../state/pairing'
import { useActiveAccount } from './use-active-account'

/** Whether the active wallet is connected by WalletConnect and the relay is away. */
export function useRelayAway(): boolean {
  const { connectorId } = useActiveAccount()
  const { relay } = useSnapshot(pairing)
  return connectorId === WALLET_CONNECT && relay === 'reconnecting'
}
