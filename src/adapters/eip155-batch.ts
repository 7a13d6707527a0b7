import { type ErrorCode, WalletError } from '../lib/errors'
import type { Network } from '../lib/network'
import { safeParse, z } from '../lib/schema'
import { getCapabilities } from './eip155-capabilities'
import type { Call } from './eip155-simulate'
import { type CallsRequest, type CallsStatus, callsRequest, getCallsStatus, sendRequest } from './eip155-wallet-calls'
import type { Outcome } from './transfers'
import type { WalletProvider } from './types'

const STATUS_PAUSE_MS = 1_000
/** Each pause is longer than the one before, up to a limit: the owners of a Safe may take hours to sign. */
const PAUSES_GROW = 1.05
const LONGEST_PAUSE_MS = 15_000
/** How many looks in a row, about three minutes, a wallet may leave unanswered. */
const SILENT_LOOKS = 45
/** An answer that the wallet does not know the batch counts as this many of them: MetaMask may not know one that was refused. */
const LOOKS_UNKNOWN = 4
/** How many looks at a confirmed batch for its transaction, which some wallets never report. */
const NAME_LOOKS = 5

/** Errors of a wallet that has no method for the status of a batch. */
const UNKNOWN: readonly ErrorCode[] = ['RPC_METHOD_NOT_FOUND', 'RPC_METHOD_NOT_SUPPORTED', 'WALLET_METHOD_UNSUPPORTED']

const Atomic = z.object({ atomic: z.object({ status: z.enum(['supported', 'ready']) }) })
const Batching = z.object({ atomic: z.object({ status: z.literal('supported') }) })

/** Whether the wallet can execute several calls atomically on a network (EIP-5792 `atomic`). Never throws. */
export const capableOfBatch = async (provider: WalletProvider, network: Network, address: string): Promise<boolean> =>
  safeParse(Atomic, await getCapabilities(provider, network, address)).success

/** Whether an account takes batches as it is, without an upgrade first: a contract, or one that its first transaction will create. Never throws. */
export const isBatching = async (provider: WalletProvider, network: Network, address: string): Promise<boolean> =>
  safeParse(Batching, await getCapabilities(provider, network, address)).success

/** Calls of one account as one request, frozen: all of them happen or none. */
export const batchOf = (network: Network, calls: readonly [Call, ...Call[]]): CallsRequest =>
  callsRequest(network, {
    from: calls[0].from,
    atomicRequired: true,
    calls: calls.map(({ to, value, data }) => ({ to, value, data })),
  })

/**
 * Sends a batch to the wallet, once, and waits for its transaction as long as the wallet reports on the batch. Resolves to the
 * transaction's hash, or `''` if all of it is confirmed and the wallet names none. Throws the wallet's error (CALLS_UPGRADE_REJECTED
 * and CALLS_NOT_ATOMIC among them), TRANSACTION_FAILED if the chain reverted all of it, `failure` if the batch failed otherwise or was
 * done in part, TRANSACTION_UNCONFIRMED if the wallet does not report on it. `taken` gets the id by which the wallet is asked.
 */
export async function sendBatch(
  provider: WalletProvider,
  request: CallsRequest,
  failure: ErrorCode = 'SWAP_FAILED',
  taken?: (id: string) => void,
): Promise<string> {
  const { id, hash: named } = await sendRequest(provider, request, failure)
  taken?.(id)
  let pause = STATUS_PAUSE_MS
  let looks = 0
  // A wallet that has answered before has the method, even if its node denies it once.
  let heard: unknown = named
  for (let silent = 0; silent < SILENT_LOOKS; ) {
    // An unreadable status is asked for again; the batch itself is never sent again.
    const told = await getCallsStatus(provider, id).catch(({ code }) => {
      if (!heard && UNKNOWN.includes(code)) throw new WalletError('TRANSACTION_UNCONFIRMED')
      if (code === 'CALLS_UNKNOWN_ID') {
        silent += LOOKS_UNKNOWN - 1
        pause = Math.min(pause, STATUS_PAUSE_MS * 2)
      }
      return undefined
    })
    heard ||= told
    // Checked before the hash is used: a mined bundle has a successful receipt even if our batch reverted in it.
    if (told?.status === 'failed' || told?.status === 'partial')
      throw new WalletError(isReverted(told) ? 'TRANSACTION_FAILED' : failure, { cause: told })
    const hash = told?.hashes.at(-1) ?? named
    if (hash) return hash
    if (told?.status === 'confirmed' && ++looks >= NAME_LOOKS) return ''
    silent = told ? 0 : silent + 1
    await new Promise((resolve) => setTimeout(resolve, pause))
    pause = Math.min(pause * PAUSES_GROW, LONGEST_PAUSE_MS)
  }
  throw new WalletError('TRANSACTION_UNCONFIRMED')
}

type BatchOutcome = Pick<Outcome, 'status'> & { readonly hash: string | undefined; readonly isReverted: boolean | undefined }

/** The status of a batch that is no longer awaited, asked once; `unknown`: the wallet cannot tell. Throws the wallet's error. */
export async function outcomeOfBatch(provider: WalletProvider, id: string, signal?: AbortSignal): Promise<BatchOutcome> {
  const told = await getCallsStatus(provider, id, signal).catch((cause) => {
    if (![...UNKNOWN, 'CALLS_UNKNOWN_ID'].includes(cause.code)) throw cause
    return undefined
  })
  const status = told?.status === 'partial' ? 'failed' : (told?.status ?? 'unknown')
  return { status, hash: told?.hashes.at(-1), isReverted: told && isReverted(told) }
}

/** Mined and reverted (EIP-5792 5xx): only the fee is spent. */
const isReverted = ({ code }: CallsStatus) => code >= 500 && code < 600
