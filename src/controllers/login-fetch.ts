import { parseCaipAddress } from '../lib/caip'
import { WalletError } from '../lib/errors'
import { originOf } from '../lib/origin'
import { chains } from '../state/chains'
import { config } from '../state/config'
import { auth } from '../state/login'
import { expire, giveWay } from './login'
import { dropToken, freshToken, renewToken, timesDropped } from './login-token'
import { sessionsKnown } from './restore'
import { siwxInUse } from './siwx-source'

/**
 * `fetch` with the login's access token, which is renewed without a sound. A GET that comes back 401 is sent once more with a
 * new token, anything else is the caller's to repeat. Only to the backend and the page's own origin. Throws LOGIN_REQUIRED,
 * LOGIN_TARGET_REFUSED, LOGIN_EXPIRED.
 */
export async function loginFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const request = new Request(input, init)
  const own = [config.loginUrl ?? '', location.origin].flatMap((url) => originOf(url) ?? [])
  if (!own.includes(originOf(request.url) ?? '')) throw new WalletError('LOGIN_TARGET_REFUSED')
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  const spare = isRead ? request.clone() : undefined
  const used = freshToken() ?? (await foundAgain()) ?? (await renewed())
  const response = await send(request, used)
  if (response.status !== 401) return response
  // Another tab may have exchanged it before this came back.
  const newer = freshToken()
  const token = newer && newer !== used ? newer : await renewed()
  return spare ? send(spare, token) : response
}

function send(request: Request, token: string): Promise<Response> {
  const headers = new Headers(request.headers)
  headers.set('authorization', `Bearer ${token}`)
  return fetch(new Request(request, { headers }))
}

/** The token of whoever was logged in before a reload, where that is not known yet. Throws LOGIN_UNAVAILABLE. */
async function foundAgain(): Promise<string | undefined> {
  if (auth.user) return undefined
  await sessionsKnown()
  const { caipAddress } = chains.active
  if (!caipAddress || config.signInMode === 'off') return undefined
  const { networkId, address } = parseCaipAddress(caipAddress)
  const [found] = await siwxInUse().getSessions(networkId, address)
  // Where the backend could not be asked as the page loaded, the visitor is being asked to sign in.
  if (found) void import('./siwx').then(({ lookAgain }) => lookAgain())
  return freshToken()
}

async function renewed(): Promise<string> {
  if (!auth.user) throw new WalletError('LOGIN_REQUIRED')
  // A support view is never renewed.
  const [{ id }, before] = [auth.user, timesDropped()]
  const user = auth.operator ? undefined : await renewToken()
  // Who asked has left meanwhile, perhaps to log in anew: nothing has run out.
  if (before !== timesDropped()) throw new WalletError('LOGIN_REQUIRED')
  const token = freshToken()
  if (user?.id === id && token) return token
  if (auth.operator) dropToken()
  else if (user) await giveWay()
  else await expire()
  throw new WalletError('LOGIN_EXPIRED')
}
