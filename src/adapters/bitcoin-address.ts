import { bech32, bech32m } from '@scure/base'
import { readBitcoinAddress as readKind } from '../lib/bitcoin-address'

const STACKS = /^S[0-9A-HJKMNP-TV-Z]{28,41}$/

/** The address as its standard writes it (BIP-173, BIP-350, Base58Check); undefined for one with a wrong sum, and for what is none. */
export function readBitcoinAddress(text: string): string | undefined {
  if (text.length > 90) return undefined
  if (STACKS.test(text)) return text
  return witness(text) ?? (readKind(text) ? text : undefined)
}

function witness(text: string): string | undefined {
  const lower = text.toLowerCase()
  if (text !== lower && text !== text.toUpperCase()) return undefined
  for (const [coder, isVersion] of [
    [bech32, (version: number) => version === 0],
    [bech32m, (version: number) => version > 0 && version <= 16],
  ] as const) {
    const { prefix = '', words = [] } = coder.decodeUnsafe(lower) ?? {}
    const [version = -1, ...program] = words
    const bytes = coder.fromWordsUnsafe(program)
    if (!['bc', 'tb', 'bcrt'].includes(prefix) || !isVersion(version) || !bytes) continue
    // Version 0 is the hash of a key or of a script; the others may have any length of 2 to 40.
    if (version === 0 ? bytes.length === 20 || bytes.length === 32 : bytes.length >= 2 && bytes.length <= 40) return lower
  }
  return undefined
}
