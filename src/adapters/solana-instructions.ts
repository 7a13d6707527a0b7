import { PublicKey, SystemProgram, TransactionInstruction } from '@solana/web3.js'

/** The token program, and its successor. */
export const tokenPrograms = {
  token: new PublicKey('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'),
  token2022: new PublicKey('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'),
}
const COMPUTE_BUDGET_PROGRAM = new PublicKey('ComputeBudget111111111111111111111111111111')
const ASSOCIATED_TOKEN_PROGRAM = new PublicKey('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL')

/** Instruction numbers of the programs. */
const SET_COMPUTE_UNIT_LIMIT = 2
const TRANSFER_CHECKED = 12
const CREATE_IDEMPOTENT = 1

/** An owner's default token account, to which transfers go. */
export function associatedAccount(owner: PublicKey, mint: PublicKey, program: PublicKey): PublicKey {
  const seeds = [owner, program, mint].map((key) => key.toBuffer())
  return PublicKey.findProgramAddressSync(seeds, ASSOCIATED_TOKEN_PROGRAM)[0]
}

type TransferChecked = {
  readonly source: PublicKey
  readonly mint: PublicKey
  readonly destination: PublicKey
  readonly owner: PublicKey
  /** Smallest units. */
  readonly amount: bigint
  readonly decimals: number
  readonly program: PublicKey
}

/** `TransferChecked` of either token program: it fails if mint or decimals are not what the visitor was shown. */
export function transferChecked(transfer: TransferChecked): TransactionInstruction {
  const { source, mint, destination, owner, amount, decimals, program } = transfer
  const data = new Uint8Array(10)
  const view = new DataView(data.buffer)
  view.setUint8(0, TRANSFER_CHECKED)
  view.setBigUint64(1, amount, true)
  view.setUint8(9, decimals)
  return instruction(program, data, [
    { pubkey: source, isSigner: false, isWritable: true },
    { pubkey: mint, isSigner: false, isWritable: false },
    { pubkey: destination, isSigner: false, isWritable: true },
    { pubkey: owner, isSigner: true, isWritable: false },
  ])
}

type NewAccount = {
  readonly payer: PublicKey
  readonly account: PublicKey
  readonly owner: PublicKey
  readonly mint: PublicKey
  readonly program: PublicKey
}

/** `CreateIdempotent` of the associated token program: creates the account if it is missing, else does nothing. */
export function createAssociatedAccount({ payer, account, owner, mint, program }: NewAccount): TransactionInstruction {
  return instruction(ASSOCIATED_TOKEN_PROGRAM, Uint8Array.of(CREATE_IDEMPOTENT), [
    { pubkey: payer, isSigner: true, isWritable: true },
    { pubkey: account, isSigner: false, isWritable: true },
    { pubkey: owner, isSigner: false, isWritable: false },
    { pubkey: mint, isSigner: false, isWritable: false },
    { pubkey: SystemProgram.programId, isSigner: false, isWritable: false },
    { pubkey: program, isSigner: false, isWritable: false },
  ])
}

/**
 * A transfer of coins uses 300 units. Phantom and Solflare append checks of their own (Lighthouse), which must fit in this limit; units
 * cost nothing without a price.
 */
const COIN_TRANSFER_UNITS = 20_000
const LITTLE = 2_000_000n

/**
 * A transfer of coins; `left`: what stays in the account, fee included. Wallets such as Phantom add a priority fee if no unit limit is
 * set: with little left the visitor could not pay it, or the rest would be below the rent exemption.
 */
export function transferCoins(from: PublicKey, to: PublicKey, lamports: bigint, left: bigint): TransactionInstruction[] {
  const transfer = SystemProgram.transfer({ fromPubkey: from, toPubkey: to, lamports })
  const limit = Uint8Array.of(SET_COMPUTE_UNIT_LIMIT, COIN_TRANSFER_UNITS & 0xff, COIN_TRANSFER_UNITS >> 8, 0, 0)
  return left < LITTLE ? [instruction(COMPUTE_BUDGET_PROGRAM, limit, []), transfer] : [transfer]
}

type Key = { readonly pubkey: PublicKey; readonly isSigner: boolean; readonly isWritable: boolean }

// The library's types require Node's Buffer, but it only reads the bytes.
const instruction = (programId: PublicKey, data: Uint8Array, keys: Key[]) =>
  new TransactionInstruction({ programId, keys, data: data as TransactionInstruction['data'] })
