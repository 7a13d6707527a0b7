import { isSolanaAddress } from '../lib/base58'
import { fromBase64, toBase64 } from '../lib/base64'
import { WalletError } from '../lib/errors'
import '../lib/money-errors'
import { formatUnits, parseUnits } from '../lib/format'
import type { Network } from '../lib/network'
import { safeParse, z } from '../lib/schema'
import { RentError } from '../lib/solana-notices'
import { adapter } from './solana'
import { inspectReceiver, type PreparedTransfer, prepareTransfer, SIGNATURE_FEE } from './solana-prepare-transfer'
import { solanaRpc } from './solana-rpc'
import { sendPrepared } from './solana-send'
import { tokenHeld } from './solana-token-accounts'
import type { Cost, TransferOrder, Transfers } from './transfers'
import type { RpcContext } from './types'

const toSolana = ({ from, to, amount, token }: TransferOrder) => ({
  from,
  to,
  amount,
  ...(token !== undefined && { mint: token }),
})
const costOf = ({ fee, rent }: Pick<PreparedTransfer, 'fee' | 'rent'>): Cost => ({ fee, maxFee: fee, deposit: rent })

/** Sending on Solana: its coin, and tokens of both programs. */
export const transfers: Transfers = {
  readAddress: (text) => (isSolanaAddress(text) ? { address: text } : { fault: 'shape' }),
  held: async (network, owner, token, context, signal) => {
    if (token !== undefined) return tokenHeld(network, { owner, mint: token }, context, signal)
    const { decimals } = network.nativeCurrency
    const balance = await adapter.getBalance(network, owner, context, signal ?? new AbortController().signal)
    return { units: parseUnits(balance, decimals) ?? 0n, decimals }
  },
  inspect: async (network, { from, to, tokens }, context, signal) =>
    tokens.includes(to) ? ['token'] : inspectReceiver(network, { from, to }, context, signal),
  // A coin transfer has a fixed cost, which is also the most to hold back: anything beyond it would stay in the account when everything
  // is sent, and Solana refuses a transaction that leaves less than the rent exemption, unless it leaves nothing. A token transfer may
  // have to create an account first. It is not simulated: a shortfall would be shown as an unknown fee.
  estimate: async (network, order, context, signal) =>
    order.token === undefined
      ? { fee: SIGNATURE_FEE, maxFee: SIGNATURE_FEE, deposit: 0n, least: await rentOf(network, context, signal) }
      : costOf(await prepareTransfer(network, toSolana(order), context, signal, false)),
  prepare: (network, order, context, signal) => prepare(network, order, context, signal),
  submit: (network, provider, request, context) => {
    const transaction = fromBase64(request.transaction ?? '')
    if (!transaction) throw new WalletError('SEND_INCOMPLETE')
    return sendPrepared(network, provider, { transaction, from: request.from ?? '' }, context)
  },
}

/** The rent exemption of an account without data, in lamports; 0 if no node answers: the simulation then fails instead. */
const rentOf = async (network: Network, context: RpcContext, signal: AbortSignal | undefined): Promise<bigint> => {
  const call = { method: 'getMinimumBalanceForRentExemption', params: [0] }
  const answer = await solanaRpc(network, context, call, { signal }).catch(() => 0)
  return BigInt(safeParse(z.int(), answer).data ?? 0)
}

/** A node's error for a simulation that leaves an account with less than its rent exemption; the payer is the first account. */
const Short = z.object({ err: z.object({ InsufficientFundsForRent: z.object({ account_index: z.int() }) }) })

/** The error of a simulation that leaves an account too little, with the minimum; undefined for another, or if no node knows that. */
async function rentError(cause: WalletError, network: Network, context: RpcContext, signal: AbortSignal | undefined) {
  const short = safeParse(Short, cause.cause).data?.err.InsufficientFundsForRent
  const least = short ? await rentOf(network, context, signal) : 0n
  if (!short || least === 0n) return undefined
  const { decimals, symbol } = network.nativeCurrency
  const notice = short.account_index === 0 ? 'RENT_TO_KEEP' : 'RENT_TO_GET'
  return new RentError(notice, formatUnits(least, decimals), symbol, { cause })
}

async function prepare(network: Network, order: TransferOrder, context: RpcContext, signal: AbortSignal | undefined) {
  const made = await prepareTransfer(network, toSolana(order), context, signal).catch(async (cause) => {
    if (!(cause instanceof WalletError && cause.code === 'SOLANA_SEND_FAILED')) throw cause
    // The node refused the simulation, and its answer stays the cause. The usual help, that something may have been sent, is wrong here.
    const own = cause.help === new WalletError(cause.code).help ? undefined : cause.help
    if (own) throw new WalletError('TRANSACTION_WOULD_FAIL', { cause, help: own })
    throw (await rentError(cause, network, context, signal)) ?? new WalletError('TRANSACTION_WOULD_FAIL', { cause })
  })
  const request = Object.freeze({ from: order.from, transaction: toBase64(made.transaction) })
  return Object.freeze({
    ...costOf(made),
    request,
    changes: made.changes,
    arrives: made.arrives,
    lastValidBlockHeight: made.lastValidBlockHeight,
  })
}
