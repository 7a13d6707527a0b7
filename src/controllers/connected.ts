import { attempt } from '../state/attempt'
import { chains } from '../state/chains'
import { config } from '../state/config'
import { siwx } from '../state/siwx'
import { followTransactions } from './follow-transactions'
import { onChange } from './on-change'
import { leaveConnecting, promptNetwork } from './opening'
import { tellForgetful } from './remembered'
import { watchSignIn } from './sign-in-watch'
import { followRecent } from './used-wallets'

/** What follows a connection; loads right behind what makes one, so it looks at what there is already. Returns its stop. */
export function startConnected(): () => void {
  const stops = [
    tellForgetful(),
    followRecent(),
    watchSignIn(),
    followTransactions(),
    onChange([attempt, siwx], () => attempt.status + siwx.checking, leaveConnecting),
    onChange(
      [chains, config],
      () => [chains.active.status, chains.active.networkId, config.networkIds.join()].join(),
      promptNetwork,
    ),
  ]
  leaveConnecting()
  promptNetwork()
  return () => {
    for (const stop of stops) stop()
  }
}
