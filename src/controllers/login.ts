import { web3Key } from '../api/login-storage'
import { WalletError } from '../lib/errors'
import { forgetAll, remember } from '../lib/storage'
import { whenLoaded } from '../lib/when-loaded'
import { chains } from '../state/chains'
import { config, NO_REFERRAL } from '../state/config'
import { auth } from '../state/login'
import { reset } from '../state/store'
import { NO_ADDRESS, web3 } from '../state/web3'
import { connectedNamespaces, disconnect } from './connection'
import {
  dropToken,
  isReplaced,
  isUnheard,
  joinLoginTabs,
  logOutBefore,
  noteUnheard,
  renewToken,
  tellEnded,
  tellLogOut,
} from './login-token'
import { openAnywhere } from './modal'
import { onChange } from './on-change'
import { keepReferral } from './referral'
import { report } from './report'
import { within } from './within'

/** The backend has this long to hear that somebody has logged out. */
const LOGOUT_LIMIT_MS = 5_000

/** Starts the login layer: the web3 store follows the wallet, this tab the others. Returns its stop. */
export function startLogin(): () => void {
  followWallet()
  whenLoaded(keepReferral(), () => {})
  const stops = [
    onChange([chains, auth], () => `${chains.active.address} ${auth.operator}`, followWallet),
    // Another backend knows nothing of it.
    onChange([config], () => config.loginUrl, dropToken),
    // The token of one who is not logged in here goes too.
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
 * A page that comes back as it was left has not heard who has logged out or in since; the backend knows, which is told here, too, of a
 * log-out that it has not heard of. Returns its stop.
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
    // Where it does not say, loginFetch will.
    const found = await renewToken().catch(() => user)
    if (auth.user?.id === user.id && found?.id !== user.id) await giveWay()
  }
  globalThis.addEventListener?.('pageshow', look, stop)
  return () => stop.abort()
}

/** Another account has logged in since, in another tab, or nobody is: that stays so, and so does the wallet of this one, which may sign in again. */
export async function giveWay(): Promise<void> {
  dropToken()
  const { lookAfterTabs } = await import('./siwx')
  void lookAfterTabs()
}

/** Ends the login here at once, then at the backend; what fails there is told to nobody. Never rejects. */
export async function logout(): Promise<void> {
  const { user, operator } = auth
  // A support view has no session of its own: whoever is logged in beside it stays so, and so does another account with its wallet.
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

/** Ends the session at the backend; what fails there is told to nobody. Never rejects. */
export async function endSession(whose: string | undefined): Promise<void> {
  tellEnded(whose)
  try {
    await within(
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

/** The backend knows the session no more: log-out here, and the ways to connect (SECURITY, fault 75). */
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
