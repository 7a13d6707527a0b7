import type { ChainNamespace } from './caip'

/** Whether the wallet in the secure frame has accounts in a namespace. */
export const isEmbeddable = (namespace: ChainNamespace | undefined): boolean => namespace === 'eip155' || namespace === 'solana'
