import { type CaipNetworkId, isCaipNetworkId, parseCaipNetworkId } from '../lib/caip'
import { WATCH } from '../lib/wallet'
import type { Connection, Connector, ConnectorEvent } from './types'

/** A watched account on a network of its namespace: signs nothing, prompts nobody. Its provider rejects with 4100 (EIP-1193). */
export function watchConnector(networkId: CaipNetworkId, address: string): Connector {
  const { namespace } = parseCaipNetworkId(networkId)
  const listeners = new Set<(event: ConnectorEvent) => void>()
  let current = networkId
  const connections = (): Connection[] => [
    { namespace, networkId: current, accounts: [`${current}:${address}`], provider: { request }, publicProvider: false },
  ]
  const move = (id: unknown) => {
    if (!isCaipNetworkId(id) || parseCaipNetworkId(id).namespace !== namespace) return
    current = id
    for (const listener of listeners) listener({ type: 'change', connections: connections() })
  }
  async function request({ method, params }: { method: string; params?: unknown }): Promise<unknown> {
    const [first] = Array.isArray(params) ? params : [params]
    const { reference } = parseCaipNetworkId(current)
    if (method === 'eth_chainId') return `0x${Number(reference).toString(16)}`
    if (method === 'eth_accounts') return [address]
    if (method === 'wallet_getNetwork') return current
    if (method === 'wallet_switchEthereumChain') return move(`eip155:${Number(first?.chainId)}`) ?? null
    if (method === 'wallet_setNetwork') return move(first?.networkId) ?? null
    throw Object.assign(new Error('An account that is only watched can do nothing.'), { code: 4100 })
  }
  return {
    id: WATCH,
    name: 'Watch only',
    type: 'WATCH',
    namespaces: [namespace],
    connect: async () => connections(),
    restore: async () => [],
    disconnect: async () => {},
    on(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
