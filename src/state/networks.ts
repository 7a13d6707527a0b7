import type { CaipNetworkId } from '../lib/caip'
import type { Network } from '../lib/network'
import { store } from './store'

/** The app's networks, in the order the host named them; empty until they are first needed. */
export const networks = store(() => ({
  list: [] as Network[],
  /** Ids whose RPC the provider serves (`supported-chains`); undefined until asked. */
  served: undefined as CaipNetworkId[] | undefined,
}))
