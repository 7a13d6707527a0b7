import { advise } from '../lib/errors'
import { attempt } from '../state/attempt'
import { chains } from '../state/chains'
import { config } from '../state/config'
import { siwx } from '../state/siwx'
import { followAccount } from './account-watch'
import { abandonConnections } from './connection'
import { discoverWallets } from './discovery'
import { onChange } from './on-change'
import { leaveConnecting, promptNetwork } from './opening'
import { followRecent } from './recent-wallets'
import { rememberConnections, tellForgetful } from './remembered'
import { configureServices } from './services'
import { watchSignIn } from './sign-in-watch'

export { watchAccount } from './account-watch'
export { connect, disconnect } from './connection'

/** Effects of what has a wallet; they load with the first use of one. Returns a stop function. */
export function startLive(): () => void {
  void import('../lib/later-errors').catch(() => {})
  void import('../lib/error-help').then(({ errorHelp }) => advise(errorHelp)).catch(() => {})
  const stops = [
    configureServices(),
    discoverWallets(),
    rememberConnections(),
    tellForgetful(),
    onChange([chains], () => chains.active.caipAddress, followAccount),
    followRecent(),
    watchSignIn(),
    onChange([attempt, siwx], () => attempt.status + siwx.checking, leaveConnecting),
    onChange(
      [chains, config],
      () => [chains.active.status, chains.active.networkId, config.networkIds.join()].join(),
      promptNetwork,
    ),
    abandonConnections,
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
