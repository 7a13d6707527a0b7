import { blake2b } from '@noble/hashes/blake2'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils'
import { fromBase58 } from './base58'

/** What stands before what is hashed for the checksum. */
const CHECKSUM_OF = utf8ToBytes('SS58PRE')
const ACCOUNT_BYTES = 32

/** The 32 bytes of an account in Substrate's own writing (SS58, checksum of two bytes), of whatever network; undefined for any other text. */
export function readSs58(address: string): Uint8Array | undefined {
  const bytes = address.length <= 60 ? fromBase58(address) : undefined
  if (!bytes) return undefined
  // The network takes a byte, or two from 64 on.
  const prefix = (bytes[0] ?? 0xff) < 64 ? 1 : 2
  if ((bytes[0] ?? 0xff) > 127 || bytes.length !== prefix + ACCOUNT_BYTES + 2) return undefined
  const checksum = blake2b(concatBytes(CHECKSUM_OF, bytes.slice(0, -2)), { dkLen: 64 })
  return bytes.at(-2) === checksum[0] && bytes.at(-1) === checksum[1] ? bytes.slice(prefix, -2) : undefined
}
