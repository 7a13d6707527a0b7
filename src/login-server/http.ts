import type { Caller } from './challenge'
import type { Login, Session } from './login'
import { readText } from './read-text'
import { LoginRefusal, problemOf } from './refusal'

const MAX_BODY_BYTES = 16_384
const COOKIE = '__Host-wm_rt'
const COOKIE_LIFE_S = 7 * 24 * 3_600
const REQUEST_HEADERS = 'content-type, authorization, x-wm, x-wm-logout'

/** How a login is served. */
export type HttpOptions = {
  /** The page's origins, as `createLogin` has them. */
  readonly origins: readonly string[]
  /** `cross-site` if page and backend are on different sites: `SameSite=None; Partitioned`. Default: `same-site`. */
  readonly cookie?: 'same-site' | 'cross-site' | undefined
  /** Path before `auth/…`, with or without slashes; default `/`. */
  readonly basePath?: string | undefined
  /** Told of each refusal, for a log. The client is not told its `cause`, e.g. which endpoint of a chain gave no answer. */
  readonly onRefusal?: ((refusal: LoginRefusal, request: Request) => void) | undefined
}

/**
 * Answers the three routes of the login layer, `undefined` for any other path. `ip` is the client's address as known to the server.
 * Works with every framework that has the Fetch API's Request and Response. Rejects only with errors that are no refusal, e.g. the
 * storage's.
 */
export type LoginHandler = (request: Request, ip: string) => Promise<Response | undefined>

/** Serves a login over HTTP: JSON, the refresh token in an HttpOnly cookie, errors as RFC 9457. */
export function loginHandler(login: Login, options: HttpOptions): LoginHandler {
  const { origins, cookie = 'same-site', basePath = '/', onRefusal } = options
  const base = `/${basePath}/`.replace(/\/+/g, '/')
  const allowed = new Set(origins)
  // A log that fails, or is slow, is not the client's business.
  const tell = async (refusal: LoginRefusal, request: Request) => {
    try {
      await onRefusal?.(refusal, request)
    } catch (cause) {
      console.error('wallet-login: onRefusal failed', cause)
    }
  }
  return async (request, ip) => {
    const { pathname } = new URL(request.url)
    const name = pathname.startsWith(base) ? pathname.slice(base.length).replace(/\/$/, '') : ''
    const route = Object.hasOwn(routes, name) ? routes[name] : undefined
    if (!route) return undefined
    const origin = request.headers.get('origin') ?? ''
    const headers = new Headers({ 'cache-control': 'no-store' })
    if (allowed.has(origin)) corsHeaders(headers, origin)
    else headers.set('vary', 'Origin')
    if (request.method === 'OPTIONS') return new Response(null, { status: allowed.has(origin) ? 204 : 403, headers })
    try {
      refuseForeign(request, allowed.has(origin), cookie)
      const { status, body, token } = await route(login, request, { origin, ip })
      if (token !== undefined) setCookie(headers, request, token, cookie)
      return body === undefined ? new Response(null, { status, headers }) : answer(status, body, 'application/json', headers)
    } catch (error) {
      const refusal = error instanceof LoginRefusal ? error : undefined
      if (!refusal) throw error
      if (refusal.code === 'refresh_reused' || refusal.code === 'refresh_invalid') setCookie(headers, request, '', cookie)
      void tell(refusal, request)
      if (refusal.retryAfterMs !== undefined) headers.set('retry-after', String(Math.ceil(refusal.retryAfterMs / 1000)))
      return answer(refusal.status, problemOf(refusal), 'application/problem+json', headers)
    }
  }
}

/** Headers that let a page of an allowed origin read an answer, with cookies. */
export function corsHeaders(headers: Headers, origin: string): void {
  headers.set('access-control-allow-origin', origin)
  if (!/\borigin\b/i.test(headers.get('vary') ?? '')) headers.append('vary', 'Origin')
  headers.set('access-control-allow-credentials', 'true')
  headers.set('access-control-allow-headers', REQUEST_HEADERS)
  headers.set('access-control-allow-methods', 'GET, HEAD, POST, PUT, PATCH, DELETE')
  headers.set('access-control-expose-headers', 'date, retry-after')
  headers.set('access-control-max-age', '600')
}

/** The access token of a request (RFC 6750), `undefined` without one. */
export const bearerOf = (request: Request): string | undefined =>
  /^Bearer ([\w.-]+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]

type Result = { readonly status: number; readonly body?: unknown; readonly token?: string }
type Route = (login: Login, request: Request, caller: Caller) => Promise<Result>

const routes: Readonly<Record<string, Route>> = {
  'auth/login-dapp': async (login, request, caller) => {
    const body = await readBody(request)
    if ('challengeId' in body) {
      const { refreshToken, accessToken, expiresIn, user, assists } = await login.signIn(body, caller)
      const told = assists.length > 0 ? { assists } : {}
      return { status: 200, body: { status: 'ok', accessToken, expiresIn, user, ...told }, token: refreshToken }
    }
    const { id, message, issuedAt, expiresAt } = await login.challenge(body, caller)
    const times = { expiresAt: new Date(expiresAt).toISOString(), serverTime: new Date(issuedAt).toISOString() }
    return { status: 200, body: { status: 'challenge', challengeId: id, message, ...times } }
  },
  'auth/refresh-token': async (login, request) => {
    await readBody(request)
    const tokens = refreshTokensOf(request)
    if (request.headers.get('x-wm-logout') === '1') {
      for (const each of tokens) await login.signOut(each)
      return { status: 204, token: '' }
    }
    const token = tokens.at(-1)
    if (!token) throw new LoginRefusal('refresh_invalid')
    const { accessToken, expiresIn, user, refreshToken } = await login.refresh(token)
    return { status: 200, body: { accessToken, expiresIn, user }, token: refreshToken } satisfies Result & {
      body: Omit<Session, 'refreshToken'>
    }
  },
  'auth/login-wallet-by-admin': async (login, request, caller) => ({
    status: 201,
    body: await login.assist(await readBody(request), caller),
  }),
}

// Three checks against foreign pages, which cannot send the required header, content type or origin.
function refuseForeign(request: Request, isAllowed: boolean, cookie: CookieKind): void {
  if (request.method !== 'POST') throw new LoginRefusal('not_found')
  const site = request.headers.get('sec-fetch-site')
  if (!isAllowed || (site === 'cross-site' && cookie === 'same-site')) throw new LoginRefusal('origin_not_allowed')
  const type = request.headers.get('content-type')
  if (request.headers.get('x-wm') !== '1' || (type !== null && !/^application\/json\b/i.test(type)))
    throw new LoginRefusal('bad_request')
}

async function readBody(request: Request): Promise<Record<string, unknown>> {
  if (request.bodyUsed || request.body?.locked) throw new LoginRefusal('body_missing')
  const text = await readText(request.body, MAX_BODY_BYTES).catch((cause) => {
    throw new LoginRefusal('bad_request', undefined, { cause })
  })
  if (text === undefined) throw new LoginRefusal('body_too_large')
  if (text === '') {
    if (Number(request.headers.get('content-length')) > 0) throw new LoginRefusal('body_missing')
    return {}
  }
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch (cause) {
    throw new LoginRefusal('bad_request', undefined, { cause })
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new LoginRefusal('bad_request')
  return body as Record<string, unknown>
}

type CookieKind = 'same-site' | 'cross-site'

/**
 * A partitioned cookie does not replace the other kind, set before the option was changed: for a while a browser may have both, of which
 * it sends the older first (RFC 6265).
 */
function refreshTokensOf(request: Request): readonly string[] {
  const cookies = (request.headers.get('cookie') ?? '').split(';').map((each) => each.trim().split('='))
  return cookies.flatMap(([name, token = '']) => (name === COOKIE && /^[\w-]{43}$/.test(token) ? [token] : [])).slice(-2)
}

/** Sets the cookie, and deletes the old kind: it would be taken again once this one is gone. */
function setCookie(headers: Headers, request: Request, token: string, kind: CookieKind): void {
  const isTwice = refreshTokensOf(request).length > 1
  if (isTwice) headers.append('set-cookie', cookieOf('', kind === 'cross-site' ? 'same-site' : 'cross-site'))
  headers.append('set-cookie', cookieOf(token, kind))
}

function cookieOf(token: string, kind: CookieKind): string {
  const site = kind === 'cross-site' ? 'SameSite=None; Partitioned' : 'SameSite=Strict'
  return `${COOKIE}=${token}; Path=/; Max-Age=${token ? COOKIE_LIFE_S : 0}; HttpOnly; Secure; ${site}`
}

function answer(status: number, body: unknown, type: string, headers: Headers): Response {
  headers.set('content-type', type)
  return new Response(JSON.stringify(body), { status, headers })
}
