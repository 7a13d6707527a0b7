import { fromBase58, toBase58 } from '../lib/base58'
import { fromBase64, toBase64 } from '../lib/base64'
import { foundIn } from '../lib/error-tree'
import { WalletError } from '../lib/errors'
import type { Network } from '../lib/network'
import { nestedCode, toWalletError } from '../lib/rpc-errors'
import { safeParse, z } from '../lib/schema'
import { SolanaRpcError, solanaRpc } from './solana-rpc'
import type { RpcContext, WalletProvider } from './types'
import { askWallet } from './wallet-request'

const Signed = z.object({ transaction: z.string() })
const Sent = z.object({ signature: z.string() })
/** A node's error for a transaction that it has already processed (Solana's `TransactionError`). */
const Processed = z.object({ err: z.literal('AlreadyProcessed') })
/** The payer's signature, which identifies the transaction, is the first one, after their count. */
const SIGNATURE_BYTES = 64

/**
 * Has a transaction signed and sends it, without retries; resolves to its signature in base58. The page's own endpoint sends what
 * the wallet signed, except with wallets that only do both at once. Throws USER_REJECTED, SOLANA_SEND_FAILED.
 */
export async function sendPrepared(
  network: Network,
  provider: WalletProvider,
  { transaction, from }: { readonly transaction: Uint8Array; readonly from: string },
  context: RpcContext,
): Promise<string> {
  const params = { transaction: toBase64(transaction), pubkey: from }
  let answer: unknown
  try {
    answer = await askWallet(provider, { method: 'solana_signTransaction', params })
  } catch (cause) {
    // Only the wallet's own error counts here: a node may have sent the transaction, whatever it answers.
    if (!isUnsupported(cause)) throw sendError(cause)
    return sentByWallet(provider, params)
  }
  const { transaction: signed } = read(Signed, answer)
  // Identified by its own signature: a node's answer might name another transaction.
  const own = signatureOf(fromBase64(signed)?.subarray(1, 1 + SIGNATURE_BYTES))
  try {
    const options = { encoding: 'base64', preflightCommitment: 'confirmed', maxRetries: 5 }
    await solanaRpc(network, context, { method: 'sendTransaction', params: [signed, options] })
  } catch (cause) {
    // A node that has already processed it: the same bytes are executed only once. Without an answer it may have been sent, so it is
    // followed: a visitor told that it failed would pay twice.
    if (!isProcessed(cause) && !isUnanswered(cause)) throw sendError(cause)
  }
  return own
}

async function sentByWallet(provider: WalletProvider, params: object): Promise<string> {
  try {
    const sendOptions = { preflightCommitment: 'confirmed' }
    const asked = { method: 'solana_signAndSendTransaction', params: { ...params, sendOptions } }
    // Without a limit: what it answers late was sent all the same.
    const { signature } = read(Sent, await askWallet(provider, asked, undefined, null))
    return signatureOf(signature.length <= 90 ? fromBase58(signature) : undefined)
  } catch (cause) {
    throw sendError(cause)
  }
}

const isProcessed = (cause: unknown) => cause instanceof SolanaRpcError && safeParse(Processed, cause.data).success

/** Whether there was no answer at all: no error of a node or server, nor the lack of an endpoint. */
const isUnanswered = (cause: unknown) =>
  cause instanceof WalletError &&
  cause.code === 'RPC_UNAVAILABLE' &&
  cause.cause !== undefined &&
  !foundIn(cause).messages.some((each) => /^HTTP 4(?!08)/.test(each))
const isUnsupported = (cause: unknown) =>
  (cause instanceof WalletError && cause.code === 'WALLET_METHOD_UNSUPPORTED') ||
  [4200, -32601, 5101].includes(nestedCode(cause) ?? 0)

function sendError(cause: unknown): WalletError {
  if (cause instanceof SolanaRpcError) return new WalletError('SOLANA_SEND_FAILED', { cause })
  return toWalletError(cause, 'SOLANA_SEND_FAILED')
}

function read<Schema extends z.ZodMiniType>(schema: Schema, answer: unknown): z.output<Schema> {
  const parsed = safeParse(schema, answer)
  if (!parsed.success) throw new WalletError('WALLET_ANSWER_INVALID', { cause: parsed.error })
  return parsed.data
}

function signatureOf(bytes: Uint8Array | undefined): string {
  if (bytes?.length !== SIGNATURE_BYTES) throw new WalletError('WALLET_ANSWER_INVALID')
  return toBase58(bytes)
}
