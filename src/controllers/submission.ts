import { adapters } from '../adapters'
import type { Prepared } from '../adapters/transfers'
import { type CaipAddress, type CaipNetworkId, chainIdOf, parseCaipAddress } from '../lib/caip'
import { notices } from '../lib/error-catalogue'
import { WalletError } from '../lib/errors'
import { isOffline } from '../lib/is-offline'
import { moneyNotices } from '../lib/money-errors'
import { callMark, type PendingTransaction } from '../lib/pending-transaction'
import { untilAwake } from '../lib/until-aborted'
import { WATCH } from '../lib/wallet'
import { whenLoaded } from '../lib/when-loaded'
import { chainOf, chains } from '../state/chains'
import { notice } from '../state/notice'
import { noteBatch } from './batches'
import { walletOf } from './connection'
import { allowed, type Moved } from './host-consent'
import { notePending } from './pending'

/** Somewhat longer than a request to a wallet lives. A transaction that is sent later still appears in Activity. */
const LIMIT_MS = 330_000

/** A transaction to send, made once and never changed: the wallet gets `request` as it is. */
export type Submission = {
  readonly kind: PendingTransaction['kind']
  /** Sender and network; `connectorId` is the wallet. */
  readonly owner: CaipAddress
  readonly connectorId: string | undefined
  readonly request: unknown
  /** Whether it is still what the person was shown. */
  readonly holds: () => boolean
  /** A batch, or a contract's transaction: its owners may take hours, so no answer in time is no failure. */
  readonly isBatch?: boolean
  /** Asks the wallet, once; resolves to the hash. `taken` is called with the id of a batch before that. */
  readonly send: (wallet: ReturnType<typeof walletOf>, taken: (id: string) => void) => Promise<string>
  /** What it moves, if that is more than `note` says. */
  readonly moves?: Moved
  /** What Activity shows. */
  readonly note: Omit<PendingTransaction, 'owner' | 'networkId' | 'hash' | 'kind' | 'status' | 'at'>
}

/** The active account, network and wallet; undefined where nothing can be signed. */
export const sender = (): Pick<Submission, 'owner' | 'connectorId'> | undefined => {
  const { caipAddress, connectorId, status } = chains.active
  return status === 'connected' && caipAddress && connectorId !== WATCH ? { owner: caipAddress, connectorId } : undefined
}

/** What identifies a transaction that may be replaced (its call), or tells when it has expired (its last block height). */
export function traceOf({
  request,
  lastValidBlockHeight,
}: Pick<Prepared, 'request' | 'lastValidBlockHeight'>): Pick<Submission['note'], 'call' | 'lastValidBlockHeight'> {
  const { to, value, data } = request
  if (lastValidBlockHeight !== undefined) return { lastValidBlockHeight }
  return to !== undefined && value !== undefined && data !== undefined ? { call: callMark({ to, value, data }) } : {}
}

/**
 * Sends a transaction: asks the host, reads the wallet's chain again, compares everything once more, then asks the wallet once.
 * Resolves to the hash, to '' if it is confirmed and the wallet gives no hash, to undefined if the host refused.
 * Throws TRANSACTION_CHANGED, OFFLINE, CHAIN_MISMATCH and the wallet's error; TRANSACTION_FAILED if it was reverted, which the host gets
 * too. Without an answer in time it throws REQUEST_ABORTED, for a batch TRANSACTION_UNCONFIRMED; `late` is called with the hash if the
 * wallet answers after that.
 */
export async function submit(submission: Submission, late?: (hash: string) => void): Promise<string | undefined> {
  const { kind, owner, request, isBatch, moves = submission.note } = submission
  const { namespace, networkId } = parseCaipAddress(owner)
  assertSame(submission)
  // The wallet might keep the transaction and send it much later.
  if (isOffline()) throw new WalletError('OFFLINE')
  if (!allowed({ type: 'before-transaction', kind, networkId, request }, moves)) return undefined
  const loaded = await adapters[namespace]?.load?.()
  if (!loaded) throw new WalletError('ADAPTER_NOT_FOUND')
  const wallet = walletOf(namespace)
  const chainId = await loaded.adapter.getChainId(wallet)
  // Nothing may happen between these comparisons and the request: no `await` stands between them. Whoever has left is told nothing of
  // the wallet's network.
  assertSame(submission)
  if (chainId !== chainIdOf(networkId)) throw new WalletError('CHAIN_MISMATCH')
  let end = (_open?: boolean) => {}
  let isOver = false
  const taken = (id: string) => {
    end = noteBatch(id, { owner, networkId, kind, ...submission.note, takenBy: submission.connectorId })
  }
  const sending = submission.send(wallet, taken).then(
    (hash) => {
      end()
      started(submission, networkId, hash)
      if (isOver) late?.(hash)
      return hash
    },
    (cause: unknown) => {
      const { code } = Object(cause) as Partial<WalletError>
      end(code === 'TRANSACTION_UNCONFIRMED')
      if (code === 'TRANSACTION_FAILED') undone(submission, networkId, cause as WalletError)
      throw cause
    },
  )
  return untilAwake(sending, undefined, LIMIT_MS, isBatch ? 'TRANSACTION_UNCONFIRMED' : undefined).finally(() => {
    isOver = true
  })
}

function assertSame({ owner, connectorId, holds }: Submission): void {
  const { namespace } = parseCaipAddress(owner)
  const same = chains.active.caipAddress === owner && chainOf(namespace).connectorId === connectorId
  if (!same || !holds()) throw new WalletError('TRANSACTION_CHANGED')
}

function started({ kind, owner, note }: Submission, networkId: CaipNetworkId, hash: string): void {
  const step = { type: 'transaction', kind, networkId } as const
  if (hash) notePending({ owner, networkId, hash, kind, ...note })
  allowed({ ...step, ...(hash && { hash }), status: 'submitted' })
  // Without a hash it is confirmed already.
  if (!hash) allowed({ ...step, status: 'confirmed' })
}

/** Tells the visitor that the transaction has started; one without a hash is confirmed already. */
export function sayStarted({ owner }: Submission, hash: string): void {
  const { networkId } = parseCaipAddress(owner)
  notice.snack = hash
    ? { kind: 'success', text: notices.TRANSACTION_STARTED, transaction: { networkId, hash } }
    : { kind: 'success', text: moneyNotices.TRANSACTION_CONFIRMED }
}

/** Reports a batch that was mined and reverted (EIP-5792 5xx), and reads the balance again, since its fee is gone. */
function undone({ kind, owner, note }: Submission, networkId: CaipNetworkId, { cause }: WalletError): void {
  const { hashes } = Object(cause) as { readonly hashes?: unknown }
  const hash: unknown = Array.isArray(hashes) ? hashes.at(-1) : undefined
  // Noted in Activity only if the wallet names the transaction.
  const named = typeof hash === 'string' && { hash }
  if (named) notePending({ owner, networkId, kind, ...note, ...named }, 'failed')
  allowed({ type: 'transaction', kind, networkId, ...named, status: 'failed' })
  whenLoaded(import('./account'), ({ refreshAccount }) => refreshAccount())
}
