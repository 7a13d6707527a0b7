import { PublicKey, SystemProgram, TransactionInstruction } from '@solana/web3.js'

/** The token program, and the one that came after it. */
export const tokenPrograms = {
  token: new PublicKey('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'),
  token2022: new PublicKey('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'),
}
const COMPUTE_BUDGET_PROGRAM = new PublicKey('ComputeBudget111111111111111111111111111111')
const ASSOCIATED_TOKEN_PROGRAM = new PublicKey('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL')

/** Numbers of the programs' own instruction lists. */
const SET_COMPUTE_UNIT_LIMIT = 2
const TRANSFER_CHECKED = 12
const CREATE_IDEMPOTENT = 1

/** The token account that an owner has by default: what everybody sends to. */
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

/** `TransferChecked` of either token program: it fails where mint or decimals are not what the person was shown. */
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

/** `CreateIdempotent` of the associated token program: makes the account where it is missing, and does nothing where it is not. */
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
 * A transfer of coins works 300 units. Phantom and Solflare put checks of their own behind it (Lighthouse), which have to do with what
 * is named here; units cost nothing where no price is.
 */
const COIN_TRANSFER_UNITS = 20_000
const LITTLE = 2_000_000n

/**
 * A transfer of coins; `left`: what stays in the account, fee included. Wallets as Phantom add a fee for priority to what says nothing
 * of its units: where little is left nobody could pay that, or the rest would be less than an account has to keep.
 */
export function transferCoins(from: PublicKey, to: PublicKey, lamports: bigint, left: bigint): TransactionInstruction[] {
  const transfer = SystemProgram.transfer({ fromPubkey: from, toPubkey: to, lamports })
  const limit = Uint8Array.of(SET_COMPUTE_UNIT_LIMIT, COIN_TRANSFER_UNITS & 0xff, COIN_TRANSFER_UNITS >> 8, 0, 0)
  return left < LITTLE ? [instruction(COMPUTE_BUDGET_PROGRAM, limit, []), transfer] : [transfer]
}

type Key = { readonly pubkey: PublicKey; readonly isSigner: boolean; readonly isWritable: boolean }

// The library's types ask for Node's Buffer; all it does with it is read the bytes.
const instruction = (programId: PublicKey, data: Uint8Array, keys: Key[]) =>
  new TransactionInstruction({ programId, keys, data: data as TransactionInstruction['data'] })
