import type { CaipNetworkId } from '../lib/caip'
import type { AccountUse } from '../lib/wallet'

/** Wallet Standard's names of the Bitcoin chains, and their CAIP-2 ids. */
export const chains: Readonly<Record<string, CaipNetworkId>> = {
  'bitcoin:mainnet': 'bip122:000000000019d6689c085ae165831e93',
  'bitcoin:testnet': 'bip122:000000000933ea01ad0ee984209779ba',
}

const SHAPES = [
  // Segregated witness (BIP-173, BIP-350), one case throughout; hashes of a key or a script; Stacks (SIP-005).
  /^(bc|tb|bcrt)1[02-9ac-hj-np-z]{11,87}$/,
  /^(BC|TB|BCRT)1[02-9AC-HJ-NP-Z]{11,87}$/,
  /^[123mn][1-9A-HJ-NP-Za-km-z]{25,38}$/,
  /^S[0-9A-HJKMNP-TV-Z]{28,41}$/,
]

/** A text in the form of an address; before sending, its checksum must be verified as well. */
export const readAddress = (text: unknown): string | undefined =>
  typeof text === 'string' && SHAPES.some((shape) => shape.test(text)) ? text : undefined

const purposes: Readonly<Record<string, AccountUse>> = {
  payment: 'payment',
  ordinal: 'ordinal',
  ordinals: 'ordinal',
  stx: 'stx',
  stacks: 'stx',
}
const known = (purpose: unknown) =>
  typeof purpose === 'string' && Object.hasOwn(purposes, purpose) ? purposes[purpose] : undefined
const isTaproot = (address: string) => /^(bc|tb|bcrt)1p/i.test(address)

/** What a wallet's addresses are for: as it says, else by their kind. A Taproot address beside another one is for ordinals. */
export function purposesOf(
  accounts: readonly { readonly address: string; readonly purpose?: unknown }[],
): Readonly<Record<string, AccountUse>> {
  const mixed = accounts.some(({ address }) => !isTaproot(address) && !address.startsWith('S'))
  const of = (address: string, purpose: unknown): AccountUse =>
    known(purpose) ?? (address.startsWith('S') ? 'stx' : mixed && isTaproot(address) ? 'ordinal' : 'payment')
  return Object.fromEntries(accounts.map(({ address, purpose }) => [address, of(address, purpose)]))
}
