import { parseCaipAddress } from '../lib/caip'
import { WalletError } from '../lib/errors'
import { originOf } from '../lib/origin'
import { chains } from '../state/chains'
import { config } from '../state/config'
import { auth } from '../state/login'
import { expire, giveWay } from './login'
import { dropToken, freshToken, mayBeOver, renewToken, timesDropped } from './login-token'
import { sessionsKnown } from './restore'
import { siwxInUse } from './siwx-source'

/**
 * `fetch` with the login's access token, which is renewed silently. A GET or HEAD answered with 401 is sent once more with a new
 * token; anything else is the caller's to repeat. Only to the backend and the page's own origin. Throws LOGIN_REQUIRED,
 * LOGIN_TARGET_REFUSED, LOGIN_EXPIRED.
 */
export async function loginFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const request = new Request(input, init)
  refuseElsewhere(request)
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  const spare = isRead ? request.clone() : undefined
  const used = (await inHand()) ?? (await foundAgain()) ?? (await renewed())
  const { user } = auth
  const response = await send(request, used)
  if (response.status !== 401) return response
  // Somebody else may have logged in before this answer came: it was no request of theirs.
  if (auth.user?.id !== user?.id) throw new WalletError('LOGIN_REQUIRED')
  // Another tab may have renewed the token before this answer came.
  const newer = freshToken()
  const token = newer && newer !== used ? newer : await renewed()
  return spare ? send(spare, token) : response
}

function refuseElsewhere({ url }: Request): void {
  const own = [config.loginUrl ?? '', location.origin].flatMap((each) => originOf(each) ?? [])
  if (!own.includes(originOf(url) ?? '')) throw new WalletError('LOGIN_TARGET_REFUSED')
}

function send(request: Request, token: string): Promise<Response> {
  // While the token was renewed the page may have switched to another backend: then the token is for that one.
  refuseElsewhere(request)
  const headers = new Headers(request.headers)
  headers.set('authorization', `Bearer ${token}`)
  return fetch(new Request(request, { headers }))
}

/** The token held here. Where it may have ended while the device slept it is renewed first, as a refused write is not sent again. */
async function inHand(): Promise<string | undefined> {
  if (!freshToken() || !mayBeOver()) return freshToken()
  const before = timesDropped()
  // If there is no new one, the backend says whether it still takes this one.
  await renewToken().catch(() => {})
  if (before !== timesDropped()) throw new WalletError('LOGIN_REQUIRED')
  return freshToken()
}

/** The token of the user who was logged in before a reload, if that was not restored yet. Throws LOGIN_UNAVAILABLE. */
async function foundAgain(): Promise<string | undefined> {
  if (auth.user) return undefined
  await sessionsKnown()
  const { caipAddress } = chains.active
  if (!caipAddress || config.signInMode === 'off') return undefined
  const { networkId, address } = parseCaipAddress(caipAddress)
  const [found] = await siwxInUse().getSessions(networkId, address)
  // If the backend did not answer when the page loaded, the sign-in view is open; it can go now.
  if (found) void import('./siwx').then(({ lookAgain }) => lookAgain())
  return freshToken()
}

async function renewed(): Promise<string> {
  if (!auth.user) throw new WalletError('LOGIN_REQUIRED')
  const { id } = auth.user
  const before = timesDropped()
  // The token of an operator's support view is never renewed.
  const user = auth.operator ? undefined : await renewToken()
  // The user has logged out meanwhile, perhaps to log in again: nothing has expired.
  if (before !== timesDropped()) throw new WalletError('LOGIN_REQUIRED')
  const token = freshToken()
  if (user?.id === id && token) return token
  if (auth.operator) dropToken()
  else if (user) await giveWay()
  else await expire()
  throw new WalletError('LOGIN_EXPIRED')
}
