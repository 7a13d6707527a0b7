import { fromBase58 } from './base58'
import type { CaipNetworkId } from './caip'

/**
 * Identifies an account within its namespace, on any network: every Polkadot network encodes the same key differently (SS58, with the
 * network's number before and a checksum after it, which are left out).
 */
export function accountKey(networkId: CaipNetworkId, address: string): string {
  const key = networkId.startsWith('polkadot:') ? fromBase58(address)?.slice(-34, -2) : undefined
  return key?.length === 32 ? String(key) : address.toLowerCase()
}
