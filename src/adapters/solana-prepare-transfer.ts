import { PublicKey, SystemProgram, type TransactionInstruction, TransactionMessage, VersionedTransaction } from '@solana/web3.js'
import { isSolanaAddress } from '../lib/base58'
import { fromBase64, toBase64 } from '../lib/base64'
import { WalletError } from '../lib/errors'
import type { Network } from '../lib/network'
import { z } from '../lib/schema'
import type { AssetChange, ReceiverWarning } from '../lib/transfer'
import { associatedAccount, createAssociatedAccount, tokenPrograms, transferChecked } from './solana-instructions'
import { SolanaRpcError, solanaRpc } from './solana-rpc'
import type { RpcContext } from './types'

/** What is to be sent; `amount` in lamports, or in the smallest units of `mint`. */
export type SolanaTransfer = { readonly from: string; readonly to: string; readonly amount: bigint; readonly mint?: string }

export type PreparedTransfer = {
  /** Serialized and unsigned. */
  readonly transaction: Uint8Array
  /** Lamports for signatures. */
  readonly fee: bigint
  /** Lamports that the receiver's new token account keeps; 0 where it has one. */
  readonly rent: bigint
  readonly decimals: number
  readonly warnings: readonly ReceiverWarning[]
  readonly blockhash: string
  /** What the trial changed for the sender, without the fee; undefined where the node does not tell. */
  readonly changes: readonly AssetChange[] | undefined
  /** Block height after which the transaction can no longer land. */
  readonly lastValidBlockHeight: number
}

/** Extension that names another program to ask, with accounts that only it knows: after who may change it, 32 bytes each. */
const TRANSFER_HOOK = 14
const MINT_EXTENSIONS_AT = 166
/** The newer program's accounts say that their owner cannot change, and take more where the mint has a fee of its own, a hook or a halt. */
const EXTENDED_LENGTH = 170
const LENGTH_FOR: Readonly<Record<number, number>> = { 1: 12, [TRANSFER_HOOK]: 5, 26: 4 }

const Whole = z.int().check(z.nonnegative())
const Value = <Schema extends z.ZodMiniType>(value: Schema) => z.object({ value })
const Account = z.nullable(
  z.object({
    lamports: Whole,
    owner: z.string(),
    executable: z.boolean(),
    data: z.tuple([z.string(), z.literal('base64')]),
  }),
)
const Accounts = Value(z.array(Account))
const Keyed = Value(z.array(z.object({ pubkey: z.string().check(z.refine(isSolanaAddress)), account: Account })))
/** So many accounts of one token fit into a transaction with room to spare. */
const MAX_SOURCES = 10
/** As long as an address: 32 bytes in base58. */
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
 * Builds a transfer, learns its cost and, unless `tries` says no, tries it out on a node; nothing is asked of a wallet. Throws
 * SEND_INCOMPLETE for an amount or address that is none, SOLANA_SEND_FAILED where the trial fails, RPC_UNAVAILABLE, ABORTED.
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
  const token = mint ? tokenOf(minted, new PublicKey(mint)) : undefined
  const instructions: TransactionInstruction[] = []
  let rent = 0n
  let held: Held | undefined
  if (token) {
    const { address, program, decimals } = token
    const destination = associatedAccount(to, address, program)
    const [{ value }, purses] = await Promise.all([
      ask(Accounts, 'getMultipleAccounts', [destination.toBase58()], { encoding: 'base64', commitment: 'confirmed' }),
      pursesOf(network, from, token, context, signal),
    ])
    held = { token: address.toBase58(), purses }
    if (!value[0]) rent = BigInt(await ask(Whole, 'getMinimumBalanceForRentExemption', token.accountLength))
    // Idempotent: somebody else may make the account before this lands.
    if (!value[0])
      instructions.push(createAssociatedAccount({ payer: from, account: destination, owner: to, mint: address, program }))
    for (const { account: source, units } of partsOf(amount, purses))
      instructions.push(transferChecked({ source, mint: address, destination, owner: from, amount: units, decimals, program }))
  } else instructions.push(SystemProgram.transfer({ fromPubkey: from, toPubkey: to, lamports: amount }))

  const { blockhash, lastValidBlockHeight } = latest.value
  // Legacy: every wallet signs it, hardware included.
  const message = new TransactionMessage({ payerKey: from, recentBlockhash: blockhash, instructions }).compileToLegacyMessage()
  const transaction = new VersionedTransaction(message).serialize()
  // A node tells of no more accounts than the transaction has.
  const isIn = ({ account }: Purse) => message.accountKeys.some((key) => key.equals(account))
  if (held) held = { ...held, purses: held.purses.filter(isIn) }
  const [fee, trial] = await Promise.all([
    ask(Value(z.nullable(Whole)), 'getFeeForMessage', toBase64(message.serialize()), { commitment: 'confirmed' }),
    tries
      ? ask(Simulation, 'simulateTransaction', toBase64(transaction), {
          ...{ encoding: 'base64', commitment: 'confirmed' },
          accounts: {
            encoding: 'base64',
            addresses: [transfer.from, ...(held?.purses ?? []).map(({ account }) => account.toBase58())],
          },
        })
      : undefined,
  ])
  if (trial?.value.err) throw refused(trial.value.err, trial.value.logs ?? [])
  const cost = BigInt(fee.value ?? 5000)
  return {
    transaction,
    fee: cost,
    rent,
    changes: changesOf(cost, sender, held, trial?.value.accounts),
    decimals: token?.decimals ?? network.nativeCurrency.decimals,
    warnings: warningsFor(from, to, receiver),
    blockhash,
    lastValidBlockHeight,
  }
}

/** The mint as its own account says; the caller's decimals are not asked. Throws SOLANA_SEND_FAILED. */
function tokenOf(account: Account, address: PublicKey) {
  const program = Object.values(tokenPrograms).find((each) => each.toBase58() === account?.owner)
  const data = account && fromBase64(account.data[0])
  if (!program || !data || data.length < 82 || data[45] !== 1)
    throw new WalletError('SOLANA_SEND_FAILED', { help: 'This token does not exist on the network.' })
  const decimals = data[44] ?? 0
  if (!program.equals(tokenPrograms.token2022)) return { address, program, decimals, accountLength: 165 }
  const extensions = extensionsOf(data)
  // Some have the extension and name no program.
  if (extensions.get(TRANSFER_HOOK)?.subarray(32, 64).some(Boolean))
    throw new WalletError('SOLANA_SEND_FAILED', { help: 'This token asks another program first; send it from your wallet.' })
  const accountLength = [...extensions.keys()].reduce((sum, type) => sum + (LENGTH_FOR[type] ?? 0), EXTENDED_LENGTH)
  return { address, program, decimals, accountLength }
}

/** A mint's extensions by type: after the base each has a type, a length and its bytes. */
function extensionsOf(data: Uint8Array): Map<number, Uint8Array> {
  const view = new DataView(data.buffer)
  const found = new Map<number, Uint8Array>()
  for (let at = MINT_EXTENSIONS_AT; at + 4 <= data.length; ) {
    const end = at + 4 + view.getUint16(at + 2, true)
    found.set(view.getUint16(at, true), data.subarray(at + 4, end))
    at = end
  }
  return found
}

function warningsFor(from: PublicKey, to: PublicKey, receiver: Account): ReceiverWarning[] {
  const isWallet = !receiver || (receiver.owner === SystemProgram.programId.toBase58() && !receiver.executable)
  return [
    ...(from.equals(to) ? (['self'] as const) : []),
    ...(PublicKey.isOnCurve(to.toBytes()) ? [] : (['off-curve'] as const)),
    ...(isWallet ? [] : (['not-a-wallet'] as const)),
  ]
}

/** An account in which an owner has a token, and how much of it can be taken out. */
type Purse = { readonly account: PublicKey; readonly units: bigint }
type Purses = readonly [Purse, ...Purse[]]

/** Where an owner has a token: the account that everybody sends to, full or not, then others by what is in them. Throws as `askNode`. */
async function pursesOf(
  network: Network,
  owner: PublicKey,
  { address, program }: Pick<ReturnType<typeof tokenOf>, 'address' | 'program'>,
  context: RpcContext,
  signal?: AbortSignal,
): Promise<Purses> {
  const usual = associatedAccount(owner, address, program)
  const how = { encoding: 'base64', commitment: 'confirmed' }
  const ask = <Schema extends z.ZodMiniType>(schema: Schema, method: string, ...params: unknown[]) =>
    askNode(network, context, schema, { method, params: [...params, how] }, signal)
  const { value } = await ask(Keyed, 'getTokenAccountsByOwner', owner.toBase58(), { mint: address.toBase58() }).catch(
    async () => {
      // Not every node keeps what somebody owns: there is the usual one then.
      const { value } = await ask(Accounts, 'getMultipleAccounts', [usual.toBase58()])
      return { value: value.map((account) => ({ pubkey: usual.toBase58(), account })) }
    },
  )
  const purses = value.map(({ pubkey, account }): Purse => ({ account: new PublicKey(pubkey), units: freeIn(account) }))
  const isUsual = ({ account }: Purse) => account.equals(usual)
  const others = purses.filter((each) => each.units > 0n && !isUsual(each)).sort((a, b) => (a.units < b.units ? 1 : -1))
  return [purses.find(isUsual) ?? { account: usual, units: 0n }, ...others.slice(0, MAX_SOURCES - 1)]
}

/** How much of an amount is taken from where: from the usual account as long as it lasts, and what is missing, for the trial to say so. */
function partsOf(amount: bigint, [usual, ...others]: Purses): readonly Purse[] {
  let left = amount > usual.units ? amount - usual.units : 0n
  const parts = others.map(({ account, units }): Purse => {
    const part = units < left ? units : left
    left -= part
    return { account, units: part }
  })
  const own = { ...usual, units: parts.reduce((rest, { units }) => rest - units, amount) }
  return [own, ...parts].filter(({ units }) => units > 0n)
}

/** What an owner has of a token that can be sent at once, in its smallest units. Throws as `prepareTransfer`. */
export async function tokenHeld(
  network: Network,
  { owner, mint }: { readonly owner: string; readonly mint: string },
  context: RpcContext,
  signal?: AbortSignal,
): Promise<{ readonly units: bigint; readonly decimals: number }> {
  const params = [[mint], { encoding: 'base64', commitment: 'confirmed' }]
  const { value } = await askNode(network, context, Accounts, { method: 'getMultipleAccounts', params }, signal)
  const token = tokenOf(value[0] ?? null, new PublicKey(mint))
  const purses = await pursesOf(network, new PublicKey(owner), token, context, signal)
  return { units: purses.reduce((sum, { units }) => sum + units, 0n), decimals: token.decimals }
}

/** What is wrong with a receiver, asked of a node; where that does not answer, what needs none. Throws ABORTED. */
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

/** Where the sender has a token, as it was before. */
type Held = { readonly token: string; readonly purses: readonly Purse[] }

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
    ...(held && token !== 0n ? [{ token: held.token, amount: token }] : []),
    ...(coin !== 0n ? [{ token: undefined, amount: coin }] : []),
  ]
}

/** What can be taken out of a token account: eight bytes after its mint and its owner, unless it is frozen. */
function freeIn(account: Account | undefined): bigint {
  const data = account && fromBase64(account.data[0])
  return data && data[108] === 1 ? new DataView(data.buffer).getBigUint64(64, true) : 0n
}

/** A node's answer in the shape it must have. Throws RPC_UNAVAILABLE, ABORTED, SOLANA_SEND_FAILED. */
async function askNode<Schema extends z.ZodMiniType>(
  network: Network,
  context: RpcContext,
  schema: Schema,
  call: { method: string; params: readonly unknown[] },
  signal?: AbortSignal,
): Promise<z.output<Schema>> {
  try {
    return z.parse(schema, await solanaRpc(network, context, call, { signal }))
  } catch (cause) {
    if (cause instanceof WalletError) throw cause
    throw new WalletError(cause instanceof SolanaRpcError ? 'SOLANA_SEND_FAILED' : 'RPC_UNAVAILABLE', { cause })
  }
}

const refused = (err: unknown, logs: readonly string[]) => new WalletError('SOLANA_SEND_FAILED', { cause: { err, logs } })
