import { type CaipNetworkId, parseCaipNetworkId } from '../lib/caip'
import { type ErrorCode, WalletError } from '../lib/errors'
import { type Call, type CallOptions, call } from './call'
import { isSupportedNetwork } from './supported-chains'

type OnNetwork = { readonly networkId: CaipNetworkId }
type Endpoint<Input extends OnNetwork, Output> = Call<Input, Output> & {
  /** Namespaces the endpoint knows, where it does not know all that the provider serves. */
  readonly namespaces?: readonly string[]
  /** Somebody is told that there is nothing, or nothing of the kind: only where it is known that the network is not served. */
  readonly told?: true
} & (
    | {
        /** The answer where the provider does not serve the network. */
        readonly empty: Output
      }
    | {
        /** The few calls that have no empty answer throw this instead (facts: provider API §1.4). */
        readonly unsupported: ErrorCode
      }
  )

/** Asks one endpoint of the provider. */
type Ask<Input, Output> = (input: Input, options?: CallOptions) => Promise<Output>

/** Declares one endpoint of the provider: gated by network, parsed, never trusted, kept as long as it says. */
export function endpoint<Input extends OnNetwork, Output>(spec: Endpoint<Input, Output>): Ask<Input, Output> {
  return async (input, options = {}) => {
    const isKnown = spec.namespaces?.includes(parseCaipNetworkId(input.networkId).namespace) ?? true
    if (isKnown && (await isSupportedNetwork(input.networkId, options.signal, spec.told))) return call(spec, input, options)
    if ('empty' in spec) return spec.empty
    throw new WalletError(spec.unsupported)
  }
}
