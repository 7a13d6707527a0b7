import { isSupportedNetwork } from '../api/supported-chains'
import type { CaipNetworkId } from '../lib/caip'
import { chains } from '../state/chains'
import { names } from '../state/names'

/**
 * Learns whether names can be registered on a network, if it is the active one: only the provider does that, on the networks that it
 * serves. A list of these that does not load says nothing. Never rejects.
 */
export async function learnNameOffer(networkId: CaipNetworkId): Promise<void> {
  const isServed = await isSupportedNetwork(networkId, undefined, true).catch(() => true)
  if (networkId === chains.active.networkId) names.unservedOn = isServed ? undefined : networkId
}
