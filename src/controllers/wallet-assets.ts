import { adapters } from '../adapters'
import { createCache } from '../lib/cache'
import { type CaipNetworkId, parseCaipNetworkId } from '../lib/caip'
import type { TokenBalance } from '../lib/token'
import { chainOf } from '../state/chains'
import { walletOf } from './connection'
import { networkOf } from './network-list'

/** Whether a wallet lists tokens itself, by wallet, account and network. Asked once, since some wallets answer slowly. */
const offers = createCache<boolean>(100)

/** The account's tokens as its wallet lists them; undefined where it does not, or its answer cannot be read. Throws ABORTED. */
export async function walletAssets(
  networkId: CaipNetworkId,
  address: string,
  signal: AbortSignal,
): Promise<readonly TokenBalance[] | undefined> {
  const { namespace } = parseCaipNetworkId(networkId)
  const { connectorId } = chainOf(namespace)
  const load = adapters[namespace]?.assets
  if (!load || !connectorId) return undefined
  try {
    const { discoversAssets, getAssets } = await load()
    const [provider, network] = [walletOf(namespace), networkOf(networkId)]
    const key = [connectorId, networkId, address].join()
    const ask = (shared: AbortSignal) => discoversAssets(provider, network, address, shared)
    const offer = await offers.load(key, Number.POSITIVE_INFINITY, ask, { signal })
    return offer ? await getAssets(provider, network, address, signal) : undefined
  } catch (cause) {
    // Otherwise undefined: the provider is asked instead.
    if (signal.aborted) throw cause
    return undefined
  }
}
