import type { VersionedMessage } from '@solana/web3.js'
import { toBase58 } from '../../src/lib/base58'
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from './solana-account'
import type { Landed } from './solana-ledger'
import { type Instruction, instructionsOf } from './solana-transaction'

const SYSTEM_PROGRAM = '11111111111111111111111111111111'

/** A landed transaction as `getTransaction` answers it, in the encoding that was asked for. */
export function bodyOf(landed: Landed, signature: string, encoding: string) {
  const { slot, at, received } = landed
  const meta = metaOf(landed, encoding)
  const frame = { slot: Number(slot), blockTime: at, meta, version: received?.message.version ?? 'legacy' }
  if (!received) return { ...frame, transaction: airdropBody(landed, signature) }
  if (encoding === 'base64') return { ...frame, transaction: [Buffer.from(received.wire).toString('base64'), 'base64'] }
  if (encoding === 'base58') return { ...frame, transaction: [toBase58(received.wire), 'base58'] }
  const message = encoding === 'jsonParsed' ? parsedMessage(received.message, landed) : plainMessage(received.message)
  return { ...frame, transaction: { signatures: received.signatures, message } }
}

function metaOf({ fault, fee, logs, units, inner, keys, before, after, received }: Landed, encoding: string) {
  const own = received?.message.staticAccountKeys.length ?? keys.length
  const writable = received?.message.addressTableLookups.reduce((sum, each) => sum + each.writableIndexes.length, 0) ?? 0
  const loaded = { writable: keys.slice(own, own + writable), readonly: keys.slice(own + writable) }
  return {
    err: fault,
    status: fault ? { Err: fault } : { Ok: null },
    fee,
    preBalances: before.lamports,
    postBalances: after.lamports,
    preTokenBalances: before.tokens,
    postTokenBalances: after.tokens,
    innerInstructions: inner.flatMap((instructions, index) => (instructions.length ? [{ index, instructions }] : [])),
    logMessages: logs,
    rewards: [],
    computeUnitsConsumed: units,
    ...(encoding !== 'jsonParsed' && { loadedAddresses: loaded }),
  }
}

function plainMessage(message: VersionedMessage) {
  return {
    accountKeys: message.staticAccountKeys.map((key) => key.toBase58()),
    header: message.header,
    recentBlockhash: message.recentBlockhash,
    instructions: instructionsOf(message).map(({ programIdIndex, accounts, data }) => ({
      programIdIndex,
      accounts,
      data: toBase58(data),
      stackHeight: null,
    })),
    ...(message.version === 0 && { addressTableLookups: lookupsOf(message) }),
  }
}

const lookupsOf = (message: VersionedMessage) =>
  message.addressTableLookups.map((each) => ({ ...each, accountKey: each.accountKey.toBase58() }))

function parsedMessage(message: VersionedMessage, { keys }: Landed) {
  const own = message.staticAccountKeys.length
  return {
    accountKeys: keys.map((pubkey, i) => ({
      pubkey,
      signer: i < own && message.isAccountSigner(i),
      writable: message.isAccountWritable(i),
      source: i < own ? 'transaction' : 'lookupTable',
    })),
    recentBlockhash: message.recentBlockhash,
    instructions: instructionsOf(message).map((each) => parsedInstruction(each, keys)),
    ...(message.version === 0 && { addressTableLookups: lookupsOf(message) }),
  }
}

function parsedInstruction({ programIdIndex, accounts, data }: Instruction, keys: readonly string[]) {
  const programId = keys[programIdIndex] ?? ''
  const named = accounts.map((index) => keys[index] ?? '')
  const found = parse(programId, Buffer.from(data), named)
  return found
    ? { ...found, programId, stackHeight: null }
    : { programId, accounts: named, data: toBase58(data), stackHeight: null }
}

/** The transfers, which are what people look for. */
function parse(programId: string, data: Buffer, [first = '', second = '', third = '', fourth = '']: readonly string[]) {
  if (programId === SYSTEM_PROGRAM && data.length === 12 && data.readUInt32LE(0) === 2) {
    const info = { source: first, destination: second, lamports: Number(data.readBigUInt64LE(4)) }
    return { program: 'system', parsed: { type: 'transfer', info } }
  }
  const program = { [TOKEN_PROGRAM]: 'spl-token', [TOKEN_2022_PROGRAM]: 'spl-token-2022' }[programId]
  if (program && data.length === 9 && data[0] === 3) {
    const info = { source: first, destination: second, authority: third, amount: String(data.readBigUInt64LE(1)) }
    return { program, parsed: { type: 'transfer', info } }
  }
  if (program && data.length === 10 && data[0] === 12) {
    const tokenAmount = { amount: String(data.readBigUInt64LE(1)), decimals: data[9] }
    const info = { source: first, mint: second, destination: third, authority: fourth, tokenAmount }
    return { program, parsed: { type: 'transferChecked', info } }
  }
  return undefined
}

// The ledger mints an airdrop itself: there is no wire form of it to show.
const airdropBody = ({ keys }: Landed, signature: string) => ({
  signatures: [signature],
  message: {
    accountKeys: keys,
    header: { numRequiredSignatures: 1, numReadonlySignedAccounts: 0, numReadonlyUnsignedAccounts: 0 },
    recentBlockhash: SYSTEM_PROGRAM,
    instructions: [],
  },
})
