import { PublicKey, SystemProgram, type TransactionInstruction, TransactionMessage, VersionedTransaction } from '@solana/web3.js'
import type { AssetChange } from '../lib/asset-change'
import { isSolanaAddress } from '../lib/base58'
import { toBase64 } from '../lib/base64'
import { WalletError } from '../lib/errors'
import type { Network } from '../lib/network'
import type { ReceiverWarning } from '../lib/receiver-warning'
import { z } from '../lib/schema'
import { solanaNotices } from '../lib/solana-notices'
import { associatedAccount, createAssociatedAccount, transferChecked, transferCoins } from './solana-instructions'
import { displayedOf, feeOf, type Mint, mintOf, storedOf } from './solana-mint'
import { ACCOUNT_DATA, Account, Accounts, type AskNode, nodeOf, Value } from './solana-node'
import { partsOf, spendableIn, type TokenAccount, type TransferPart, tokenAccountsOf } from './solana-token-accounts'
import type { RpcContext } from './types'

/** What is to be sent; `amount` in lamports, or in the smallest displayed units of `mint`. */
export type SolanaTransfer = { readonly from: string; readonly to: string; readonly amount: bigint; readonly mint?: string }

/** The fee of one signature, in lamports. */
export const SIGNATURE_FEE = 5_000n

/** A transfer ready to be signed, as simulated. */
export type PreparedTransfer = {
  /** Serialized and unsigned. */
  readonly transaction: Uint8Array
  /** Lamports for signatures. */
  readonly fee: bigint
  /** Lamports deposited in the receiver's new token account; 0 if it has one. */
  readonly rent: bigint
  readonly decimals: number
  readonly warnings: readonly ReceiverWarning[]
  readonly blockhash: string
  /** The sender's changes in the simulation, without the fee; undefined if the node does not report them. */
  readonly changes: readonly AssetChange[] | undefined
  /** In the units of `amount`, after the token's own fee; undefined if unknown or not simulated. */
  readonly arrives: bigint | undefined
  /** Block height after which the transaction can no longer land. */
  readonly lastValidBlockHeight: number
}

const Whole = z.int().check(z.nonnegative())
/** It has the form of an address: 32 bytes in base58. */
const Blockhash = z.string().check(z.refine(isSolanaAddress))
const Latest = Value(z.object({ blockhash: Blockhash, lastValidBlockHeight: Whole }))
const Epoch = z.object({ epoch: Whole })
const Simulation = Value(
  z.object({
    err: z.unknown(),
    logs: z.optional(z.nullable(z.array(z.string()))),
    accounts: z.catch(z.optional(z.nullable(z.array(Account))), undefined),
  }),
)

/**
 * Builds a transfer, finds out its cost and, unless `tries` is false, simulates it on a node; the wallet is not involved. Throws
 * SEND_INCOMPLETE for an invalid amount or address, SOLANA_SEND_FAILED if the simulation fails or the token is unknown or has a transfer
 * hook, RPC_UNAVAILABLE, ABORTED.
 */
export async function prepareTransfer(
  network: Network,
  transfer: SolanaTransfer,
  context: RpcContext,
  signal?: AbortSignal,
  tries = true,
): Promise<PreparedTransfer> {
  const { amount, mint } = transfer
  if (amount <= 0n || amount >= 2n ** 64n || !isSolanaAddress(transfer.to) || (mint !== undefined && !isSolanaAddress(mint)))
    throw new WalletError('SEND_INCOMPLETE')
  const ask = nodeOf(network, context, signal)
  const from = new PublicKey(transfer.from)
  const to = new PublicKey(transfer.to)

  const keys = [transfer.to, transfer.from, ...(mint ? [mint] : [])]
  const [latest, { value: found }] = await Promise.all([
    ask(Latest, 'getLatestBlockhash', { commitment: 'confirmed' }),
    ask(Accounts, 'getMultipleAccounts', keys, ACCOUNT_DATA),
  ])
  const [receiver = null, sender = null, minted = null] = found
  const token = mint ? mintOf(minted, new PublicKey(mint)) : undefined
  if (tries && token?.hooked) throw new WalletError('SOLANA_SEND_FAILED', { help: solanaNotices.TOKEN_HOOKED })
  const stored = token ? storedOf(token, amount) : amount
  if (tries && (stored <= 0n || stored >= 2n ** 64n)) throw new WalletError('SEND_INCOMPLETE')
  const moved: Moved = token
    ? await moveToken(ask, token, stored, { from, to })
    : { instructions: transferCoins(from, to, amount, BigInt(sender?.lamports ?? 0) - amount), rent: 0n, parts: [], accounts: [] }
  const arrives = token ? await arrivalOf(ask, token, stored, tries ? moved.parts : undefined, signal) : amount

  const { blockhash, lastValidBlockHeight } = latest.value
  const { instructions, rent } = moved
  // Legacy: every wallet signs it, hardware included.
  const message = new TransactionMessage({ payerKey: from, recentBlockhash: blockhash, instructions }).compileToLegacyMessage()
  const transaction = new VersionedTransaction(message).serialize()
  // A node reports no more accounts than the transaction has.
  const sources = moved.accounts.filter(({ account }) => message.accountKeys.some((key) => key.equals(account)))
  const [fee, trial] = await Promise.all([
    ask(Value(z.nullable(Whole)), 'getFeeForMessage', toBase64(message.serialize()), { commitment: 'confirmed' }),
    tries
      ? ask(Simulation, 'simulateTransaction', toBase64(transaction), {
          ...ACCOUNT_DATA,
          // A node behind the one that gave the blockhash does not know it, and would fail any transaction.
          replaceRecentBlockhash: true,
          accounts: { encoding: 'base64', addresses: [transfer.from, ...sources.map(({ account }) => account.toBase58())] },
        })
      : undefined,
  ])
  if (trial?.value.err)
    throw new WalletError('SOLANA_SEND_FAILED', { cause: { err: trial.value.err, logs: trial.value.logs ?? [] } })
  const cost = fee.value === null ? SIGNATURE_FEE : BigInt(fee.value)
  return {
    transaction,
    fee: cost,
    rent,
    changes: changesOf(cost, { sender, token, sources }, trial?.value.accounts),
    arrives,
    decimals: token?.decimals ?? network.nativeCurrency.decimals,
    warnings: warningsFor(from, to, receiver),
    blockhash,
    lastValidBlockHeight,
  }
}

/** What moves the amount: the instructions, the deposit for an account that they create, and of a token what each account gives. */
type Moved = {
  readonly instructions: TransactionInstruction[]
  readonly rent: bigint
  readonly parts: readonly TransferPart[]
  /** All of the sender's accounts of the token. */
  readonly accounts: readonly TokenAccount[]
}

async function moveToken(
  ask: AskNode,
  token: Mint,
  stored: bigint,
  { from, to }: { readonly from: PublicKey; readonly to: PublicKey },
): Promise<Moved> {
  const { address, program, decimals } = token
  const destination = associatedAccount(to, address, program)
  const [{ value }, accounts] = await Promise.all([
    ask(Accounts, 'getMultipleAccounts', [destination.toBase58()], ACCOUNT_DATA),
    tokenAccountsOf(ask, from, token),
  ])
  const instructions: TransactionInstruction[] = []
  let rent = 0n
  if (!value[0]) {
    rent = BigInt(await ask(Whole, 'getMinimumBalanceForRentExemption', token.accountLength))
    // Idempotent: somebody else may create the account before this lands.
    instructions.push(createAssociatedAccount({ payer: from, account: destination, owner: to, mint: address, program }))
  }
  const parts = partsOf(stored, accounts)
  for (const { account: source, units } of parts)
    instructions.push(transferChecked({ source, mint: address, destination, owner: from, amount: units, decimals, program }))
  return { instructions, rent, parts, accounts }
}

/** What arrives of a token after its own fee, for display only; undefined if that depends on `parts` or an epoch that is not known. */
async function arrivalOf(
  ask: AskNode,
  token: Mint,
  stored: bigint,
  parts: readonly TransferPart[] | undefined,
  signal: AbortSignal | undefined,
): Promise<bigint | undefined> {
  const { fees } = token
  if (!fees) return displayedOf(token, stored)
  if (!parts) return undefined
  const now = await ask(Epoch, 'getEpochInfo', { commitment: 'confirmed' }).catch((cause) => {
    if (signal?.aborted) throw cause
    return undefined
  })
  if (!now) return undefined
  const arriving = parts.reduce((rest, { units }) => rest - feeOf(fees, now.epoch, units), stored)
  return displayedOf(token, arriving)
}

function warningsFor(from: PublicKey, to: PublicKey, receiver: Account): ReceiverWarning[] {
  const isWallet = !receiver || (receiver.owner === SystemProgram.programId.toBase58() && !receiver.executable)
  return [
    ...(from.equals(to) ? (['self'] as const) : []),
    ...(PublicKey.isOnCurve(to.toBytes()) ? [] : (['off-curve'] as const)),
    ...(isWallet ? [] : (['not-a-wallet'] as const)),
  ]
}

/** Warnings about a receiver, with the help of a node; if none answers, those that need none. Throws ABORTED. */
export async function inspectReceiver(
  network: Network,
  { from, to }: Pick<SolanaTransfer, 'from' | 'to'>,
  context: RpcContext,
  signal?: AbortSignal,
): Promise<readonly ReceiverWarning[]> {
  const ask = nodeOf(network, context, signal)
  const { value } = await ask(Accounts, 'getMultipleAccounts', [to], ACCOUNT_DATA).catch((cause: unknown) => {
    if (signal?.aborted) throw cause
    return { value: [] }
  })
  return warningsFor(new PublicKey(from), new PublicKey(to), value[0] ?? null)
}

/** The sender before the transfer; `sources` are those of its accounts of the token that the transaction names. */
type Before = {
  readonly sender: Account
  readonly token: Mint | undefined
  readonly sources: readonly TokenAccount[]
}

/** The sender's changes by the simulation: `after` has the sender, then the sources; undefined if the node reported fewer. */
function changesOf(
  fee: bigint,
  { sender, token, sources }: Before,
  after: readonly Account[] | null | undefined,
): readonly AssetChange[] | undefined {
  if (!after || after.length <= sources.length) return undefined
  const coins = BigInt(after[0]?.lamports ?? 0) - BigInt(sender?.lamports ?? 0) + fee
  const units = sources.reduce((sum, { spendable }, at) => sum + spendableIn(after[at + 1]) - spendable, 0n)
  return [
    ...(token && units !== 0n ? [{ token: token.address.toBase58(), amount: displayedOf(token, units) }] : []),
    ...(coins !== 0n ? [{ token: undefined, amount: coins }] : []),
  ]
}
