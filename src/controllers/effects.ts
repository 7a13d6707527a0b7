import { attempt } from '../state/attempt'
import { chains } from '../state/chains'
import { config } from '../state/config'
import { followAccount } from './account'
import { abandonConnections } from './connection'
import { discoverWallets } from './discovery'
import { followLocale } from './locale'
import { onChange } from './on-change'
import { leaveConnecting, promptNetwork } from './opening'
import { rememberConnections } from './remembered'
import { restoreConnections } from './restore'
import { configureServices } from './services'
import { joinTabs } from './tabs'

/** Everything that happens because state changed, in one place. Returns a stop function. */
export function startEffects(): () => void {
  const stops = [
    configureServices(),
    followLocale(),
    discoverWallets(),
    restoreConnections(),
    rememberConnections(),
    joinTabs(),
    onChange([chains], () => chains.active.caipAddress, followAccount),
    onChange([attempt], () => attempt.status, leaveConnecting),
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
