import { PublicKey, SystemProgram, type TransactionInstruction, TransactionMessage, VersionedTransaction } from '@solana/web3.js'
import type { AssetChange } from '../lib/asset-change'
import { isSolanaAddress } from '../lib/base58'
import { fromBase64, toBase64 } from '../lib/base64'
import { WalletError } from '../lib/errors'
import type { Network } from '../lib/network'
import type { ReceiverWarning } from '../lib/receiver-warning'
import { z } from '../lib/schema'
import { solanaNotices } from '../lib/solana-notices'
import { Lamports } from './solana'
import { associatedAccount, createAssociatedAccount, transferChecked, transferCoins } from './solana-instructions'
import { displayedOf, feeOf, type Mint, mintOf, storedOf, viewOf } from './solana-mint'
import { SolanaRpcError, solanaRpc } from './solana-rpc'
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
const Value = <Schema extends z.ZodMiniType>(value: Schema) => z.object({ value })
const Account = z.nullable(
  z.object({
    lamports: Lamports,
    owner: z.string(),
    executable: z.boolean(),
    data: z.tuple([z.string(), z.literal('base64')]),
  }),
)
const Accounts = Value(z.array(Account))
const Keyed = Value(z.array(z.object({ pubkey: z.string().check(z.refine(isSolanaAddress)), account: Account })))
/** Offset of a token account's state: 1 usable, 2 frozen. */
const STATE_AT = 108
/** This many accounts of a token surely fit into a transaction. */
const MAX_SOURCES = 10
/** It has the form of an address: 32 bytes in base58. */
const Blockhash = z.string().check(z.refine(isSolanaAddress))
const Latest = Value(z.object({ blockhash: Blockhash, lastValidBlockHeight: Whole }))
const Simulation = Value(
  z.object({
    err: z.unknown(),
    logs: z.optional(z.nullable(z.array(z.string()))),
    accounts: z.catch(z.optional(z.nullable(z.array(Account))), undefined),
  }),
)
type Account = z.infer<typeof Account>

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
  const ask = <Schema extends z.ZodMiniType>(schema: Schema, method: string, ...params: unknown[]) =>
    askNode(network, context, schema, { method, params }, signal)
  const [from, to] = [new PublicKey(transfer.from), new PublicKey(transfer.to)]

  const keys = [transfer.to, transfer.from, ...(mint ? [mint] : [])]
  const [latest, { value: found }] = await Promise.all([
    ask(Latest, 'getLatestBlockhash', { commitment: 'confirmed' }),
    ask(Accounts, 'getMultipleAccounts', keys, { encoding: 'base64', commitment: 'confirmed' }),
  ])
  const [receiver = null, sender = null, minted = null] = found
  const token = mint ? mintOf(minted, new PublicKey(mint)) : undefined
  if (tries && token?.hooked) throw new WalletError('SOLANA_SEND_FAILED', { help: solanaNotices.TOKEN_HOOKED })
  const instructions: TransactionInstruction[] = []
  let rent = 0n
  const stored = token ? storedOf(token, amount) : amount
  if (tries && (stored <= 0n || stored >= 2n ** 64n)) throw new WalletError('SEND_INCOMPLETE')
  let arrives = token ? (token.fees ? undefined : displayedOf(token, stored)) : amount
  let held: Held | undefined
  if (token) {
    const { address, program, decimals } = token
    const destination = associatedAccount(to, address, program)
    const [{ value }, purses] = await Promise.all([
      ask(Accounts, 'getMultipleAccounts', [destination.toBase58()], { encoding: 'base64', commitment: 'confirmed' }),
      pursesOf(network, from, token, context, signal),
    ])
    held = { mint: token, purses }
    if (!value[0]) rent = BigInt(await ask(Whole, 'getMinimumBalanceForRentExemption', token.accountLength))
    // Idempotent: somebody else may create the account before this lands.
    if (!value[0])
      instructions.push(createAssociatedAccount({ payer: from, account: destination, owner: to, mint: address, program }))
    const parts = partsOf(stored, purses)
    for (const { account: source, units } of parts)
      instructions.push(transferChecked({ source, mint: address, destination, owner: from, amount: units, decimals, program }))
    const { fees } = token
    if (fees && tries) {
      // For display only.
      const now = await ask(z.object({ epoch: Whole }), 'getEpochInfo', { commitment: 'confirmed' }).catch((cause) => {
        if (signal?.aborted) throw cause
        return undefined
      })
      arrives =
        now &&
        displayedOf(
          token,
          parts.reduce((rest, { units }) => rest - feeOf(fees, now.epoch, units), stored),
        )
    }
  } else instructions.push(...transferCoins(from, to, amount, BigInt(sender?.lamports ?? 0) - amount))

  const { blockhash, lastValidBlockHeight } = latest.value
  // Legacy: every wallet signs it, hardware included.
  const message = new TransactionMessage({ payerKey: from, recentBlockhash: blockhash, instructions }).compileToLegacyMessage()
  const transaction = new VersionedTransaction(message).serialize()
  // A node reports no more accounts than the transaction has.
  const isIn = ({ account }: Purse) => message.accountKeys.some((key) => key.equals(account))
  if (held) held = { ...held, purses: held.purses.filter(isIn) }
  const [fee, trial] = await Promise.all([
    ask(Value(z.nullable(Whole)), 'getFeeForMessage', toBase64(message.serialize()), { commitment: 'confirmed' }),
    tries
      ? ask(Simulation, 'simulateTransaction', toBase64(transaction), {
          // A node behind the one that gave the blockhash does not know it, and would fail any transaction.
          ...{ encoding: 'base64', commitment: 'confirmed', replaceRecentBlockhash: true },
          accounts: {
            encoding: 'base64',
            addresses: [transfer.from, ...(held?.purses ?? []).map(({ account }) => account.toBase58())],
          },
        })
      : undefined,
  ])
  if (trial?.value.err) throw refused(trial.value.err, trial.value.logs ?? [])
  const cost = fee.value === null ? SIGNATURE_FEE : BigInt(fee.value)
  return {
    transaction,
    fee: cost,
    rent,
    changes: changesOf(cost, sender, held, trial?.value.accounts),
    arrives,
    decimals: token?.decimals ?? network.nativeCurrency.decimals,
    warnings: warningsFor(from, to, receiver),
    blockhash,
    lastValidBlockHeight,
  }
}

function warningsFor(from: PublicKey, to: PublicKey, receiver: Account): ReceiverWarning[] {
  const isWallet = !receiver || (receiver.owner === SystemProgram.programId.toBase58() && !receiver.executable)
  return [
    ...(from.equals(to) ? (['self'] as const) : []),
    ...(PublicKey.isOnCurve(to.toBytes()) ? [] : (['off-curve'] as const)),
    ...(isWallet ? [] : (['not-a-wallet'] as const)),
  ]
}

/** A token account of an owner, how much can be taken out of it, and its balance. */
type Purse = { readonly account: PublicKey; readonly units: bigint; readonly all: bigint }
type Purses = readonly [Purse, ...Purse[]]

/** An owner's accounts of a token: the default one, even if empty, then others by balance. Throws as `askNode`. */
async function pursesOf(
  network: Network,
  owner: PublicKey,
  { address, program }: Pick<Mint, 'address' | 'program'>,
  context: RpcContext,
  signal?: AbortSignal,
): Promise<Purses> {
  const usual = associatedAccount(owner, address, program)
  const how = { encoding: 'base64', commitment: 'confirmed' }
  const ask = <Schema extends z.ZodMiniType>(schema: Schema, method: string, ...params: unknown[]) =>
    askNode(network, context, schema, { method, params: [...params, how] }, signal)
  const { value } = await ask(Keyed, 'getTokenAccountsByOwner', owner.toBase58(), { mint: address.toBase58() }).catch(
    async () => {
      // Not every node indexes accounts by owner: fall back to the default account.
      const { value } = await ask(Accounts, 'getMultipleAccounts', [usual.toBase58()])
      return { value: value.map((account) => ({ pubkey: usual.toBase58(), account })) }
    },
  )
  const purses = value.map(
    ({ pubkey, account }): Purse => ({ account: new PublicKey(pubkey), units: freeIn(account), all: allIn(account) }),
  )
  const isUsual = ({ account }: Purse) => account.equals(usual)
  const others = purses.filter((each) => !isUsual(each)).sort((a, b) => (a.units < b.units ? 1 : -1))
  return [purses.find(isUsual) ?? { account: usual, units: 0n, all: 0n }, ...others.slice(0, MAX_SOURCES - 1)]
}

/** Splits an amount among the accounts, the default one first; a shortfall is left to it, so that the simulation reports it. */
function partsOf(amount: bigint, [usual, ...others]: Purses): readonly Purse[] {
  let left = amount > usual.units ? amount - usual.units : 0n
  const parts = others.map((each): Purse => {
    const units = each.units < left ? each.units : left
    left -= units
    return { ...each, units }
  })
  const own = { ...usual, units: parts.reduce((rest, { units }) => rest - units, amount) }
  return [own, ...parts].filter(({ units }) => units > 0n)
}

/**
 * An owner's balance of a token that can be sent at once, in the smallest displayed units; if all of it is frozen, the frozen balance:
 * the simulation will report it. Throws as `prepareTransfer`.
 */
export async function tokenHeld(
  network: Network,
  { owner, mint }: { readonly owner: string; readonly mint: string },
  context: RpcContext,
  signal?: AbortSignal,
): Promise<{ readonly units: bigint; readonly decimals: number }> {
  const params = [[mint], { encoding: 'base64', commitment: 'confirmed' }]
  const { value } = await askNode(network, context, Accounts, { method: 'getMultipleAccounts', params }, signal)
  const token = mintOf(value[0] ?? null, new PublicKey(mint))
  const purses = await pursesOf(network, new PublicKey(owner), token, context, signal)
  const sumOf = (kind: 'units' | 'all') => purses.reduce((sum, each) => sum + each[kind], 0n)
  return { units: displayedOf(token, sumOf('units') || sumOf('all')), decimals: token.decimals }
}

/** Warnings about a receiver, with the help of a node; if none answers, those that need none. Throws ABORTED. */
export async function inspectReceiver(
  network: Network,
  { from, to }: Pick<SolanaTransfer, 'from' | 'to'>,
  context: RpcContext,
  signal?: AbortSignal,
): Promise<readonly ReceiverWarning[]> {
  const params = [[to], { encoding: 'base64', commitment: 'confirmed' }]
  const call = { method: 'getMultipleAccounts', params }
  const { value } = await askNode(network, context, Accounts, call, signal).catch((cause: unknown) => {
    if (signal?.aborted) throw cause
    return { value: [] }
  })
  return warningsFor(new PublicKey(from), new PublicKey(to), value[0] ?? null)
}

/** The sender's token accounts before the transfer. */
type Held = { readonly mint: Mint; readonly purses: readonly Purse[] }

function changesOf(
  fee: bigint,
  sender: Account,
  held: Held | undefined,
  after: readonly Account[] | null | undefined,
): readonly AssetChange[] | undefined {
  const { purses = [] } = held ?? {}
  if (!after || after.length <= purses.length) return undefined
  const coin = BigInt(after[0]?.lamports ?? 0) - BigInt(sender?.lamports ?? 0) + fee
  const token = purses.reduce((sum, { units }, i) => sum + freeIn(after[i + 1]) - units, 0n)
  return [
    ...(held && token !== 0n ? [{ token: held.mint.address.toBase58(), amount: displayedOf(held.mint, token) }] : []),
    ...(coin !== 0n ? [{ token: undefined, amount: coin }] : []),
  ]
}

/** A token account's balance: eight bytes after its mint and its owner. */
function allIn(account: Account | undefined): bigint {
  const data = account && fromBase64(account.data[0])
  return data && data.length > STATE_AT ? viewOf(data).getBigUint64(64, true) : 0n
}

/** What can be taken out: everything, unless the account is frozen. */
const freeIn = (account: Account | undefined): bigint =>
  account && fromBase64(account.data[0])?.[STATE_AT] === 1 ? allIn(account) : 0n

/** A node's answer, checked for its shape. Throws RPC_UNAVAILABLE, ABORTED, SOLANA_SEND_FAILED. */
async function askNode<Schema extends z.ZodMiniType>(
  network: Network,
  context: RpcContext,
  schema: Schema,
  call: { method: string; params: readonly unknown[] },
  signal?: AbortSignal,
): Promise<z.output<Schema>> {
  try {
    return z.parse(schema, await solanaRpc(network, context, call, { signal, exact: true }))
  } catch (cause) {
    if (cause instanceof WalletError) throw cause
    throw new WalletError(cause instanceof SolanaRpcError ? 'SOLANA_SEND_FAILED' : 'RPC_UNAVAILABLE', { cause })
  }
}

const refused = (err: unknown, logs: readonly string[]) => new WalletError('SOLANA_SEND_FAILED', { cause: { err, logs } })
