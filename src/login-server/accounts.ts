import { getAddress, isAddress } from 'viem/utils'
import { isSolanaAddress } from '../lib/base58'
import { bitcoinAddress, readBitcoinAddress } from '../lib/bitcoin-address'
import { type CaipNetworkId, parseCaipNetworkId } from '../lib/caip'
import { EVM_ADDRESS } from '../lib/evm-address'
import { readSs58, writeSs58 } from '../lib/ss58'
import type { AccountType } from './types'

/** Bitcoin's mainnet, by the start of its genesis hash (CAIP-4). */
const BITCOIN = 'bip122:000000000019d6689c085ae165831e93'
/** No referrer. */
const ZERO_ADDRESS = '0x0000000000000000000000000000000000000000'

/** The address in its chain's notation, `undefined` if invalid; a mixed-case checksum must be right (ERC-55). */
export function addressOn(chain: CaipNetworkId, address: string): string | undefined {
  const { namespace } = parseCaipNetworkId(chain)
  if (namespace === 'eip155') return evmAddress(address)
  if (!own[namespace]?.(address, chain)) return undefined
  return namespace === 'bip122' ? bitcoinAddress(address) : address
}

/** Whether a text is an address. */
const own: Readonly<Record<string, (address: string, chain: CaipNetworkId) => boolean>> = {
  solana: isSolanaAddress,
  bip122: (address, chain) => readBitcoinAddress(address)?.chain === (chain === BITCOIN ? 'main' : 'test'),
  polkadot: (address) => readSs58(address) !== undefined,
}

/** A referral as stored: an address, null for none. `undefined` for anything else. */
export function referral(ref: unknown): string | null | undefined {
  if (ref === null || ref === undefined || ref === ZERO_ADDRESS) return null
  return typeof ref === 'string' ? evmAddress(ref) : undefined
}

/** Identifies a user: a key is the same on every chain of its namespace, a contract account exists on its own chain only. */
export function accountOf(chain: CaipNetworkId, address: string, type: AccountType): string {
  return `${type === 'smartAccount' ? chain : parseCaipNetworkId(chain).namespace}:${addressOfKey(address)}`
}

/** The address itself, but every Polkadot network encodes the same key differently: there Polkadot's own encoding stands for all. */
export function addressOfKey(address: string): string {
  const key = readSs58(address)
  return key ? writeSs58(key, 0) : address
}

/** What an address is compared by with those of the operators; undefined if it is an address of no network. */
export function operatorKey(address: string): string | undefined {
  const known = evmAddress(address) || isSolanaAddress(address) || bitcoinAddress(address) || readSs58(address)
  return known ? addressOfKey(address).toLowerCase() : undefined
}

function evmAddress(text: string): string | undefined {
  if (!EVM_ADDRESS.test(text)) return undefined
  const isOneCase = text.slice(2) === text.slice(2).toLowerCase() || text.slice(2) === text.slice(2).toUpperCase()
  return isOneCase || isAddress(text, { strict: true }) ? getAddress(text.toLowerCase()) : undefined
}
