import { useMemo } from 'react'
import { findSendToken, type SendToken } from '../../controllers/send-tokens'
import { useKnownAccount } from '../use-known-account'

/** A coin or token of the active account by its id; renders again when its data change. */
export function useSendToken(id: string): SendToken | undefined {
  const { network, balance, list } = useKnownAccount()
  return useMemo(() => (network ? findSendToken(id, network, balance, list) : undefined), [id, network, balance, list])
}
