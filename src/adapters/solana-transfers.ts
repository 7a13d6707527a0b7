import { fromBase58, isSolanaAddress } from '../lib/base58'
import { fromBase64, toBase64 } from '../lib/base64'
import { WalletError } from '../lib/errors'
import '../lib/money-errors'
import { parseUnits } from '../lib/format'
import type { Network } from '../lib/network'
import { adapter } from './solana'
import { sendPrepared } from './solana-send'
import { inspectReceiver, type PreparedTransfer, prepareTransfer, tokenHeld } from './solana-transfer'
import type { Cost, TransferOrder, Transfers } from './transfers'
import type { RpcContext } from './types'

/** One signature. Wallets may add a priority fee of their own; that much more is kept back when everything is sent. */
const SIGNATURE_FEE = 5_000n
const SPARE = 5_000n

const toSolana = ({ from, to, amount, token }: TransferOrder) => ({
  from,
  to,
  amount,
  ...(token !== undefined && { mint: token }),
})
const costOf = ({ fee, rent }: Pick<PreparedTransfer, 'fee' | 'rent'>): Cost => ({ fee, maxFee: fee + SPARE, deposit: rent })

/** Sending on Solana: its coin, and tokens of both programs. */
export const transfers: Transfers = {
  readAddress: (text) => (isSolanaAddress(text) && fromBase58(text)?.length === 32 ? { address: text } : { fault: 'shape' }),
  held: async (network, owner, token, context, signal) => {
    if (token !== undefined) return tokenHeld(network, { owner, mint: token }, context, signal)
    const { decimals } = network.nativeCurrency
    const balance = await adapter.getBalance(network, owner, context, signal ?? new AbortController().signal)
    return { units: parseUnits(balance, decimals) ?? 0n, decimals }
  },
  inspect: async (network, { from, to, tokens }, context, signal) =>
    tokens.includes(to) ? ['token'] : inspectReceiver(network, { from, to }, context, signal),
  // What a coin costs to send does not hang on anything; a token's account may have to be made first.
  estimate: async (network, order, context, signal) =>
    order.token === undefined
      ? { fee: SIGNATURE_FEE, maxFee: SIGNATURE_FEE + SPARE, deposit: 0n }
      : costOf(await prepareTransfer(network, toSolana(order), context, signal)),
  prepare: (network, order, context, signal) => prepare(network, order, context, signal),
  submit: (network, provider, request, context) => {
    const transaction = fromBase64(request.transaction ?? '')
    if (!transaction) throw new WalletError('SEND_INCOMPLETE')
    return sendPrepared(network, provider, { transaction, from: request.from ?? '' }, context)
  },
}

async function prepare(network: Network, order: TransferOrder, context: RpcContext, signal: AbortSignal | undefined) {
  const made = await prepareTransfer(network, toSolana(order), context, signal).catch((cause) => {
    if (!(cause instanceof WalletError && cause.code === 'SOLANA_SEND_FAILED')) throw cause
    // A node's refusal of the trial run; what it answered stays the cause. That something may have been sent is not so here.
    const help = cause.help === new WalletError(cause.code).help ? undefined : cause.help
    throw new WalletError('TRANSACTION_WOULD_FAIL', { cause, ...(help && { help }) })
  })
  const request = Object.freeze({ from: order.from, transaction: toBase64(made.transaction) })
  return Object.freeze({
    ...costOf(made),
    request,
    changes: made.changes,
    lastValidBlockHeight: made.lastValidBlockHeight,
  })
}
