import type { CaipNetworkId } from '../lib/caip'
import { WalletError } from '../lib/errors'
import { z } from '../lib/schema'
import { type CallOptions, call } from './call'
import { baseUrl } from './settings'

const chainIds = z.array(z.string().check(z.maxLength(100)))
/** The cache lifetime that the server itself allows. */
const SUPPORTED_CHAINS_LIFE_MS = 86_400_000

const supportedChains = {
  path: () => '/v1/supported-chains',
  response: z.object({ http: chainIds, ws: chainIds }),
  cacheMs: SUPPORTED_CHAINS_LIFE_MS,
}

/** CAIP-2 ids the provider serves over HTTP and over websocket (source: GET /v1/supported-chains); asked once. */
export const getSupportedChains = (options?: CallOptions): Promise<{ http: string[]; ws: string[] }> =>
  call(supportedChains, undefined, options)

/**
 * Whether the provider serves a network. False without a project id, and if the list cannot be loaded, which is tried again the next
 * time; with `told`, that throws like the provider's calls. Throws ABORTED.
 */
export async function isSupportedNetwork(networkId: CaipNetworkId, signal?: AbortSignal, told?: boolean): Promise<boolean> {
  if (baseUrl('provider') === undefined) return false
  try {
    return (await getSupportedChains({ signal })).http.includes(networkId)
  } catch (error) {
    if (!told && !signal?.aborted) return false
    throw error instanceof WalletError ? error : new WalletError('ABORTED', { cause: error })
  }
}
