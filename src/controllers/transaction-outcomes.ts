import { adapters } from '../adapters'
import { batchIn } from '../lib/batch-id'
import { type ChainNamespace, parseCaipAddress } from '../lib/caip'
import { entryOf } from '../lib/errors'
import { moneyHelp, moneyNotices } from '../lib/money-errors'
import { hashOf, type PendingTransaction } from '../lib/pending-transaction'
import { chainOf } from '../state/chains'
import { notice } from '../state/notice'
import { pending } from '../state/pending'
import { followAccount } from './account-watch'
import { dropBatch, isFollowed } from './batches'
import { walletOf } from './connection'
import { allowed } from './host-consent'
import { loadNetworks, networkOf } from './network-list'
import { amendPending, notePending, onSettled, settlePending } from './pending'
import { rpcContext } from './rpc'

/** How often a chain is asked for a transaction that is not mined yet (specification §9: polling). */
const OUTCOME_POLL_MS = 4_000

/** 'Transaction started' is shown at least this long before the outcome; the outcome of an approval is not held back. */
export const STARTED_MS = 3_000
/** A transaction that no node has seen for this long is reported as unconfirmed and no longer followed. */
export const UNSEEN_LIMIT_MS = 600_000

const isDue = ({ kind, at }: PendingTransaction) => kind === 'approve' || Date.now() - at >= STARTED_MS

/** Polls the chains for our pending transactions, and tells host and visitor the outcome of each. Returns its stop. */
export function pollOutcomes(): () => void {
  const stopping = new AbortController()
  // Each is asked for by itself, so that one without an answer does not hold up the others.
  const asking = new Set<string>()
  let turn = 0
  const look = () => {
    if (document.hidden) return
    // Batches less often after the first turns: their owners may take hours, and the wallet may be a phone.
    const isFast = turn++ < 3 || turn % 4 === 0
    for (const each of pending.list) {
      const { hash, status, lost } = each
      if (status !== 'pending' || lost || !isDue(each) || asking.has(hash) || (!isFast && batchIn(hash))) continue
      asking.add(hash)
      void ask(each, stopping.signal).finally(() => asking.delete(hash))
    }
  }
  const timer = setInterval(look, OUTCOME_POLL_MS)
  document.addEventListener('visibilitychange', look)
  const stop = onSettled(tell)
  look()
  return () => {
    stopping.abort()
    clearInterval(timer)
    document.removeEventListener('visibilitychange', look)
    stop()
  }
}

async function ask(transaction: PendingTransaction, signal: AbortSignal): Promise<void> {
  const { hash, owner, nonce, at } = transaction
  const { namespace } = parseCaipAddress(owner)
  const id = batchIn(hash)
  if (id) return askBatch(id, transaction, signal)
  // Without an answer it is asked again at the next turn.
  const outcome = await readOutcome(transaction, signal).catch(() => undefined)
  if (!outcome || signal.aborted) return
  if (outcome.status === 'confirmed' || outcome.status === 'failed') return settlePending(hash, outcome.status, outcome.hash)
  if (outcome.nonce !== undefined && nonce === undefined) amendPending(hash, { nonce: outcome.nonce })
  // A node that knows the transaction tells its nonce. If none ever did, the wallet may have made up the hash.
  const unseen = namespace === 'eip155' && (nonce ?? outcome.nonce) === undefined && Date.now() - at > UNSEEN_LIMIT_MS
  if (outcome.status === 'unknown' || unseen) {
    amendPending(hash, { lost: true })
    say({ kind: 'info', code: 'TRANSACTION_UNCONFIRMED' }, transaction)
  }
}

async function readOutcome(transaction: PendingTransaction, signal: AbortSignal) {
  await loadNetworks()
  const network = networkOf(transaction.networkId)
  const { namespace, address: from } = parseCaipAddress(transaction.owner)
  const loaded = await adapters[namespace]?.outcome?.()
  return loaded?.outcomeOf(network, { ...transaction, from }, rpcContext(network), signal)
}

/** Asks the wallet about a batch; once it names a transaction, that is followed instead. */
async function askBatch(
  id: string,
  { status: _, at, takenBy, ...batch }: PendingTransaction,
  signal: AbortSignal,
): Promise<void> {
  const { kind, networkId, owner } = batch
  const { namespace, address } = parseCaipAddress(owner)
  const { accounts, connectorId } = chainOf(namespace)
  const isHere = accounts.some((each) => parseCaipAddress(each).address === address)
  if (!isHere || isFollowed(id)) return
  const outcome = await readBatch(namespace, id, signal).catch(() => undefined)
  if (!outcome || signal.aborted) return
  const { status, hash, isReverted } = outcome
  // Another wallet with the same account need not know the batch; the one that took it is asked when it is back.
  const isElsewhere = takenBy !== undefined && takenBy !== connectorId
  const isOpen = status === 'unknown' ? isElsewhere || Date.now() - at < UNSEEN_LIMIT_MS : status === 'pending' && !hash
  if (isOpen) return
  dropBatch(id)
  if (status === 'unknown') return
  const failed = status === 'failed'
  const step = { type: 'transaction', kind, networkId } as const
  // With a transaction hash the outcome is that transaction's; a batch that failed in part has no single one.
  if (hash && (!failed || isReverted)) {
    notePending({ ...batch, hash })
    if (failed) settlePending(hash, status)
    else allowed({ ...step, hash, status: 'submitted' })
    return
  }
  allowed({ ...step, status: failed ? status : 'confirmed' })
  followAccount()
  const code = isReverted ? 'TRANSACTION_FAILED' : kind === 'send' ? 'SEND_FAILED' : 'SWAP_FAILED'
  notice.snack = failed
    ? { kind: 'error', code, text: entryOf(code).text, help: moneyHelp[code] }
    : { kind: 'success', text: moneyNotices.TRANSACTION_CONFIRMED }
}

async function readBatch(namespace: ChainNamespace, id: string, signal: AbortSignal) {
  const loaded = await adapters[namespace]?.batches?.()
  return loaded?.outcomeOfBatch(walletOf(namespace), id, signal)
}

function tell(transaction: PendingTransaction): void {
  const { kind, networkId, hash, replacedBy, status } = transaction
  if (status === 'pending') return
  allowed({ type: 'transaction', kind, networkId, hash, ...(replacedBy && { replacedBy }), status })
  // An account button in the page may show the balance.
  followAccount()
  if (status === 'failed') return say({ kind: 'error', code: 'TRANSACTION_FAILED' }, transaction)
  notice.snack = {
    kind: 'success',
    text: moneyNotices.TRANSACTION_CONFIRMED,
    transaction: { networkId, hash: hashOf(transaction) },
  }
}

type Saying = { readonly kind: 'info' | 'error'; readonly code: 'TRANSACTION_UNCONFIRMED' | 'TRANSACTION_FAILED' }

function say({ kind, code }: Saying, sent: PendingTransaction): void {
  const transaction = { networkId: sent.networkId, hash: hashOf(sent) }
  notice.snack = { kind, code, text: entryOf(code).text, help: moneyHelp[code], transaction }
}
