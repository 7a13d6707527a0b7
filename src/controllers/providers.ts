import type { ChainNamespace } from '../lib/caip'
import { chains } from '../state/chains'

const providers = new Map<ChainNamespace, unknown>()

/** What the host gets for a namespace, by default the active one: EIP-1193 provider, or the namespace's like; undefined without a connection. */
export const publicProviderOf = (namespace: ChainNamespace = chains.activeNamespace): unknown => providers.get(namespace)

/** Keeps what the host may have of a namespace's wallet; undefined, or `false` where there is nothing for a host, takes it away. */
export function publishProvider(namespace: ChainNamespace, provider: unknown): void {
  if (!provider) providers.delete(namespace)
  else providers.set(namespace, provider)
}
