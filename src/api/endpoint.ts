import { type CaipNetworkId, parseCaipNetworkId } from '../lib/caip'
import { type ErrorCode, WalletError } from '../lib/errors'
import { type Call, type CallOptions, call } from './call'
import { isSupportedNetwork } from './supported-chains'

type OnNetwork = { readonly networkId: CaipNetworkId }
type Endpoint<Input extends OnNetwork, Output> = Call<Input, Output> & {
  /** Namespaces of the endpoint, if fewer than the provider serves. */
  readonly namespaces?: readonly string[]
  /** The empty answer is shown to the visitor, so it is given only when the network is known not to be served. */
  readonly told?: true
} & (
    | {
        /** The answer if the provider does not serve the network. */
        readonly empty: Output
      }
    | {
        /** Thrown instead by the few calls without an empty answer (facts: provider API §1.4). */
        readonly unsupported: ErrorCode
      }
  )

/** Calls one endpoint of the provider. */
type Ask<Input, Output> = (input: Input, options?: CallOptions) => Promise<Output>

/** Declares one endpoint of the provider: called on served networks only, its answer parsed and cached as declared. */
export function endpoint<Input extends OnNetwork, Output>(spec: Endpoint<Input, Output>): Ask<Input, Output> {
  return async (input, options = {}) => {
    const isKnown = spec.namespaces?.includes(parseCaipNetworkId(input.networkId).namespace) ?? true
    if (isKnown && (await isSupportedNetwork(input.networkId, options.signal, spec.told))) return call(spec, input, options)
    if ('empty' in spec) return spec.empty
    throw new WalletError(spec.unsupported)
  }
}
