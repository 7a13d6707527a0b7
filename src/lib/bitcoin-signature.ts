import { schnorr, secp256k1 } from '@noble/curves/secp256k1'
import { ripemd160 } from '@noble/hashes/legacy'
import { sha256 } from '@noble/hashes/sha2'
import { concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils'
import { fromBase64 } from './base64'
import { type BitcoinAddress, readBitcoinAddress } from './bitcoin-address'

const MAX_SIGNATURE_CHARACTERS = 4_000
const SIGHASH_ALL = 1
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/**
 * Whether an account signed a text: BIP-137 (and its older form without an address type) or BIP-322 simple, in base64, or in
 * hex as WalletConnect wallets give it. False for script accounts, which have no key of their own.
 */
export function verifyBitcoinMessage({
  address,
  message,
  signature,
}: Readonly<Record<'address' | 'message' | 'signature', string>>): boolean {
  const account = readBitcoinAddress(address)
  const bytes = bytesOf(signature)
  if (!account || !bytes) return false
  try {
    const text = utf8ToBytes(message)
    return bytes.length === 65 ? isOfRecovered(account, text, bytes) : isOfWitness(account, text, witnessIn(bytes))
  } catch {
    // Invalid numbers or points.
    return false
  }
}

function bytesOf(signature: string): Uint8Array | undefined {
  if (signature.length > MAX_SIGNATURE_CHARACTERS) return undefined
  if (/^(?:[0-9a-f]{2})+$/i.test(signature)) return hexToBytes(signature)
  // The prefix that BIP-322 gives the simple form since 2025; no witness begins like it.
  const text = signature.replace(/^smp/, '')
  return BASE64.test(text) ? fromBase64(text) : undefined
}

const sha256d = (bytes: Uint8Array) => sha256(sha256(bytes))
const hash160 = (bytes: Uint8Array) => ripemd160(sha256(bytes))
const isSame = (one: Uint8Array, other: Uint8Array) => one.length === other.length && one.every((byte, at) => byte === other[at])

/** A script that pays to a witness program. */
const witnessScript = (version: 0 | 1, program: Uint8Array) => Uint8Array.of(version === 0 ? 0 : 0x51, program.length, ...program)

/** Whether the key is the account's: its hash, or the hash of the script that wraps it (BIP-141). */
function isKeyOf({ kind, program }: BitcoinAddress, key: Uint8Array): boolean {
  const hash = hash160(key)
  if (kind === 'sh') return isSame(program, hash160(witnessScript(0, hash)))
  return (kind === 'pkh' || kind === 'wpkh') && isSame(program, hash)
}

/** BIP-137: the header says which of the keys that could have signed it was, and how the address is written. */
function isOfRecovered(account: BitcoinAddress, text: Uint8Array, signature: Uint8Array): boolean {
  const header = signature[0] ?? 0
  // Undefined for any header but 27 to 42, and then no account's.
  const form = (['pkh', 'any', 'sh', 'wpkh'] as const)[(header - 27) >> 2]
  const isCompressed = form !== 'pkh'
  // Wallets without address types use 31 to 34 for every address of a compressed key.
  if (form !== 'any' && form !== account.kind) return false
  const parsed = secp256k1.Signature.fromCompact(signature.slice(1))
  // The high-s form of a signature would be a second valid one.
  if (parsed.hasHighS()) return false
  const magic = concatBytes(Uint8Array.of(24), utf8ToBytes('Bitcoin Signed Message:\n'))
  const key = parsed.addRecoveryBit((header - 27) & 3).recoverPublicKey(sha256d(concatBytes(magic, size(text.length), text)))
  return isKeyOf(account, key.toRawBytes(isCompressed))
}

/** BIP-322 simple: the witness of a virtual transaction, which spends one that commits to the message. */
function isOfWitness(account: BitcoinAddress, text: Uint8Array, witness: readonly Uint8Array[] | undefined): boolean {
  const [signature, key] = witness ?? []
  if (!signature) return false
  if (account.kind === 'tr') {
    // One signature is the spending by the key; more would be a script's.
    const kind = signature.length === 65 ? signature[64] : 0
    if (witness?.length !== 1 || !(signature.length === 64 || kind === SIGHASH_ALL)) return false
    const script = witnessScript(1, account.program)
    return schnorr.verify(signature.slice(0, 64), taprootHash(toSpend(text, script), script, kind ?? 0), account.program)
  }
  if (witness?.length !== 2 || key?.length !== 33 || account.kind === 'pkh' || !isKeyOf(account, key)) return false
  if (signature.at(-1) !== SIGHASH_ALL) return false
  const program = hash160(key)
  const script = account.kind === 'sh' ? Uint8Array.of(0xa9, 20, ...account.program, 0x87) : witnessScript(0, program)
  return secp256k1.verify(signature.slice(0, -1), segwitHash(toSpend(text, script), program), key, { format: 'der', lowS: true })
}

/** The parts of a witness as BIP-144 writes them; undefined where something is missing or left over. */
function witnessIn(bytes: Uint8Array): Uint8Array[] | undefined {
  let at = 0
  // What we take has two short parts at most, so that their number and each length is one byte.
  const count = bytes[at++] ?? 0
  const parts: Uint8Array[] = []
  for (let part = 0; part < count; part++) {
    const length = bytes[at++] ?? 0
    parts.push(bytes.slice(at, at + length))
    at += length
  }
  return at === bytes.length ? parts : undefined
}

const NOTHING_4 = new Uint8Array(4)
const NOTHING_8 = new Uint8Array(8)
/** The one output of the transaction that signs: nothing, to `OP_RETURN`. */
const OUTPUT = Uint8Array.of(...NOTHING_8, 1, 0x6a)

function size(length: number): Uint8Array {
  if (length < 0xfd) return Uint8Array.of(length)
  if (length > 0xffff) throw new RangeError('No message is so long')
  return Uint8Array.of(0xfd, length & 0xff, length >> 8)
}

function tagged(tag: string, ...parts: Uint8Array[]): Uint8Array {
  const name = sha256(utf8ToBytes(tag))
  return sha256(concatBytes(name, name, ...parts))
}

/** The outpoint to spend: the only output of a transaction that commits to the message and pays to the account (BIP-322). */
function toSpend(text: Uint8Array, script: Uint8Array): Uint8Array {
  const nowhere = concatBytes(new Uint8Array(32), new Uint8Array(4).fill(0xff))
  const says = concatBytes(Uint8Array.of(34, 0, 32), tagged('BIP0322-signed-message', text))
  const input = concatBytes(Uint8Array.of(1), nowhere, says, NOTHING_4)
  const output = concatBytes(Uint8Array.of(1), NOTHING_8, size(script.length), script)
  return concatBytes(sha256d(concatBytes(NOTHING_4, input, output, NOTHING_4)), NOTHING_4)
}

/** What a key signs for a witness of version 0 (BIP-143), with version, sequence, amount and lock time 0. */
function segwitHash(outpoint: Uint8Array, program: Uint8Array): Uint8Array {
  const code = Uint8Array.of(25, 0x76, 0xa9, 20, ...program, 0x88, 0xac)
  const before = concatBytes(NOTHING_4, sha256d(outpoint), sha256d(NOTHING_4), outpoint, code, NOTHING_8, NOTHING_4)
  return sha256d(concatBytes(before, sha256d(OUTPUT), NOTHING_4, Uint8Array.of(SIGHASH_ALL, 0, 0, 0)))
}

/** What a key signs for a witness of version 1 (BIP-341), with the same parts. */
function taprootHash(outpoint: Uint8Array, script: Uint8Array, kind: number): Uint8Array {
  const spent = [outpoint, NOTHING_8, concatBytes(size(script.length), script), NOTHING_4].map((each) => sha256(each))
  return tagged('TapSighash', Uint8Array.of(0, kind), NOTHING_4, NOTHING_4, ...spent, sha256(OUTPUT), Uint8Array.of(0), NOTHING_4)
}
