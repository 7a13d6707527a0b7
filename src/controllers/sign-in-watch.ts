import { WalletError } from '../lib/errors'
import { WATCH } from '../lib/wallet'
import { chains } from '../state/chains'
import { config } from '../state/config'
import { siwx } from '../state/siwx'
import { onChange } from './on-change'
import { report } from './report'

/** Starts sign-in with the first account, if the page wants one; its code loads then. Returns its stop. */
export function watchSignIn(): () => void {
  let load: Promise<() => void> | undefined
  const wanted = () =>
    config.signInMode !== 'off' && chains.active.caipAddress !== undefined && chains.active.connectorId !== WATCH
  const look = () => {
    if (!wanted() || load) return
    siwx.checking = true
    load = import('./siwx').then(({ startSiwx }) => startSiwx())
    load.catch((cause: unknown) => {
      load = undefined
      siwx.checking = false
      report(new WalletError('SIGN_IN_FAILED', { cause }))
    })
  }
  look()
  const stop = onChange([chains, config], wanted, look)
  return () => {
    stop()
    void load?.then((end) => end()).catch(() => {})
  }
}
