import { web3Key } from '../api/login-storage'
import { WalletError } from '../lib/errors'
import { forgetAll, remember } from '../lib/storage'
import { untilDone } from '../lib/when-loaded'
import { chains } from '../state/chains'
import { config, NO_REFERRAL } from '../state/config'
import { auth } from '../state/login'
import { reset } from '../state/store'
import { NO_ADDRESS, web3 } from '../state/web3'
import { connectedNamespaces, disconnect } from './connection'
import { dropToken, isReplaced, isUnheard, joinLoginTabs, noteUnheard, renewToken, tellEnded, tellLogOut } from './login-token'
import { logOutBefore } from './login-turns'
import { openAnywhere } from './modal'
import { onChange } from './on-change'
import { keepReferral } from './referral'
import { report } from './report'
import { signInStep } from './sign-in-step'
import { isLoginInUse } from './siwx-source'

/** The backend has this long to hear that somebody has logged out. */
const LOGOUT_LIMIT_MS = 5_000

/** Starts the login layer: the web3 store follows the wallet, this tab the others. Returns its stop. */
export function startLogin(): () => void {
  followWallet()
  const over = new AbortController()
  const { search } = location
  void untilDone(() => keepReferral(search), over.signal)
  const stops = [
    () => over.abort(),
    onChange([chains, auth], () => `${chains.active.address} ${auth.operator}`, followWallet),
    // A token of one backend is worth nothing at another, nor where the page signs in otherwise by now.
    onChange([config], () => `${config.loginUrl} ${isLoginInUse()}`, dropToken),
    // Also a token that is held without a login here.
    joinLoginTabs((whose) => {
      const isOther = whose && auth.user && auth.user.id !== whose
      if (!auth.operator && !isOther) dropToken()
    }),
    askOnReturn(),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** The connected flag and the address (specification §4); none while an operator looks at somebody's account. */
function followWallet(): void {
  const address = auth.operator ? undefined : chains.active.address
  Object.assign(web3, { isConnected: address !== undefined, address: address ?? NO_ADDRESS })
  remember(web3Key, { ...web3 })
}

/**
 * A page restored from the back/forward cache asks the backend whether its user is still logged in. A log-out that the backend has not
 * heard of yet is told at the start and when the network comes back. Returns its stop.
 */
function askOnReturn(): () => void {
  const stop = new AbortController()
  const tell = () => {
    if (isUnheard()) renewToken().catch(() => {})
  }
  tell()
  globalThis.addEventListener?.('online', tell, stop)
  const look = async ({ persisted }: PageTransitionEvent) => {
    const { user, operator } = auth
    if (!persisted || !user || operator) return
    // Where the backend gives no answer, the next loginFetch finds out.
    const found = await renewToken().catch(() => user)
    if (auth.user?.id === user.id && found?.id !== user.id) await giveWay()
  }
  globalThis.addEventListener?.('pageshow', look, stop)
  return () => stop.abort()
}

/** Drops this tab's login: in another tab somebody else has logged in, or the user has logged out. The wallet stays and may sign in again. */
export async function giveWay(): Promise<void> {
  dropToken()
  const { lookAfterTabs } = await import('./siwx')
  void lookAfterTabs()
}

/** Ends the login here at once, then at the backend; a failure there is only logged. Never rejects. */
export async function logout(): Promise<void> {
  const { user, operator } = auth
  // The cookie is not of this login: an operator's support view has no session, and another account may have logged in in another tab.
  const isBeside = operator || (isReplaced() && connectedNamespaces().length > 0)
  dropToken()
  if (!isBeside) await endSession(user?.id)
  // The visitor may have come back meanwhile.
  if (connectedNamespaces().length > 0 || auth.user) return
  reset(web3, { isConnected: false, address: NO_ADDRESS })
  for (const chain of Object.values(chains.byNamespace)) if (chain.status === 'disconnected') chain.networkId = undefined
  const owed = isUnheard()
  forgetAll()
  if (owed) noteUnheard()
  auth.ref = NO_REFERRAL
}

/** Ends the session at the backend; a failure is only logged. Never rejects. */
export async function endSession(whose: string | undefined): Promise<void> {
  tellEnded(whose)
  try {
    await signInStep(
      logOutBefore(async () => {
        // Whoever has logged in while this waited has the cookie now.
        if (!isReplaced() && (auth.operator || !auth.user)) await tellLogOut()
      }),
      LOGOUT_LIMIT_MS,
    )
  } catch (cause) {
    console.warn('<wallet-modal> the backend could not be told of the log-out', cause)
  }
}

/** The backend has ended the session: logs out here and shows Connect (SECURITY, fault 75). */
export async function expire(): Promise<void> {
  const whose = auth.user?.id
  dropToken()
  tellEnded(whose)
  if (connectedNamespaces().length > 0) {
    await disconnect()
    openAnywhere('Connect')
  }
  report(new WalletError('LOGIN_EXPIRED'))
}
