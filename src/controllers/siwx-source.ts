import type { Siwx } from '../lib/siwx'
import { untilLoaded } from '../lib/until-loaded'
import { startWhenLoaded } from '../lib/when-loaded'
import { config } from '../state/config'
import { builtInSiwx } from './built-in-siwx'
import { onChange } from './on-change'
import { ownSiwx } from './own-siwx'
import { siwxOf } from './siwe-config'

const login = async () => (await import('./login-siwx')).loginSiwx

/** The login layer's, which loads when it is used. Not in one click: its backend makes a message for an account that it knows. */
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
  const siwe = ownSiwe()
  if (siwe) return siwxOf(siwe)
  return hasLogin() ? loginSiwx : builtInSiwx
}

/** The host's `siweConfig`, unless it is switched off. */
export function ownSiwe(): unknown {
  const { siweConfig } = ownSiwx as { siweConfig?: { readonly enabled?: boolean } }
  return siweConfig?.enabled === false ? undefined : siweConfig
}

/** A key that changes when the way to sign in does, as when a host sets its own later. Setting the same kind again is no change. */
export const wayToSignIn = (): string => `${config.loginUrl} ${config.ownSignIn} ${isLoginInUse()}`

/** Whether the app has a login backend of its own. */
export const hasLogin = (): boolean => Boolean(config.loginUrl || ownSiwx.login)

/** Whether visitors log in at that backend; a host's own way to sign in goes first. */
export const isLoginInUse = (): boolean => siwxInUse() === loginSiwx

const layer = () => import('./login')

/** Starts the login layer as soon as the app has a login backend. Returns its stop. */
export function followLogin(load = layer): () => void {
  const over = new AbortController()
  let stop: (() => void) | undefined
  const begin = () => {
    // If it does not load, a sign-in meanwhile reports that.
    if (hasLogin()) stop ??= startWhenLoaded(untilLoaded(load, over.signal), ({ startLogin }) => startLogin())
  }
  const unfollow = onChange([config], wayToSignIn, begin)
  begin()
  return () => {
    over.abort()
    unfollow()
    stop?.()
  }
}
