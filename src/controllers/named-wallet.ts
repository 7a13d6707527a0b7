import { ref } from 'valtio/vanilla'
import { getWallets } from '../api/wallets'
import { toWalletError } from '../lib/rpc-errors'
import { wallets } from '../state/wallets'
import { untilNot } from './on-change'
import { report } from './report'
import { listedWallet } from './select-wallet'
import { isListId, isOffered, loadWallets } from './wallets'

/** The screen waits no longer than this for the wallet's record. */
const LOOK_LIMIT_MS = 10_000

/**
 * Loads the record of a wallet that the host names by its list id, for when no list that holds it has been opened yet; afterwards
 * `listedWallet` finds it, if it exists. Never rejects.
 */
export async function findNamed(id: string): Promise<void> {
  // The bundled wallets are there at once.
  void loadWallets()
  if (listedWallet(id)) return
  // Any other name than an id is looked for among the wallets that the service recommends, no longer than Connect waits for them.
  if (!isListId(id)) return untilNot([wallets], () => wallets.status === 'loading')
  try {
    const answer = await getWallets({ entries: 1, include: [id] }, { signal: AbortSignal.timeout(LOOK_LIMIT_MS) })
    if (answer.error) report(answer.error)
    const found = answer.wallets.filter((each) => each.id === id && isOffered(each))
    wallets.named = ref([...wallets.named, ...found])
  } catch (cause) {
    report(toWalletError(cause, 'API_UNAVAILABLE'))
  }
}
