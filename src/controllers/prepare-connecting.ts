import { eip1193 } from '../connectors'
import { parseCaipNetworkId } from '../lib/caip'
import { whenIdle } from '../lib/idle'
import { config } from '../state/config'
import { loadNetworks } from './network-list'

/**
 * Loads what asking a wallet takes, so that a choice is answered in the same frame: the tables of the app's networks, and what
 * speaks to the wallets in this page. Asks nothing of anybody; a guess that fails is no error, since a choice loads it again.
 */
export function prepareConnecting(): void {
  void loadNetworks().catch(() => {})
  if (config.networkIds.some((id) => parseCaipNetworkId(id).namespace === 'eip155'))
    void eip1193().then(
      ({ rehearse }) => whenIdle(() => void rehearse()),
      () => {},
    )
}
