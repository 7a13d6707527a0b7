import { type CaipNetworkId, parseCaipAddress } from '../lib/caip'
import { WalletError } from '../lib/errors'
import { untilAborted } from '../lib/until-aborted'
import { chains } from '../state/chains'
import { networks } from '../state/networks'
import { send } from '../state/send'
import { networkOf } from './network-list'
import { payeesHere } from './payees'
import { typeReceiver } from './send-form'
import { sender } from './submission'

/** A review does not wait longer for what other networks know of its receiver. */
const ELSEWHERE_LIMIT_MS = 2_000
/** An app with hundreds of networks does not ask all of them for each receiver; the first ones are those it is made for. */
const MOST_ASKED = 10

// The code that resolves names loads with the first name.
const names = () => import('./receiver-name')

/**
 * Looks at the receiver once more before a review, since the form may be hours old: a name must still lead to its address, and an address
 * that is a contract of another network of the app needs a warning. The form shows what is new. Throws TRANSACTION_CHANGED,
 * NAME_RESOLVE_FAILED, ABORTED.
 */
export async function checkReceiver(signal: AbortSignal): Promise<void> {
  const { found, receiver } = send
  const from = sender()
  if (!found || !from) return
  const { networkId } = parseCaipAddress(from.owner)
  const isNew = found.name === undefined ? await isElsewhere(found.address, networkId, signal) : await hasMoved(networkId, signal)
  // That the form has another receiver by now is found by `prepare`, which compares it.
  if (!isNew || signal.aborted || send.found !== found) return
  // A box that was ticked for a look-alike was not ticked for this.
  if (found.name === undefined) Object.assign(send, { warnings: [...(send.warnings ?? []), 'contract'], acceptedFor: undefined })
  else typeReceiver(receiver)
  throw new WalletError('TRANSACTION_CHANGED')
}

/** Whether the typed name leads to another address by now, or nowhere. */
async function hasMoved(networkId: CaipNetworkId, signal: AbortSignal): Promise<boolean> {
  const { found, receiver } = send
  const { resolveReceiver } = await names()
  const now = await resolveReceiver(receiver.trim(), networkId, signal)
  return now.status !== 'found' || now.address.toLowerCase() !== found?.address.toLowerCase()
}

/**
 * Whether an address is a contract, such as a token's or a Safe, on another network of the app and not here, where nobody may own it. False
 * where that is not known in time, and for a receiver whom the visitor knows.
 */
async function isElsewhere(address: string, here: CaipNetworkId, signal: AbortSignal): Promise<boolean> {
  const isSame = (other: string) => other.toLowerCase() === address.toLowerCase()
  const mine = chains.active.accounts.map((id) => parseCaipAddress(id).address)
  const isKnown = [...mine, ...payeesHere().map((each) => each.address)].some(isSame)
  const isWarned = send.warnings?.some((each) => each === 'contract' || each === 'token')
  if (isKnown || isWarned || !here.startsWith('eip155:') || networkOf(here).testnet) return false
  const others = networks.list.filter(({ caipNetworkId: id, testnet }) => id.startsWith('eip155:') && id !== here && !testnet)
  const ask = async (id: CaipNetworkId) => (await names()).isNobodys(address, [id], here, signal)
  const asked = others
    .slice(0, MOST_ASKED)
    .map(({ caipNetworkId }) => untilAborted(ask(caipNetworkId), signal, ELSEWHERE_LIMIT_MS).catch(() => false))
  return (await Promise.all(asked)).includes(true)
}
