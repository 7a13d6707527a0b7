import { PublicKey } from '@solana/web3.js'
import { isSolanaAddress } from '../lib/base58'
import { fromBase64 } from '../lib/base64'
import type { Network } from '../lib/network'
import { z } from '../lib/schema'
import { associatedAccount } from './solana-instructions'
import { displayedOf, type Mint, mintOf, viewOf } from './solana-mint'
import { ACCOUNT_DATA, Account, Accounts, type AskNode, nodeOf, Value } from './solana-node'
import type { RpcContext } from './types'

const Keyed = Value(z.array(z.object({ pubkey: z.string().check(z.refine(isSolanaAddress)), account: Account })))
/** Offset of a token account's balance: behind its mint and its owner, 32 bytes each. */
const BALANCE_AT = 64
/** Offset of a token account's state: 1 usable, 2 frozen. */
const STATE_AT = 108
/** This many accounts of a token surely fit into a transaction. */
const MAX_SOURCES = 10

/** A token account of an owner: what can be taken out of it, and its balance, both as stored. */
export type TokenAccount = { readonly account: PublicKey; readonly spendable: bigint; readonly balance: bigint }
type TokenAccounts = readonly [TokenAccount, ...TokenAccount[]]

/** An owner's accounts of a token: the associated one, even if empty, then others by balance. Throws as `AskNode`. */
export async function tokenAccountsOf(
  ask: AskNode,
  owner: PublicKey,
  { address, program }: Pick<Mint, 'address' | 'program'>,
): Promise<TokenAccounts> {
  const usual = associatedAccount(owner, address, program)
  const mint = { mint: address.toBase58() }
  const { value } = await ask(Keyed, 'getTokenAccountsByOwner', owner.toBase58(), mint, ACCOUNT_DATA).catch(async () => {
    // Not every node indexes accounts by owner: fall back to the associated account.
    const { value } = await ask(Accounts, 'getMultipleAccounts', [usual.toBase58()], ACCOUNT_DATA)
    return { value: value.map((account) => ({ pubkey: usual.toBase58(), account })) }
  })
  const found = value.map(
    ({ pubkey, account }): TokenAccount => ({
      account: new PublicKey(pubkey),
      spendable: spendableIn(account),
      balance: balanceIn(account),
    }),
  )
  const isUsual = ({ account }: TokenAccount) => account.equals(usual)
  const others = found.filter((each) => !isUsual(each)).sort((a, b) => (a.spendable < b.spendable ? 1 : -1))
  return [found.find(isUsual) ?? { account: usual, spendable: 0n, balance: 0n }, ...others.slice(0, MAX_SOURCES - 1)]
}

/** What one of an owner's accounts gives to a transfer. */
export type TransferPart = { readonly account: PublicKey; readonly units: bigint }

/** Splits an amount among the accounts, the associated one first; a shortfall is left to it, so that the simulation reports it. */
export function partsOf(amount: bigint, [usual, ...others]: TokenAccounts): readonly TransferPart[] {
  let left = amount > usual.spendable ? amount - usual.spendable : 0n
  const parts = others.map(({ account, spendable }): TransferPart => {
    const units = spendable < left ? spendable : left
    left -= units
    return { account, units }
  })
  const own = { account: usual.account, units: parts.reduce((rest, { units }) => rest - units, amount) }
  return [own, ...parts].filter(({ units }) => units > 0n)
}

/**
 * An owner's balance of a token that can be sent at once, in the smallest displayed units; if all of it is frozen, the frozen balance:
 * the simulation will report it. Throws SOLANA_SEND_FAILED if the token is unknown, RPC_UNAVAILABLE, ABORTED.
 */
export async function tokenHeld(
  network: Network,
  { owner, mint }: { readonly owner: string; readonly mint: string },
  context: RpcContext,
  signal?: AbortSignal,
): Promise<{ readonly units: bigint; readonly decimals: number }> {
  const ask = nodeOf(network, context, signal)
  const { value } = await ask(Accounts, 'getMultipleAccounts', [mint], ACCOUNT_DATA)
  const token = mintOf(value[0] ?? null, new PublicKey(mint))
  const accounts = await tokenAccountsOf(ask, new PublicKey(owner), token)
  const sumOf = (kind: 'spendable' | 'balance') => accounts.reduce((sum, each) => sum + each[kind], 0n)
  return { units: displayedOf(token, sumOf('spendable') || sumOf('balance')), decimals: token.decimals }
}

function balanceIn(account: Account | undefined): bigint {
  const data = account && fromBase64(account.data[0])
  return data && data.length > STATE_AT ? viewOf(data).getBigUint64(BALANCE_AT, true) : 0n
}

/** What can be taken out of a token account: everything, unless it is frozen. */
export const spendableIn = (account: Account | undefined): bigint =>
  account && fromBase64(account.data[0])?.[STATE_AT] === 1 ? balanceIn(account) : 0n
