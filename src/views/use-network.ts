import { useSnapshot } from 'valtio'
import { networkOf } from '../controllers/network-list'
import type { CaipNetworkId } from '../lib/caip'
import type { Network } from '../lib/network'
import { networks } from '../state/networks'

/** A network by its id; drawn anew when the names have loaded. */
export function useNetwork(id: CaipNetworkId | undefined): Network | undefined {
  // Read, so that the component wakes when it changes.
  void useSnapshot(networks).list.length
  return id && networkOf(id)
}
