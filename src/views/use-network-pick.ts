import { useRef, useState } from 'react'
import { AUTH_ID } from '../lib/auth-id'
import type { CaipNetworkId } from '../lib/caip'
import { WATCH } from '../lib/wallet'
import type { Chain } from '../state/chains'

type Picking = { readonly pending: CaipNetworkId | undefined; readonly pick: (id: CaipNetworkId) => void }

/** The network that a wallet is being asked for, and a function that asks for another instead. */
export function useNetworkPick(ask: (id: CaipNetworkId, signal: AbortSignal) => Promise<unknown>): Picking {
  const [pending, setPending] = useState<CaipNetworkId>()
  const asking = useRef<AbortController>(undefined)
  const pick = async (id: CaipNetworkId) => {
    if (id === pending) return
    asking.current?.abort()
    const own = new AbortController()
    asking.current = own
    setPending(id)
    await ask(id, own.signal)
    if (asking.current === own) setPending(undefined)
  }
  return { pending, pick: (id) => void pick(id) }
}

/** Whether the visitor has to approve a change of network in the wallet: not in the embedded one, nor for a watched account. */
export const hasToApprove = ({ status, connectorId }: Pick<Chain, 'status' | 'connectorId'>): boolean =>
  status === 'connected' && connectorId !== AUTH_ID && connectorId !== WATCH
