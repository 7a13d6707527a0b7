import { wake } from '../controllers/wake'
import { untilDone } from '../lib/when-loaded'

let offered: Promise<unknown> = Promise.resolve()

/** Settles once the app's own wallets are listed; rejects if the code for them does not load, and is replaced when it is asked for again. */
export const ownOffered = (): Promise<unknown> => offered

const controller = () => import('../controllers/host-wallets')

/**
 * Starts the discovery of wallets and offers the app's own. Where the code does not load they are listed once it has. Not after the
 * signal.
 */
export function offerOwn(values: readonly unknown[], signal: AbortSignal, load = controller): void {
  const offer = async () => {
    await wake()
    const own = values.length > 0 && (await load())
    if (own && !signal.aborted) await own.offerWallets(values, () => !signal.aborted)
  }
  void untilDone(() => {
    offered = offer()
    return offered
  }, signal)
}
