import { eip1193 } from '../connectors'
import { parseCaipNetworkId } from '../lib/caip'
import { whenIdle } from '../lib/idle'
import { config } from '../state/config'
import { loadNetworks } from './network-list'

/**
 * Loads ahead what connecting a wallet needs, so that a press is answered in the same frame: the network tables and the EIP-1193
 * connector. Sends no request to a wallet. What fails here is loaded again when a wallet is chosen.
 */
export function prepareConnecting(): void {
  void loadNetworks().catch(() => {})
  if (config.networkIds.some((id) => parseCaipNetworkId(id).namespace === 'eip155'))
    void eip1193().then(
      ({ rehearse }) => whenIdle(() => void rehearse()),
      () => {},
    )
}
