/** Families of chains that have an adapter. Any other CAIP-2 namespace is reached over WalletConnect alone. */
export const namespaces = ['eip155', 'solana', 'bip122', 'polkadot'] as const

/** CAIP-2 namespace, e.g. `eip155`. */
export type ChainNamespace = (typeof namespaces)[number] | (string & {})

/** CAIP-2 chain id, e.g. `eip155:56`. */
export type CaipNetworkId = `${string}:${string}`

/** CAIP-10 account id, e.g. `eip155:56:0xab16…`. */
export type CaipAddress = `${string}:${string}:${string}`

// The namespace eip155 narrows CAIP-2: its references are decimal, without zeros before, so that no chain has two ids.
const NETWORK_ID = /^(?!eip155:(?:0.|.*\D))[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/
/** With `_`, which CAIP-10 lacks: TON's addresses and NEAR's names have it. */
const ACCOUNT_ID = /^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}:[-.%_a-zA-Z0-9]{1,128}$/

/** Whether `text` is a CAIP-2 chain id. */
export const isCaipNetworkId = (text: unknown): text is CaipNetworkId => typeof text === 'string' && NETWORK_ID.test(text)

/** Whether `text` is a CAIP-10 account id. */
export const isCaipAddress = (text: unknown): text is CaipAddress => typeof text === 'string' && ACCOUNT_ID.test(text)

/** Splits a CAIP-2 chain id. */
export function parseCaipNetworkId(id: CaipNetworkId): { namespace: ChainNamespace; reference: string } {
  const colon = id.indexOf(':')
  return { namespace: id.slice(0, colon), reference: id.slice(colon + 1) }
}

/** The namespaces of networks, each once. */
export const namespacesOf = (ids: readonly CaipNetworkId[]): ChainNamespace[] => [
  ...new Set(ids.map((id) => parseCaipNetworkId(id).namespace)),
]

/** Splits a CAIP-10 account id; the address keeps its case. */
export function parseCaipAddress(id: CaipAddress): { namespace: ChainNamespace; networkId: CaipNetworkId; address: string } {
  const [namespace = '', reference = '', address = ''] = id.split(':')
  return { namespace, networkId: `${namespace}:${reference}`, address }
}

/** CONTRACT's `chainId`: a number for `eip155`, else the CAIP-2 reference as a string. */
export function chainIdOf(id: CaipNetworkId): number | string {
  const { namespace, reference } = parseCaipNetworkId(id)
  return namespace === 'eip155' ? Number(reference) : reference
}

/** Address as people read it: the first six and the last four characters. */
export const shortAddress = (address: string) => (address.length > 14 ? `${address.slice(0, 6)}…${address.slice(-4)}` : address)

/** The address that services, and eth_simulateV1 with `traceTransfers`, use for a chain's coin. */
export const COIN = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
