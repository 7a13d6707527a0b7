import type { Siwx } from '../lib/siwx'
import { config } from '../state/config'
import { builtInSiwx } from './built-in-siwx'
import { onChange } from './on-change'
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
  const siwe = ownSiwe()
  if (siwe) return siwxOf(siwe)
  return hasLogin() ? loginSiwx : builtInSiwx
}

/** The host's older way, unless it is switched off. */
export function ownSiwe(): unknown {
  const { siweConfig } = ownSiwx as { siweConfig?: { readonly enabled?: boolean } }
  return siweConfig?.enabled === false ? undefined : siweConfig
}

/** What tells one way from another: a host may bring its own only when the page is at work. The same one, made anew, is no change. */
export const wayToSignIn = (): string => `${config.loginUrl} ${config.ownSignIn}`

/** Whether the app has a backend of its own that logs in. */
export const hasLogin = (): boolean => Boolean(config.loginUrl || ownSiwx.login)

/** Starts the login layer where the app has one, as soon as it has. Returns its stop. */
export function followLogin(): () => void {
  let begun = false
  let stopped = false
  const stops: (() => void)[] = []
  const begin = async () => {
    if (begun || !hasLogin()) return
    begun = true
    // Where it does not load, the sign-in that needs it says so.
    const layer = await import('./login').catch(() => undefined)
    if (layer && !stopped) stops.push(layer.startLogin())
  }
  stops.push(onChange([config], wayToSignIn, begin))
  void begin()
  return () => {
    stopped = true
    for (const stop of stops) stop()
  }
}
