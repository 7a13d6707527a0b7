import { type CaipNetworkId, parseCaipNetworkId } from './caip'

const schemes: Readonly<Record<string, string>> = { eip155: 'ethereum', solana: 'solana', bip122: 'bitcoin' }

/** An address as a URI for a QR code: EIP-681 with the chain, `solana:`, BIP-21; for other namespaces the address alone. */
export function addressUri(networkId: CaipNetworkId, address: string): string {
  const { namespace, reference } = parseCaipNetworkId(networkId)
  const scheme = schemes[namespace]
  if (!scheme) return address
  return namespace === 'eip155' ? `${scheme}:${address}@${reference}` : `${scheme}:${address}`
}
