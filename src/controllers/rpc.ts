import { adapters } from '../adapters'
import { rpcUrls } from '../adapters/provider-rpc'
import type { RpcContext } from '../adapters/types'
import { baseUrl } from '../api/settings'
import type { CaipNetworkId } from '../lib/caip'
import { WalletError } from '../lib/errors'
import type { Network } from '../lib/network'
import { config } from '../state/config'
import { networks } from '../state/networks'
import { loadNetworks, networkOf } from './network-list'

/** Calls in one request; the login layer sends each alone (specification §7). */
const BATCH = { usual: 1000, login: 1 }

/** The endpoints of a network under the present configuration, and how many calls a request may have. */
export function rpcContext(network: Network): RpcContext {
  const { rpcUrl, projectId, preset, loginUrl } = config
  const supported = networks.served
  return {
    urls: rpcUrls(network, { rpcUrl, providerUrl: baseUrl('provider'), projectId, supported }),
    batch: preset === 'login' || loginUrl ? BATCH.login : BATCH.usual,
  }
}

/** Reads from a chain what a wallet does not answer itself. Throws ADAPTER_NOT_FOUND, RPC_UNAVAILABLE. */
export async function readChain(networkId: CaipNetworkId, call: { method: string; params?: unknown }): Promise<unknown> {
  await loadNetworks()
  const network = networkOf(networkId)
  const loaded = await adapters[network.chainNamespace]?.load?.()
  if (!loaded) throw new WalletError('ADAPTER_NOT_FOUND')
  return loaded.adapter.read(network, call, rpcContext(network))
}
