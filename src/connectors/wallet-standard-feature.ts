import { type CaipNetworkId, isCaipNetworkId } from '../lib/caip'
import { WalletError } from '../lib/errors'
import type { Provider } from './types'

/** An account as the wallet gave it: wallets compare the object, not its address. */
export type StandardAccount = { readonly address: string; readonly account: unknown }

/** The network and accounts of a connection; read anew for each request. */
export type StandardView = {
  network(): CaipNetworkId | undefined
  accounts(): readonly StandardAccount[]
  /** False if the wallet cannot use the network. */
  setNetwork(networkId: CaipNetworkId): boolean
}

/** Parameters of a request, by name. */
export type Params = Readonly<Record<string, unknown>>

/** Calls a feature's method; the wallet may lack it, throw at once or return no promise. Throws WALLET_METHOD_UNSUPPORTED. */
export async function callFeature(wallet: object, feature: string, method: string, given: readonly unknown[]): Promise<unknown> {
  const { features } = wallet as { features?: Record<string, Record<string, unknown> | undefined> }
  const owner = features?.[feature]
  const call = owner?.[method]
  if (typeof call !== 'function') throw new WalletError('WALLET_METHOD_UNSUPPORTED')
  return Reflect.apply(call, owner, given)
}

/** Whether the parameters of a request are given by name. */
export const isParams = (value: unknown): value is Params => typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * A provider with these methods. A wallet of this standard has no current network but gets one with each request, so the network
 * methods are answered here. Throws WALLET_METHOD_UNSUPPORTED, RPC_INVALID_PARAMS, CHAIN_NOT_SUPPORTED.
 */
export function providerOf(view: StandardView, methods: Readonly<Record<string, (params: Params) => unknown>>): Provider {
  const all: typeof methods = {
    wallet_getNetwork: () => view.network() ?? null,
    wallet_setNetwork({ networkId }) {
      if (!isCaipNetworkId(networkId) || !view.setNetwork(networkId)) throw new WalletError('CHAIN_NOT_SUPPORTED')
      return null
    },
    ...methods,
  }
  return {
    async request({ method, params = {} }) {
      const run = Object.hasOwn(all, method) ? all[method] : undefined
      if (!run) throw new WalletError('WALLET_METHOD_UNSUPPORTED')
      if (!isParams(params)) throw new WalletError('RPC_INVALID_PARAMS')
      return run(params)
    },
  }
}
