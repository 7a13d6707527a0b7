import type { ChainNamespace } from './caip'

/** How messages call each namespace (CAIP-122). */
const ecosystems: Readonly<Record<string, string>> = {
  eip155: 'Ethereum',
  solana: 'Solana',
  bip122: 'Bitcoin',
  polkadot: 'Polkadot',
}

/** The name of a namespace in sign-in messages; without a known one, the namespace itself with an upper-case first letter. */
export const ecosystemOf = (namespace: ChainNamespace): string =>
  ecosystems[namespace] ?? namespace.slice(0, 1).toUpperCase() + namespace.slice(1)

/** The namespace that a sign-in message names; undefined for any other text. */
export const namespaceOf = (ecosystem: string): ChainNamespace | undefined => {
  const known = Object.entries(ecosystems).find(([, name]) => name === ecosystem)?.[0]
  return known ?? (/^[A-Z][-a-z0-9]{2,7}$/.test(ecosystem) ? ecosystem.toLowerCase() : undefined)
}
