import { fromBase58, toBase58 } from '../lib/base58'

const SIGNATURE_LENGTH = 64
const KEY_LENGTH = 32
/** The first bit marks a versioned message; a legacy one begins with its header. */
const VERSIONED = 0x80

type Instruction = {
  programId: string
  /** Base58. */
  data: string
  keys: { pubkey: string; isSigner: boolean; isWritable: boolean }[]
}

/** For wallets that cannot parse the bytes: the parts of a legacy transaction (facts: wallets §4.2). */
type LegacyParts = { feePayer: string; recentBlockhash: string; instructions: Instruction[] }

/**
 * A serialized transaction (https://solana.com/docs/core/transactions) with a signer's signature inserted; undefined if the
 * bytes are not a transaction or the address is not a signer of it.
 */
export function withSignature(transaction: Uint8Array, address: string, signature: Uint8Array): Uint8Array | undefined {
  try {
    const { signatures, keys } = readFrame(transaction)
    const at = keys.slice(0, signatures).indexOf(address)
    if (at < 0 || signature.length !== SIGNATURE_LENGTH) return undefined
    const signed = transaction.slice()
    signed.set(signature, 1 + at * SIGNATURE_LENGTH)
    return signed
  } catch {
    return undefined
  }
}

/** The parts of a legacy transaction; undefined for a versioned one and for other bytes. */
export function legacyParts(transaction: Uint8Array): LegacyParts | undefined {
  try {
    const { versioned, signers, readonlySigners, readonlyOthers, keys, reader } = readFrame(transaction)
    if (versioned) return undefined
    const recentBlockhash = toBase58(reader.take(KEY_LENGTH))
    const isWritable = (index: number) =>
      index < signers - readonlySigners || (index >= signers && index < keys.length - readonlyOthers)
    const meta = (index: number) => ({ pubkey: keys[index] ?? '', isSigner: index < signers, isWritable: isWritable(index) })
    const instructions = Array.from({ length: reader.length() }, (): Instruction => {
      const programId = keys[reader.byte()] ?? ''
      const accounts = [...reader.take(reader.length())].map(meta)
      return { programId, keys: accounts, data: toBase58(reader.take(reader.length())) }
    })
    return { feePayer: keys[0] ?? '', recentBlockhash, instructions }
  } catch {
    return undefined
  }
}

function readFrame(transaction: Uint8Array) {
  const reader = read(transaction)
  const signatures = reader.length()
  // More would not fit into a packet, and their count would need a second byte.
  if (signatures > 0x7f) throw new RangeError('too many signatures')
  reader.take(signatures * SIGNATURE_LENGTH)
  const first = reader.byte()
  const versioned = (first & VERSIONED) !== 0
  const signers = versioned ? reader.byte() : first
  const [readonlySigners, readonlyOthers] = [reader.byte(), reader.byte()]
  const keys = Array.from({ length: reader.length() }, () => toBase58(reader.take(KEY_LENGTH)))
  return { signatures, versioned, signers, readonlySigners, readonlyOthers, keys, reader }
}

function read(bytes: Uint8Array) {
  let at = 0
  const take = (count: number) => {
    if (at + count > bytes.length) throw new RangeError('the transaction is cut short')
    at += count
    return bytes.subarray(at - count, at)
  }
  const byte = () => take(1)[0] ?? 0
  return {
    take,
    byte,
    /** Solana's compact-u16: seven bits a byte, the lowest first. */
    length() {
      let value = 0
      for (let shift = 0; shift < 21; shift += 7) {
        const part = byte()
        value |= (part & 0x7f) << shift
        if (part < 0x80) return value
      }
      throw new RangeError('a length of more than three bytes')
    },
  }
}

/** Bytes of a base58 signature; undefined for anything else. */
export function signatureBytes(text: unknown): Uint8Array | undefined {
  const bytes = typeof text === 'string' ? fromBase58(text) : undefined
  return bytes?.length === SIGNATURE_LENGTH ? bytes : undefined
}
