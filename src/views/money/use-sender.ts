import { WATCH } from '../../lib/wallet'
import { useActiveAccount } from '../use-active-account'

/** Address of the active account if it can sign; undefined for a watched one. */
export function useSender(): string | undefined {
  const { address, connectorId } = useActiveAccount()
  return connectorId === WATCH ? undefined : address
}
