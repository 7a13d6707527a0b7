import { adapters } from '../adapters'
import { parseCaipAddress } from '../lib/caip'
import { entryOf } from '../lib/errors'
import { moneyHelp, moneyNotices } from '../lib/money-errors'
import { hashOf, type PendingTransaction } from '../lib/pending-transaction'
import { notice } from '../state/notice'
import { pending } from '../state/pending'
import { followAccount } from './account-watch'
import { allowed } from './host-consent'
import { loadNetworks, networkOf } from './network-list'
import { amendPending, onSettled, settlePending } from './pending'
import { rpcContext } from './rpc'

/** How often a chain is asked for a transaction that is not mined yet (specification §9: polling). */
const OUTCOME_POLL_MS = 4_000

/** So long 'Transaction started' stands before it can be followed by its end; nobody waits for that of a step between. */
export const STARTED_MS = 3_000
/** After so long a transaction that no node has ever seen is told to be unconfirmed, and is asked for no more. */
export const UNSEEN_LIMIT_MS = 600_000

const isDue = ({ kind, at }: PendingTransaction) => kind === 'approve' || Date.now() - at >= STARTED_MS

/** Asks the chains how our open transactions stand, tells host and visitor of each that has ended. Returns its stop. */
export function pollOutcomes(): () => void {
  const stopping = new AbortController()
  let asking = false
  const look = async () => {
    if (asking || document.hidden) return
    asking = true
    const open = pending.list.filter((each) => each.status === 'pending' && !each.lost && isDue(each))
    await Promise.all(open.map((each) => ask(each, stopping.signal)))
    asking = false
  }
  const timer = setInterval(() => void look(), OUTCOME_POLL_MS)
  const seen = () => void look()
  document.addEventListener('visibilitychange', seen)
  const stop = onSettled(tell)
  void look()
  return () => {
    stopping.abort()
    clearInterval(timer)
    document.removeEventListener('visibilitychange', seen)
    stop()
  }
}

async function ask(transaction: PendingTransaction, signal: AbortSignal): Promise<void> {
  const { networkId, hash, owner, nonce, at } = transaction
  const { namespace, address } = parseCaipAddress(owner)
  // A node that does not answer is asked again at the next turn.
  const outcome = await (async () => {
    await loadNetworks()
    const network = networkOf(networkId)
    const loaded = await adapters[namespace]?.outcome?.()
    return loaded?.outcomeOf(network, { ...transaction, from: address }, rpcContext(network), signal)
  })().catch(() => undefined)
  if (!outcome || signal.aborted) return
  if (outcome.status === 'confirmed' || outcome.status === 'failed') return settlePending(hash, outcome.status, outcome.hash)
  if (outcome.nonce !== undefined && nonce === undefined) amendPending(hash, { nonce: outcome.nonce })
  // A node that has a transaction tells its nonce; of one that none has ever had, the wallet may have made up the hash.
  const unseen = namespace === 'eip155' && (nonce ?? outcome.nonce) === undefined && Date.now() - at > UNSEEN_LIMIT_MS
  if (outcome.status === 'unknown' || unseen) {
    amendPending(hash, { lost: true })
    say({ kind: 'info', code: 'TRANSACTION_UNCONFIRMED' }, transaction)
  }
}

function tell(transaction: PendingTransaction): void {
  const { kind, networkId, hash, status } = transaction
  if (status === 'pending') return
  allowed({ type: 'transaction', kind, networkId, hash, status })
  // The page's own button may show the balance while no view is there to renew it.
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
