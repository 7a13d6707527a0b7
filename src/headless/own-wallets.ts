import { wake } from '../controllers/wake'
import { untilLoaded } from '../lib/until-loaded'
import { whenLoaded } from '../lib/when-loaded'

const controller = () => import('../controllers/host-wallets')

/**
 * Starts the discovery of wallets and offers the app's own. Settles once these are listed or could not be; where the code did not load
 * they are listed once it has. Not after the signal.
 */
export function offerOwn(values: readonly unknown[], signal: AbortSignal, load = controller): Promise<unknown> {
  const offer = async () => {
    await wake()
    const own = values.length > 0 && (await load())
    if (own && !signal.aborted) await own.offerWallets(values)
  }
  const first = offer()
  first.catch(() => untilLoaded(offer, signal))
  return whenLoaded(first, () => {})
}
