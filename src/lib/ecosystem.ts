import type { ChainNamespace } from './caip'

/** How messages call each namespace (CAIP-122). */
const ecosystems: Readonly<Record<string, string>> = {
  eip155: 'Ethereum',
  solana: 'Solana',
  bip122: 'Bitcoin',
  polkadot: 'Polkadot',
}

/** What a message calls a namespace; one that has no name of its own, by its first letter in upper case. */
export const ecosystemOf = (namespace: ChainNamespace): string =>
  ecosystems[namespace] ?? namespace.slice(0, 1).toUpperCase() + namespace.slice(1)

/** The namespace that a message calls so; undefined for what is no such name. */
export const namespaceOf = (ecosystem: string): ChainNamespace | undefined => {
  const known = Object.entries(ecosystems).find(([, name]) => name === ecosystem)?.[0]
  return known ?? (/^[A-Z][-a-z0-9]{2,7}$/.test(ecosystem) ? ecosystem.toLowerCase() : undefined)
}
