import { WalletError } from '../lib/errors'
import { forget, onStorageUnavailable } from '../lib/storage'
import { untilDone } from '../lib/when-loaded'
import { attempt } from '../state/attempt'
import { chains } from '../state/chains'
import { config } from '../state/config'
import { siwx } from '../state/siwx'
import { snapshotKey } from './account-snapshot'
import { followRecent } from './follow-recent'
import { followTransactions } from './follow-transactions'
import { leaveConnecting, leaveFound } from './leave-connecting'
import { followOffline } from './offline'
import { onChange } from './on-change'
import { promptNetwork } from './prompt-network'
import { report } from './report'
import { watchSignIn } from './sign-in-watch'

/** The part of the analytics that is loaded only where they are wanted. */
type Analytics = Pick<typeof import('./analytics'), 'startAnalytics'>

/** The effects after connecting. They load later than the code that connects, so they also handle a connection that exists. Returns their stop. */
export function startConnected(): () => void {
  const stops = [
    tellForgetful(),
    followRecent(),
    watchSignIn(),
    followTransactions(),
    followOffline(),
    countWhereAsked(),
    onChange([attempt, siwx], () => attempt.status + siwx.checking, leaveConnecting),
    onChange([chains], () => chains.active.address !== undefined, leaveFound),
    // The balances of an account must not be shown to whoever uses this tab next.
    onChange(
      [chains],
      () => chains.active.caipAddress,
      (_, before) => before && forget(snapshotKey),
    ),
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

/** Loads and starts analytics only if `analytics-url` is set. Returns its stop. */
export function countWhereAsked(load: () => Promise<Analytics> = () => import('./analytics')): () => void {
  let stop = () => {}
  const look = () => {
    stop()
    const url = config.analyticsUrl
    const over = new AbortController()
    let end = () => {}
    stop = () => {
      over.abort()
      // An error here, as where the browser refuses the last batch, must not keep the other effects from ending.
      void Promise.resolve()
        .then(end)
        .catch(() => {})
    }
    if (!url) return
    void untilDone(async () => {
      const { startAnalytics } = await load()
      if (!over.signal.aborted) end = startAnalytics(url)
    }, over.signal)
  }
  look()
  const unfollow = onChange([config], () => config.analyticsUrl, look)
  return () => {
    unfollow()
    stop()
  }
}

let told = false

/** Tells the visitor, once, that the browser stores nothing, so the wallet has to be connected again the next time. Returns its stop. */
function tellForgetful(): () => void {
  return onStorageUnavailable(async () => {
    if (told) return
    told = true
    // With the text of the error.
    await import('../lib/later-errors').catch(() => {})
    report(new WalletError('STORAGE_UNAVAILABLE'))
  })
}
