import { WalletError } from '../lib/errors'
import { forget, onStorageUnavailable } from '../lib/storage'
import { attempt } from '../state/attempt'
import { chains } from '../state/chains'
import { config } from '../state/config'
import { siwx } from '../state/siwx'
import { snapshotKey } from './account-snapshot'
import { followTransactions } from './follow-transactions'
import { leaveConnecting, leaveFound } from './leave-connecting'
import { followOffline } from './offline'
import { onChange } from './on-change'
import { promptNetwork } from './prompt-network'
import { report } from './report'
import { watchSignIn } from './sign-in-watch'
import { followRecent } from './used-wallets'

/** What follows a connection; loads right behind what makes one, so it looks at what there is already. Returns its stop. */
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
    // What it held is not for whoever uses this tab next.
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

/** Nothing is counted, nor is the code for it loaded, unless `analytics-url` says where to. Returns its stop. */
function countWhereAsked(): () => void {
  let end: Promise<() => void> | undefined
  const stop = () => {
    void end?.then((each) => each()).catch(() => {})
    end = undefined
  }
  const look = () => {
    stop()
    const url = config.analyticsUrl
    if (url) end = import('./analytics').then(({ startAnalytics }) => startAnalytics(url))
    end?.catch((cause: unknown) => console.warn('<wallet-modal> analytics did not load', cause))
  }
  look()
  const unfollow = onChange([config], () => config.analyticsUrl, look)
  return () => {
    unfollow()
    stop()
  }
}

let told = false

/** Tells the visitor, once a page, that this browser will not know the wallet the next time. Returns its stop. */
function tellForgetful(): () => void {
  return onStorageUnavailable(async () => {
    if (told) return
    told = true
    // They hold its words.
    await import('../lib/later-errors').catch(() => {})
    report(new WalletError('STORAGE_UNAVAILABLE'))
  })
}
