import type { ChainNamespace } from '../lib/caip'
import { chains } from '../state/chains'

const providers = new Map<ChainNamespace, unknown>()

/** The provider that the host gets for a namespace, by default the active one: EIP-1193 or its like; undefined without a connection. */
export const publicProviderOf = (namespace: ChainNamespace = chains.activeNamespace): unknown => providers.get(namespace)

/** Sets the provider that the host gets for a namespace; undefined or `false` removes it. */
export function publishProvider(namespace: ChainNamespace, provider: unknown): void {
  if (!provider) providers.delete(namespace)
  else providers.set(namespace, provider)
}
