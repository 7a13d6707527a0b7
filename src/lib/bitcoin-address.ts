import { sha256 } from '@noble/hashes/sha2'
import { bech32, bech32m, createBase58check } from '@scure/base'

/** What an address pays to: a hash of a key or of a script, or the key itself (BIP-341). */
export type BitcoinAddress = {
  readonly kind: 'pkh' | 'sh' | 'wpkh' | 'wsh' | 'tr'
  readonly program: Uint8Array
  readonly chain: 'main' | 'test'
}

const base58check = createBase58check(sha256)
const versions: Readonly<Record<number, Pick<BitcoinAddress, 'kind' | 'chain'>>> = {
  0: { kind: 'pkh', chain: 'main' },
  5: { kind: 'sh', chain: 'main' },
  111: { kind: 'pkh', chain: 'test' },
  196: { kind: 'sh', chain: 'test' },
}
const prefixes: Readonly<Record<string, BitcoinAddress['chain']>> = { bc: 'main', tb: 'test', bcrt: 'test' }

/** Reads an address of BIP-13, BIP-173 or BIP-350; undefined for any other text. */
export function readBitcoinAddress(address: string): BitcoinAddress | undefined {
  try {
    return /^(bc|tb|bcrt)1/i.test(address) ? fromBech32(address) : fromBase58(address)
  } catch {
    return undefined
  }
}

function fromBase58(address: string): BitcoinAddress | undefined {
  if (!/^[1-9A-HJ-NP-Za-km-z]{25,36}$/.test(address)) return undefined
  const bytes = base58check.decode(address)
  const version = versions[bytes[0] ?? -1]
  return version && bytes.length === 21 ? { ...version, program: bytes.slice(1) } : undefined
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
