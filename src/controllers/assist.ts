import { adapters } from '../adapters'
import { askAssist, askChallenge } from '../api/login'
import { parseCaipAddress } from '../lib/caip'
import { WalletError } from '../lib/errors'
import { httpStatus } from '../lib/http'
import type { LoginUser } from '../lib/login-user'
import { chains } from '../state/chains'
import { auth } from '../state/login'
import { action } from './action'
import { disconnect, walletOf } from './connection'
import { endSession } from './login'
import { named, readChallenge, usual } from './login-siwx'
import { dropToken, ofBackend, takeToken } from './login-token'

/** How long a support view lasts at most. */
const ASSIST_TTL_S = 900
/** How often the device's clock is read during one. */
const LOOK_MS = 10_000

/** The account to view, as a CAIP-10 id, and why, in words for its user. */
export type AssistOptions = { readonly target: string; readonly reason: string }

/**
 * Lets the connected operator view another account, read only, for at most 15 minutes (DECISIONS 8); resolves to its user.
 * The operator's own session and connection end. Throws LOGIN_REQUIRED, ASSIST_REFUSED, SIGN_IN_MISMATCH, USER_REJECTED.
 */
export const assist = action('ASSIST_REFUSED', async ({ target, reason }: AssistOptions): Promise<LoginUser> => {
  const { caipAddress } = chains.active
  if (!caipAddress) throw new WalletError('LOGIN_REQUIRED')
  const { networkId: chain, namespace, address } = parseCaipAddress(caipAddress)
  const loaded = await adapters[namespace]?.load?.()
  if (!loaded) throw new WalletError('ADAPTER_NOT_FOUND')
  let own: string | undefined
  try {
    const asked = { address, chain, accountType: 'eoa', ref: null, assist: target } as const
    const { challengeId, message } = await named(() => ofBackend((client) => askChallenge(client, asked)))
    const { resources, requestId } = readChallenge(message, { address, chain })
    const isAsked = resources?.length === 1 && resources[0]?.toLowerCase() === `urn:wm:assist:${target}`.toLowerCase()
    if (!isAsked || requestId !== challengeId) throw new WalletError('SIGN_IN_MISMATCH')
    const signature = usual(await loaded.adapter.signMessage(walletOf(namespace), address, message), chain)
    const input = { challengeId, signature, cacao: null, target, reason, ttl: ASSIST_TTL_S }
    const { act, ...granted } = await named(() => ofBackend((client) => askAssist(client, input)))
    own = auth.user?.id
    // Before endSession and disconnect, so that those end the operator's own session and not this one.
    takeToken(granted, act.sub)
    endAfter(granted.expiresIn * 1000)
  } catch (cause) {
    const status = httpStatus(cause)
    throw status && status >= 400 && status < 429 ? new WalletError('ASSIST_REFUSED', { cause }) : cause
  }
  await endSession(own)
  await disconnect()
  if (!auth.user) throw new WalletError('LOGIN_EXPIRED')
  return auth.user
})

/** Ends the present view: a page that makes no further request must not show the other account for longer. */
function endAfter(lifeMs: number): void {
  const [view, until] = [auth.user, Date.now() + lifeMs]
  const end = () => {
    clearTimeout(timer)
    clearInterval(looking)
    if (auth.user === view) dropToken()
  }
  const timer = setTimeout(end, lifeMs)
  // Timers stand still while the device sleeps, or the page is in the back-forward cache.
  const looking = setInterval(() => {
    if (auth.user !== view || Date.now() >= until) end()
  }, LOOK_MS)
}
