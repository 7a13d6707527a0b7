import type { Siwx } from '../lib/siwx'
import { config } from '../state/config'
import { builtInSiwx } from './built-in-siwx'
import { ownSiwx } from './own-siwx'
import { siwxOf } from './siwe-config'

const login = async () => (await import('./login-siwx')).loginSiwx

/** The login layer's way, which loads when it is used. Its backend writes a message for one account, so that has to be known. */
const loginSiwx: Siwx = {
  oneClick: false,
  createMessage: async (input) => (await login()).createMessage(input),
  getSessions: async (chainId, address) => (await login()).getSessions(chainId, address),
  addSession: async (session) => (await login()).addSession(session),
  revokeSession: async (chainId, address) => (await login()).revokeSession(chainId, address),
  setSessions: async (sessions) => (await login()).setSessions?.(sessions),
}

/** How this page signs in: the host's own way, the login layer's where there is a backend, or the built-in one. */
export function siwxInUse(): Siwx {
  if (ownSiwx.siwx) return ownSiwx.siwx as Siwx
  if (ownSiwx.siweConfig) return siwxOf(ownSiwx.siweConfig)
  return hasLogin() ? loginSiwx : builtInSiwx
}

/** Whether the app has a backend of its own that logs in. */
export const hasLogin = (): boolean => Boolean(config.loginUrl || ownSiwx.login)

/** Starts the login layer where the app has one. Returns its stop. */
export function followLogin(): () => void {
  let stop: (() => void) | undefined
  let stopped = !hasLogin()
  if (!stopped)
    void import('./login').then(
      ({ startLogin }) => {
        if (!stopped) stop = startLogin()
      },
      // The sign-in that needs it says so.
      () => {},
    )
  return () => {
    stopped = true
    stop?.()
  }
}
