import { rpcUrls } from '../adapters/provider-rpc'
import type { RpcContext } from '../adapters/types'
import { baseUrl } from '../api/settings'
import type { Network } from '../lib/network'
import { config } from '../state/config'
import { networks } from '../state/networks'

/** The login layer sends one call a request (specification §7). */
const BATCH = { usual: 1000, login: 1 }

/** Where a network is read, under the present configuration. */
export function rpcContext(network: Network): RpcContext {
  const { rpcUrl, projectId, preset, loginUrl } = config
  const supported = networks.served
  return {
    urls: rpcUrls(network, { rpcUrl, providerUrl: baseUrl('provider'), projectId, supported }),
    batch: preset === 'login' || loginUrl ? BATCH.login : BATCH.usual,
  }
}
