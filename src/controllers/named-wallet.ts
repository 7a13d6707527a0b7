import { ref } from 'valtio/vanilla'
import { getWallets } from '../api/wallets'
import { toWalletError } from '../lib/rpc-errors'
import { wallets } from '../state/wallets'
import { report } from './report'
import { listedWallet } from './select-wallet'
import { isListId, isOffered, loadWallets } from './wallets'

/** The screen waits no longer for a record. */
const LOOK_LIMIT_MS = 10_000

/**
 * Finds the record of a wallet that the host names by its id before any list that holds it has been opened; then `listedWallet`
 * knows it, unless there is none. Never rejects.
 */
export async function findNamed(id: string): Promise<void> {
  // What ships with us is there at once.
  void loadWallets()
  if (listedWallet(id) || !isListId(id)) return
  try {
    const answer = await getWallets({ entries: 1, include: [id] }, { signal: AbortSignal.timeout(LOOK_LIMIT_MS) })
    if (answer.error) report(answer.error)
    const found = answer.wallets.filter((each) => each.id === id && isOffered(each))
    wallets.named = ref([...wallets.named, ...found])
  } catch (cause) {
    report(toWalletError(cause, 'API_UNAVAILABLE'))
  }
}
