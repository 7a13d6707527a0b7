import { type CaipNetworkId, parseCaipAddress } from '../lib/caip'
import { WalletError } from '../lib/errors'
import { send } from '../state/send'
import { typeReceiver } from './send-form'
import { sender } from './submission'

// The code that resolves names loads with the first name.
const names = () => import('./receiver-name')

/**
 * Looks at the receiver once more before a review, since the form may be hours old: a name must still lead to its address. The form
 * shows what is new. Throws TRANSACTION_CHANGED, NAME_RESOLVE_FAILED, ABORTED.
 */
export async function checkReceiver(signal: AbortSignal): Promise<void> {
  const { found, receiver } = send
  const from = sender()
  if (!found || !from) return
  const { networkId } = parseCaipAddress(from.owner)
  const isNew = found.name !== undefined && (await hasMoved(networkId, signal))
  // Another receiver is told by whoever compares the form.
  if (!isNew || signal.aborted || send.found !== found) return
  typeReceiver(receiver)
  throw new WalletError('TRANSACTION_CHANGED')
}

/** Whether the typed name leads to another address by now, or nowhere. */
async function hasMoved(networkId: CaipNetworkId, signal: AbortSignal): Promise<boolean> {
  const { found, receiver } = send
  const { resolveReceiver } = await names()
  const now = await resolveReceiver(receiver.trim(), networkId, signal)
  return now.status !== 'found' || now.address.toLowerCase() !== found?.address.toLowerCase()
}
