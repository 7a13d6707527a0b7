import { ComputeBudgetInstruction, ComputeBudgetProgram, type VersionedMessage, VersionedTransaction } from '@solana/web3.js'
import type { LiteSVM } from 'litesvm'
import { fromBase58, toBase58 } from '../../src/lib/base58'
import { RpcRefusal } from './solana-errors'

type LedgerTransaction = Parameters<LiteSVM['sendTransaction']>[0]

/** A transaction as it came over the wire, read. */
export type Received = {
  /** Its first signature, base58: the transaction's name. */
  readonly signature: string
  readonly signatures: readonly string[]
  readonly message: VersionedMessage
  readonly wire: Uint8Array
  /** The same for the ledger. */
  readonly ledger: LedgerTransaction
}

/** The ledger's own types are branded by a library that nothing here uses. */
const isForLedger = (value: object): value is LedgerTransaction => 'messageBytes' in value && 'signatures' in value

const LAMPORTS_PER_SIGNATURE = 5_000n
const UNITS_PER_INSTRUCTION = 200_000
const MAX_UNITS = 1_400_000

/** Bytes of a parameter in base64 or base58. Throws -32602. */
export function bytesOf(text: unknown, encoding: unknown): Uint8Array {
  const bytes = typeof text === 'string' && (encoding === 'base64' ? Buffer.from(text, 'base64') : fromBase58(text))
  if (!bytes || bytes.length === 0) throw new RpcRefusal(-32602, 'invalid params: expected encoded bytes')
  return new Uint8Array(bytes)
}

/** Reads a signed or unsigned transaction, legacy or version 0. Throws -32602. */
export function receive(wire: Uint8Array): Received {
  try {
    const { message, signatures } = VersionedTransaction.deserialize(wire)
    const keys = message.staticAccountKeys
    const given = signatures.map((each, i) => [keys[i]?.toBase58(), each.some((byte) => byte !== 0) ? each : null])
    // Fewer than 128 signatures: their count is one byte.
    const messageBytes = wire.slice(1 + 64 * signatures.length)
    const ledger: object = { messageBytes, signatures: Object.fromEntries(given) }
    if (!isForLedger(ledger)) throw new Error('not a transaction')
    const texts = signatures.map(toBase58)
    return { signature: texts[0] ?? '', signatures: texts, message, wire, ledger }
  } catch (cause) {
    throw new RpcRefusal(-32602, `failed to deserialize the transaction: ${cause instanceof Error ? cause.message : cause}`)
  }
}

/** What a message costs in lamports: 5000 a signature, and the price that it bids for compute units. */
export function feeOf(message: VersionedMessage): bigint {
  const keys = message.staticAccountKeys
  let price = 0n
  let units: number | undefined
  let others = 0
  for (const { programIdIndex, data } of instructionsOf(message)) {
    const programId = keys[programIdIndex]
    if (!programId?.equals(ComputeBudgetProgram.programId)) {
      others++
      continue
    }
    const instruction = { programId, keys: [], data: Buffer.from(data) }
    const type = ComputeBudgetInstruction.decodeInstructionType(instruction)
    if (type === 'SetComputeUnitLimit') units = ComputeBudgetInstruction.decodeSetComputeUnitLimit(instruction).units
    if (type === 'SetComputeUnitPrice')
      price = BigInt(ComputeBudgetInstruction.decodeSetComputeUnitPrice(instruction).microLamports)
  }
  const limit = BigInt(Math.min(units ?? others * UNITS_PER_INSTRUCTION, MAX_UNITS))
  return LAMPORTS_PER_SIGNATURE * BigInt(message.header.numRequiredSignatures) + (price * limit + 999_999n) / 1_000_000n
}

export type Instruction = { readonly programIdIndex: number; readonly accounts: readonly number[]; readonly data: Uint8Array }

/** The instructions of a message of either version. */
export const instructionsOf = (message: VersionedMessage): Instruction[] =>
  message.compiledInstructions.map(({ programIdIndex, accountKeyIndexes, data }) => ({
    programIdIndex,
    accounts: accountKeyIndexes,
    data,
  }))
