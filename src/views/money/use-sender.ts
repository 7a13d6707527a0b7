import { WATCH } from '../../lib/wallet'
import { useActiveAccount } from '../use-active-account'

/** Address of the account that can sign; an account that is only watched is none. */
export function useSender(): string | undefined {
  const { address, connectorId } = useActiveAccount()
  return connectorId === WATCH ? undefined : address
}
