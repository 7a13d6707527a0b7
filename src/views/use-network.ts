import { useSnapshot } from 'valtio'
import { networkOf } from '../controllers/network-list'
import type { CaipNetworkId } from '../lib/caip'
import type { Network } from '../lib/network'
import { networks } from '../state/networks'

/** A network by its id; renders again when the networks have loaded. */
export function useNetwork(id: CaipNetworkId | undefined): Network | undefined {
  // Subscribed, so that the component renders again.
  void useSnapshot(networks).list.length
  return id && networkOf(id)
}
