import { advise } from '../lib/errors'
import { whenIdle } from '../lib/idle'
import { startWhenLoaded, whenLoaded } from '../lib/when-loaded'
import { chains } from '../state/chains'
import { followAccount } from './account-watch'
import { abandonConnections } from './connection'
import { discoverWallets } from './discovery'
import { onChange } from './on-change'
import { rememberConnections } from './remembered'
import { configureServices } from './services'

export { watchAccount } from './account-watch'
export { connect, disconnect } from './connection'

/** Effects of what has a wallet; they load with the first use of one. Returns a stop function. */
export function startLive(): () => void {
  const stops = [
    // First, so that the wallets of this browser are there for the first frame.
    discoverWallets(),
    configureServices(),
    // Rarer errors and what to do about each.
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

/** What can wait until somebody has connected loads behind the rest, and no screen waits for it. */
function followConnection(): () => void {
  let stop = whenIdle(() => {
    stop = startWhenLoaded(import('./connected'), ({ startConnected }) => startConnected())
  })
  return () => stop()
}
