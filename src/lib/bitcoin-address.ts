import { sha256 } from '@noble/hashes/sha2'
import { bech32, bech32m } from '@scure/base'
import { fromBase58 } from './base58'

/** What an address pays to: a hash of a key or of a script, or the key itself (BIP-341). */
export type BitcoinAddress = {
  readonly kind: 'pkh' | 'sh' | 'wpkh' | 'wsh' | 'tr'
  readonly program: Uint8Array
  readonly chain: 'main' | 'test'
}

const versions: Readonly<Record<number, Pick<BitcoinAddress, 'kind' | 'chain'>>> = {
  0: { kind: 'pkh', chain: 'main' },
  5: { kind: 'sh', chain: 'main' },
  111: { kind: 'pkh', chain: 'test' },
  196: { kind: 'sh', chain: 'test' },
}
const prefixes: Readonly<Record<string, BitcoinAddress['chain']>> = { bc: 'main', tb: 'test', bcrt: 'test' }

const WITNESS = /^(bc|tb|bcrt)1/i
/** Accounts of wallets that hold Stacks beside bitcoin (SIP-005). */
const STACKS = /^S[0-9A-HJKMNP-TV-Z]{28,41}$/

/** The address in its standard form, also of Stacks; undefined for a wrong checksum, and for anything else. */
export function bitcoinAddress(text: string): string | undefined {
  if (STACKS.test(text)) return text
  // Upper case is allowed there (BIP-173).
  return readBitcoinAddress(text) && (WITNESS.test(text) ? text.toLowerCase() : text)
}

/** Reads an address of BIP-13, BIP-173 or BIP-350; undefined for any other text. */
export function readBitcoinAddress(address: string): BitcoinAddress | undefined {
  try {
    return WITNESS.test(address) ? fromBech32(address) : fromBase58Check(address)
  } catch {
    return undefined
  }
}

/** A version byte, 20 bytes, and the first four of their hash. */
function fromBase58Check(address: string): BitcoinAddress | undefined {
  const bytes = address.length <= 36 ? fromBase58(address) : undefined
  const version = versions[bytes?.[0] ?? -1]
  if (bytes?.length !== 25 || !version) return undefined
  const checksum = sha256(sha256(bytes.slice(0, 21)))
  return bytes.slice(21).every((byte, at) => byte === checksum[at]) ? { ...version, program: bytes.slice(1, 21) } : undefined
}

function fromBech32(address: string): BitcoinAddress | undefined {
  // The version is the first letter after the last 1: q is 0 and has a checksum of its own, p is 1.
  const decoder = /1q[^1]*$/i.test(address) ? bech32 : bech32m
  const { prefix, words } = decoder.decode(address as `${string}1${string}`)
  const [version, ...rest] = words
  const program = decoder.fromWords(rest)
  const chain = prefixes[prefix]
  const kind = version === 0 ? ({ 20: 'wpkh', 32: 'wsh' } as const)[program.length] : undefined
  if (chain && kind) return { kind, program, chain }
  return chain && version === 1 && program.length === 32 ? { kind: 'tr', program, chain } : undefined
}
