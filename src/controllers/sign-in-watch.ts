import { WalletError } from '../lib/errors'
import { untilLoaded } from '../lib/until-loaded'
import { WATCH } from '../lib/wallet'
import { startWhenLoaded } from '../lib/when-loaded'
import { chains } from '../state/chains'
import { config } from '../state/config'
import { siwx } from '../state/siwx'
import { onChange } from './on-change'
import { report } from './report'

const part = () => import('./siwx')

/**
 * Starts sign-in with the first account, if the page wants one; its code loads then. Where that fails it is told once, and asked for
 * until it is there: a required sign-in is not passed by. Returns its stop.
 */
export function watchSignIn(load = part): () => void {
  const over = new AbortController()
  let end: (() => void) | undefined
  const wanted = () =>
    config.signInMode !== 'off' && chains.active.caipAddress !== undefined && chains.active.connectorId !== WATCH
  const look = () => {
    if (!wanted() || end) return
    siwx.checking = true
    const loaded = load().catch((cause: unknown) => {
      siwx.checking = false
      report(new WalletError('SIGN_IN_FAILED', { cause }))
      return untilLoaded(load, over.signal)
    })
    end = startWhenLoaded(loaded, ({ startSiwx }) => startSiwx())
  }
  look()
  const stop = onChange([chains, config], wanted, look)
  return () => {
    stop()
    over.abort()
    end?.()
    siwx.checking = false
  }
}
