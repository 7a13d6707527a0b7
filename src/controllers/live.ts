import { advise } from '../lib/error-catalogue'
import { whenIdle } from '../lib/idle'
import { whenLoaded } from '../lib/when-loaded'
import { chains } from '../state/chains'
import { followAccount } from './account-watch'
import { abandonConnections } from './connection'
import { discoverWallets } from './discovery'
import { followConnection } from './follow-connection'
import { onChange } from './on-change'
import { rememberConnections } from './remembered'
import { configureServices } from './services'

export { watchAccount } from './account-watch'
export { connect, disconnect } from './connection'

/** The effects that need a wallet; they load with the first use of one. Returns their stop. */
export function startLive(): () => void {
  const stops = [
    // First, so that the wallets of this browser are there for the first frame.
    discoverWallets(),
    configureServices(),
    // What a person or a developer can do about each error.
    whenIdle(() => whenLoaded(import('../lib/error-help'), ({ errorHelp }) => advise(errorHelp))),
    rememberConnections(),
    onChange([chains], () => chains.active.caipAddress, followAccount),
    followConnection(),
    abandonConnections,
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
