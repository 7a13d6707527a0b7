import { onChange } from '../src/controllers/on-change'
import { ownSiwx } from '../src/controllers/own-siwx'
import { untilDone } from '../src/lib/when-loaded'
import { config } from '../src/state/config'
import { auth } from '../src/state/login'
import { siwx } from '../src/state/siwx'
import { support } from '../src/state/support'
import type { Tell } from './events'
import { frozen } from './public-state'

/** Fires events for sign-in (SIWX) and the app's own login, including current ones. Returns a function that stops it. */
export function tellOfSessions(tell: Tell): () => void {
  let signedIn: typeof siwx.session
  const tellSession = () => {
    const { session } = siwx
    if (session === signedIn) return
    if (signedIn) tell('wallet-signed-out', { caipAddress: `${signedIn.data.chainId}:${signedIn.data.accountAddress}` })
    if (session) tell('wallet-signed-in', { session: frozen(session) })
    signedIn = session
  }
  let loggedIn: string | undefined
  const tellLogin = () => {
    const { user, operator } = auth
    const now = user && `${user.id} ${operator}`
    if (now === loggedIn) return
    loggedIn = now
    if (!user) return tell('wallet-logout', {})
    const seen = support.views.map((each) => ({ ...each }))
    return tell('wallet-login', { user, ...(operator && { operator }), ...(seen.length > 0 && { assists: seen }) })
  }
  tellSession()
  tellLogin()
  // Only known now to be needed, and perhaps gone from the URL by the time its code is there or somebody logs in.
  if (config.loginUrl || ownSiwx.login) {
    const { search } = location
    if (new URLSearchParams(search).has('ref'))
      void untilDone(async () => (await import('../src/controllers/referral')).keepReferral(search))
  }
  const stops = [
    onChange([siwx], () => siwx.session, tellSession),
    onChange([auth], () => `${auth.user?.id} ${auth.operator}`, tellLogin),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
