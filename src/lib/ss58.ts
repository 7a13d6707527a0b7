import { blake2b } from '@noble/hashes/blake2.js'
import { fromBase58, toBase58 } from './base58'

const SUM_LENGTH = 2
const KEY_LENGTH = 32
const PREFIX = new TextEncoder().encode('SS58PRE')

/**
 * The public key of an address of any Substrate chain (SS58, https://docs.polkadot.com); undefined if its form or checksum is wrong.
 * Never throws.
 */
export function readSs58(text: unknown): Uint8Array | undefined {
  if (typeof text !== 'string' || text.length > 60) return undefined
  const bytes = fromBase58(text)
  const [first = 255] = bytes ?? []
  // A first byte from 64 begins a network's number of two bytes; 128 and more are reserved.
  const size = first < 64 ? 1 : 2
  if (!bytes || first >= 128 || bytes.length !== size + KEY_LENGTH + SUM_LENGTH) return undefined
  const body = bytes.subarray(0, -SUM_LENGTH)
  const sum = sumOf(body)
  if (sum.some((byte, at) => byte !== bytes[body.length + at])) return undefined
  return body.slice(size)
}

/** The address of a public key on the network of `prefix` (0 to 63). */
export function writeSs58(key: Uint8Array, prefix: number): string {
  const body = Uint8Array.of(prefix, ...key)
  return toBase58(Uint8Array.of(...body, ...sumOf(body)))
}

const sumOf = (body: Uint8Array) => blake2b(Uint8Array.of(...PREFIX, ...body), { dkLen: 64 }).subarray(0, SUM_LENGTH)
