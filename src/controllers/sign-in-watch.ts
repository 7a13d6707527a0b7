import { WalletError } from '../lib/errors'
import { chains } from '../state/chains'
import { config } from '../state/config'
import { siwx } from '../state/siwx'
import { onChange } from './on-change'
import { report } from './report'

/** Sign-in follows the account; what does it loads with the first account on a page that wants it. Returns its stop. */
export function watchSignIn(): () => void {
  let started = false
  let stop: (() => void) | undefined
  const wanted = () => config.signInMode !== 'off' && chains.active.caipAddress !== undefined
  const stopWatching = onChange([chains, config], wanted, (now) => {
    if (!now || started) return
    started = true
    siwx.checking = true
    import('./siwx').then(
      ({ startSiwx }) => {
        if (started) stop = startSiwx()
      },
      (cause) => {
        started = siwx.checking = false
        report(new WalletError('SIGN_IN_FAILED', { cause }))
      },
    )
  })
  return () => {
    started = false
    stopWatching()
    stop?.()
  }
}
