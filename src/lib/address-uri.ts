import { type CaipNetworkId, parseCaipNetworkId } from './caip'

const schemes: Readonly<Record<string, string>> = { eip155: 'ethereum', solana: 'solana', bip122: 'bitcoin' }

/** An address as wallets read it from a code: EIP-681 with the chain, `solana:`, BIP-21; of another namespace the address alone. */
export function addressUri(networkId: CaipNetworkId, address: string): string {
  const { namespace, reference } = parseCaipNetworkId(networkId)
  const scheme = schemes[namespace]
  if (!scheme) return address
  return namespace === 'eip155' ? `${scheme}:${address}@${reference}` : `${scheme}:${address}`
}

/**
 * The address in what a code holds: a wallet's URI (EIP-681, BIP-21, `solana:`) or the bare text, cut to 255 characters. A sum of a
 * token names its contract first and whoever is paid after it; any other call of a contract pays nobody, and stays the text it is.
 */
export function addressInUri(text: string): string {
  const whole = text.trim()
  const [, target, call, query] = /^[a-z0-9]+:(?:pay-)?([^@/?]+)(?:@[^/?]*)?(\/[^?]*)?(?:\?(.*))?$/i.exec(whole) ?? []
  const paid = call === '/transfer' ? new URLSearchParams(query).get('address') : !call && target
  return (paid || whole).slice(0, 255)
}
