import { fromBase58 } from './base58'
import type { CaipNetworkId } from './caip'

/**
 * What tells one account from another of its namespace, whichever the network: each of Polkadot's writes the same key in its own way
 * (SS58), with its number before it and a sum behind it, which is not looked at here.
 */
export function accountKey(networkId: CaipNetworkId, address: string): string {
  const key = networkId.startsWith('polkadot:') ? fromBase58(address)?.slice(-34, -2) : undefined
  return key?.length === 32 ? String(key) : address.toLowerCase()
}
