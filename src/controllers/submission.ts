import { adapters } from '../adapters'
import type { Prepared } from '../adapters/transfers'
import { type CaipAddress, type CaipNetworkId, chainIdOf, parseCaipAddress } from '../lib/caip'
import { notices, WalletError } from '../lib/errors'
import { isOffline } from '../lib/is-offline'
import { moneyNotices } from '../lib/money-errors'
import { callMark, type PendingTransaction } from '../lib/pending-transaction'
import { untilAborted } from '../lib/until-aborted'
import { WATCH } from '../lib/wallet'
import { whenLoaded } from '../lib/when-loaded'
import { chainOf, chains } from '../state/chains'
import { notice } from '../state/notice'
import { noteBatch } from './batches'
import { walletOf } from './connection'
import { allowed, type Moved } from './host-consent'
import { notePending } from './pending'

/** Somewhat longer than a request to a wallet lives; what has been sent by an answer that comes later is in Activity all the same. */
const LIMIT_MS = 330_000

/** What is sent, made once and never changed: the wallet gets `request` as it is. */
export type Submission = {
  readonly kind: PendingTransaction['kind']
  /** Who sends, on which network, with which wallet. */
  readonly owner: CaipAddress
  readonly connectorId: string | undefined
  readonly request: unknown
  /** Whether what the person was shown is still what they want. */
  readonly holds: () => boolean
  /** The owners of a contract may take hours to agree: what is not back in time is not done yet, and no failure. */
  readonly isBatch?: boolean
  /** Asks the wallet, once; resolves to the hash. `taken` hears the id of a batch before. */
  readonly send: (wallet: ReturnType<typeof walletOf>, taken: (id: string) => void) => Promise<string>
  /** What it moves, where Activity does not tell all of that. */
  readonly moves?: Moved
  /** What Activity tells of it. */
  readonly note: Omit<PendingTransaction, 'owner' | 'networkId' | 'hash' | 'kind' | 'status' | 'at'>
}

/** The account, its network and the wallet that are active, as a submission names them; undefined where nobody can sign. */
export const sender = (): Pick<Submission, 'owner' | 'connectorId'> | undefined => {
  const { caipAddress, connectorId, status } = chains.active
  return status === 'connected' && caipAddress && connectorId !== WATCH ? { owner: caipAddress, connectorId } : undefined
}

/** What tells a transaction from another in its place, or when it is over. */
export function traceOf({
  request,
  lastValidBlockHeight,
}: Pick<Prepared, 'request' | 'lastValidBlockHeight'>): Pick<Submission['note'], 'mark' | 'lastValidBlockHeight'> {
  const { to, value, data } = request
  if (lastValidBlockHeight !== undefined) return { lastValidBlockHeight }
  return to !== undefined && value !== undefined && data !== undefined ? { mark: callMark({ to, value, data }) } : {}
}

/**
 * Sends a transaction: the host is asked, the wallet's chain is read again, everything is compared once more, and the wallet is
 * asked once. Resolves to the hash, to none (`''`) where it is confirmed and the wallet names none; undefined where the host refused.
 * Throws TRANSACTION_CHANGED, OFFLINE, CHAIN_MISMATCH and what the wallet says; TRANSACTION_FAILED where it says that the chain undid
 * it, which the host is told of too; REQUEST_ABORTED where it says nothing, of a batch TRANSACTION_UNCONFIRMED: `late` hears the hash
 * where it answers after all.
 */
export async function submit(submission: Submission, late?: (hash: string) => void): Promise<string | undefined> {
  const { kind, owner, request, isBatch, moves = submission.note } = submission
  const { namespace, networkId } = parseCaipAddress(owner)
  assertSame(submission)
  // The wallet might keep it and send it when nobody expects that any more.
  if (isOffline()) throw new WalletError('OFFLINE')
  if (!allowed({ type: 'before-transaction', kind, networkId, request }, moves)) return undefined
  const loaded = await adapters[namespace]?.load?.()
  if (!loaded) throw new WalletError('ADAPTER_NOT_FOUND')
  const wallet = walletOf(namespace)
  const chainId = await loaded.adapter.getChainId(wallet)
  if (chainId !== chainIdOf(networkId)) throw new WalletError('CHAIN_MISMATCH')
  // Nothing may happen between this comparison and the request: no `await` stands between them.
  assertSame(submission)
  let end = (_open?: boolean) => {}
  let isOver = false
  const taken = (id: string) => {
    end = noteBatch(id, { owner, networkId, kind, ...submission.note })
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
  return untilAborted(sending, undefined, LIMIT_MS, isBatch ? 'TRANSACTION_UNCONFIRMED' : undefined).finally(() => {
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
  // There is nothing to follow, and its end is known.
  if (!hash) allowed({ ...step, status: 'confirmed' })
}

/** Tells the visitor that it has begun; of one without a hash, that it is done. */
export function sayStarted({ owner }: Submission, hash: string): void {
  const { networkId } = parseCaipAddress(owner)
  notice.snack = hash
    ? { kind: 'success', text: notices.TRANSACTION_STARTED, transaction: { networkId, hash } }
    : { kind: 'success', text: moneyNotices.TRANSACTION_CONFIRMED }
}

/** A batch that was mined and undone (EIP-5792 5xx) is followed no more: its end is told here. Its fee is gone. */
function undone({ kind, owner, note }: Submission, networkId: CaipNetworkId, { cause }: WalletError): void {
  const { hashes } = Object(cause) as { readonly hashes?: unknown }
  const hash: unknown = Array.isArray(hashes) ? hashes.at(-1) : undefined
  // Under the transaction that undid it, where the wallet names one.
  const named = typeof hash === 'string' && { hash }
  if (named) notePending({ owner, networkId, kind, ...note, ...named }, 'failed')
  allowed({ type: 'transaction', kind, networkId, ...named, status: 'failed' })
  whenLoaded(import('./account'), ({ refreshAccount }) => refreshAccount())
}
