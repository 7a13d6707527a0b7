import { describe, expect, test, vi } from 'vitest'
import { bearerOf, corsHeaders, loginHandler } from './http'
import { LoginRefusal } from './refusal'
import { ORIGIN, signedIn, stranger, testLogin, wallet } from './test-login'
import type { LoginStorage } from './types'

const JSON_HEADERS = { origin: ORIGIN, 'x-wm': '1', 'content-type': 'application/json' }
const posted = (path: string, body: string | null, headers: Record<string, string> = JSON_HEADERS) =>
  new Request(`${ORIGIN}/auth/${path}`, { method: 'POST', headers, body })

describe('loginHandler', () => {
  test.each(['', 'constructor', 'toString', '__proto__', 'auth/other'])('does not handle %j', async (path) => {
    const handle = loginHandler(testLogin(), { origins: [ORIGIN] })
    const headers = { origin: ORIGIN, 'x-wm': '1', 'content-type': 'application/json' }
    const request = new Request(`${ORIGIN}/${path}`, { method: 'POST', headers, body: '{}' })
    expect(await handle(request, '192.0.2.1')).toBeUndefined()
  })

  test.each(['/api/', '/api', 'api', 'api/'])('its routes are below the path %s, with and without slashes', async (basePath) => {
    const handle = loginHandler(testLogin(), { origins: [ORIGIN], basePath })
    const post = (path: string) => {
      const headers = { origin: ORIGIN, 'x-wm': '1', 'content-type': 'application/json' }
      return handle(new Request(`${ORIGIN}${path}`, { method: 'POST', headers, body: '{}' }), '192.0.2.1')
    }
    expect((await post('/api/auth/login-dapp'))?.status).toBe(400)
    expect(await post('/auth/login-dapp')).toBeUndefined()
    expect(await post('/apiauth/login-dapp')).toBeUndefined()
  })

  test('a slash behind its routes is not part of them: Next’s trailingSlash redirects there', async () => {
    const handle = loginHandler(testLogin(), { origins: [ORIGIN] })
    const status = async (path: string) => (await handle(posted(path, '{}'), '192.0.2.1'))?.status
    expect([await status('login-dapp/'), await status('refresh-token/'), await status('login-dapp//')]).toEqual([
      400,
      401,
      undefined,
    ])
  })

  test('error: an error of the storage is thrown to the backend, and not shown to the client', async () => {
    const storage = new Proxy({} as LoginStorage, { get: () => () => Promise.reject(new Error('SELECT * FROM secrets')) })
    const handle = loginHandler(testLogin({ storage }), { origins: [ORIGIN] })
    const headers = { origin: ORIGIN, 'x-wm': '1', 'content-type': 'application/json' }
    const body = JSON.stringify({ address: wallet.address, chain: 'eip155:56' })
    const request = new Request(`${ORIGIN}/auth/login-dapp`, { method: 'POST', headers, body })
    await expect(handle(request, '192.0.2.1')).rejects.toThrow('secrets')
  })

  test('error: a log-out that the storage could not keep is not said to be one', async () => {
    const signOut = () => Promise.reject(new Error('disk I/O error'))
    const handle = loginHandler({ ...testLogin(), signOut }, { origins: [ORIGIN] })
    const headers = { origin: ORIGIN, 'x-wm': '1', 'x-wm-logout': '1', cookie: `__Host-wm_rt=${'A'.repeat(43)}` }
    await expect(handle(posted('refresh-token', null, headers), '192.0.2.1')).rejects.toThrow('disk')
  })

  test('error: a body that something read before is told from one that cannot be read', async () => {
    const handle = loginHandler(testLogin(), { origins: [ORIGIN] })
    // As of Express or Fastify after their parser of JSON: the length is still in the headers.
    const headers = { origin: ORIGIN, 'x-wm': '1', 'content-type': 'application/json', 'content-length': '97' }
    const answer = await handle(new Request(`${ORIGIN}/auth/login-dapp`, { method: 'POST', headers }), '192.0.2.1')
    expect(await answer?.json()).toMatchObject({ status: 400, code: 'body_missing', title: expect.stringMatching(/parser/) })
  })

  test('error: so is one that was read from the same Request, as in Hono or Next', async () => {
    const request = posted('login-dapp', JSON.stringify({ address: wallet.address, chain: 'eip155:56' }))
    await request.json()
    const answer = await loginHandler(testLogin(), { origins: [ORIGIN] })(request, '192.0.2.1')
    expect(await answer?.json()).toMatchObject({ status: 400, code: 'body_missing' })
  })

  test('error: and one that something else is about to read', async () => {
    const request = posted('login-dapp', JSON.stringify({ address: wallet.address, chain: 'eip155:56' }))
    request.body?.getReader()
    const answer = await loginHandler(testLogin(), { origins: [ORIGIN] })(request, '192.0.2.1')
    expect(await answer?.json()).toMatchObject({ status: 400, code: 'body_missing' })
  })

  test('error: a client that leaves while it sends is no error of the backend, which strangers could fill its log with', async () => {
    const body = new ReadableStream({ pull: (sent) => sent.error(new Error('aborted')) })
    const init = { method: 'POST', headers: JSON_HEADERS, body, duplex: 'half' }
    const request = new Request(`${ORIGIN}/auth/login-dapp`, init)
    expect((await loginHandler(testLogin(), { origins: [ORIGIN] })(request, '192.0.2.1'))?.status).toBe(400)
  })

  test.each(['GET', 'HEAD', 'PUT', 'DELETE'])('error: %s is 404', async (method) => {
    const handle = loginHandler(testLogin(), { origins: [ORIGIN] })
    const headers = { origin: ORIGIN, 'x-wm': '1', cookie: `__Host-wm_rt=${'A'.repeat(43)}` }
    for (const route of ['login-dapp', 'refresh-token', 'login-wallet-by-admin'])
      expect((await handle(new Request(`${ORIGIN}/auth/${route}`, { method, headers }), '192.0.2.1'))?.status).toBe(404)
  })

  test('a text to sign comes with its end and the time of the server', async () => {
    const asked = posted('login-dapp', JSON.stringify({ address: wallet.address, chain: 'eip155:56' }))
    const answer = await loginHandler(testLogin(), { origins: [ORIGIN] })(asked, '192.0.2.1')
    const times = { expiresAt: '2026-11-21T12:05:00.000Z', serverTime: '2026-11-21T12:00:00.000Z' }
    expect(await answer?.json()).toMatchObject({ status: 'challenge', ...times })
  })

  test('a body has at most 16 kB', async () => {
    const handle = loginHandler(testLogin(), { origins: [ORIGIN] })
    const sent = async (bytes: number) => (await handle(posted('login-dapp', `{${' '.repeat(bytes - 3)}é`), '192.0.2.1'))?.status
    expect([await sent(16_384), await sent(16_385)]).toEqual([400, 413])
  })

  test('JSON may name its encoding, and is an object', async () => {
    const handle = loginHandler(testLogin(), { origins: [ORIGIN] })
    const named = { ...JSON_HEADERS, 'content-type': 'application/json; charset=utf-8' }
    const asked = JSON.stringify({ address: wallet.address, chain: 'eip155:56' })
    expect((await handle(posted('login-dapp', asked, named), '192.0.2.1'))?.status).toBe(200)
    for (const body of ['[]', 'null', '7'])
      expect((await handle(posted('refresh-token', body, named), '192.0.2.1'))?.status).toBe(400)
  })

  const foreign: [string, Record<string, string>, number][] = [
    ['from another page', { ...JSON_HEADERS, origin: 'https://evil.example' }, 403],
    ['from another site', { ...JSON_HEADERS, 'sec-fetch-site': 'cross-site' }, 403],
    ['without our header', { origin: ORIGIN, 'content-type': 'application/json' }, 400],
    ['as plain text', { ...JSON_HEADERS, 'content-type': 'text/plain' }, 400],
  ]
  test.each(foreign)('error: a request %s starts, renews, ends and views no session', async (_, headers, status) => {
    const names = ['challenge', 'signIn', 'refresh', 'signOut', 'assist'] as const
    const login = { ...testLogin(), ...Object.fromEntries(names.map((name) => [name, vi.fn()])) }
    const handle = loginHandler(login, { origins: [ORIGIN] })
    const cookie = `__Host-wm_rt=${'A'.repeat(43)}`
    for (const path of ['login-dapp', 'refresh-token', 'login-wallet-by-admin'])
      for (const more of [{}, { 'x-wm-logout': '1' }])
        expect((await handle(posted(path, '{}', { ...headers, ...more, cookie }), '192.0.2.1'))?.status).toBe(status)
    for (const name of names) expect(login[name]).not.toHaveBeenCalled()
  })

  test('its answers vary by origin, listed or not; only the listed one may go on', async () => {
    const handle = loginHandler(testLogin(), { origins: [ORIGIN] })
    for (const [origin, status] of [[ORIGIN, 204] as const, ['https://evil.example', 403] as const]) {
      const answer = await handle(
        new Request(`${ORIGIN}/auth/login-dapp`, { method: 'OPTIONS', headers: { origin } }),
        '192.0.2.1',
      )
      expect([answer?.status, answer?.headers.get('vary')]).toEqual([status, 'Origin'])
    }
  })
})

test.each([
  ['bad_request', 400],
  ['bad_signature', 401],
  ['token_invalid', 401],
  ['origin_not_allowed', 403],
  ['read_only', 403],
  ['target_not_allowed', 403],
  ['challenge_used', 409],
  ['challenge_expired', 410],
  ['chain_not_supported', 422],
  ['too_many_requests', 429],
  ['verifier_unavailable', 503],
] as const)('error: %s is %i, in words of ours alone, and kept by no cache', async (code, status) => {
  const handle = loginHandler({ ...testLogin(), challenge: () => Promise.reject(new LoginRefusal(code)) }, { origins: [ORIGIN] })
  const answer = await handle(posted('login-dapp', '{"address":"a text of a stranger"}'), '192.0.2.1')
  const told = ['content-type', 'cache-control'].map((name) => answer?.headers.get(name))
  expect([answer?.status, ...told]).toEqual([status, 'application/problem+json', 'no-store'])
  expect(await answer?.json()).toEqual({ type: 'about:blank', title: new LoginRefusal(code).message, status, code })
})

describe('a refused refresh', () => {
  /** The client’s answer if the refresh is refused so. */
  async function refused(refusal: LoginRefusal) {
    const handle = loginHandler({ ...testLogin(), refresh: () => Promise.reject(refusal) }, { origins: [ORIGIN] })
    const headers = { origin: ORIGIN, 'x-wm': '1', cookie: `__Host-wm_rt=${'A'.repeat(43)}` }
    const answer = await handle(new Request(`${ORIGIN}/auth/refresh-token`, { method: 'POST', headers }), '192.0.2.1')
    return [answer?.status, answer?.headers.get('set-cookie'), answer?.headers.get('retry-after')]
  }

  test.each(['refresh_invalid', 'refresh_reused'] as const)('deletes a useless cookie: %s', async (code) => {
    const gone = '__Host-wm_rt=; Path=/; Max-Age=0; HttpOnly; Secure; SameSite=Strict'
    expect(await refused(new LoginRefusal(code))).toEqual([401, gone, null])
  })

  test('error: keeps it if the chains do not answer; Retry-After is rounded up to whole seconds', async () => {
    expect(await refused(new LoginRefusal('verifier_unavailable'))).toEqual([503, null, null])
    expect(await refused(new LoginRefusal('too_many_requests', 45_500))).toEqual([429, null, '46'])
  })
})

describe('a page on another site than its backend', () => {
  async function logIn(cookie: 'cross-site' | undefined) {
    const handle = loginHandler(testLogin(), { origins: [ORIGIN], ...(cookie && { cookie }) })
    const headers = { origin: ORIGIN, 'x-wm': '1', 'content-type': 'application/json', 'sec-fetch-site': 'cross-site' }
    const post = (body: object) => {
      const url = 'https://login.example/auth/login-dapp'
      return handle(new Request(url, { method: 'POST', headers, body: JSON.stringify(body) }), '192.0.2.1')
    }
    const asked = await post({ address: wallet.address, chain: 'eip155:56' })
    const { challengeId, message } = (await asked?.json()) ?? {}
    return challengeId ? post({ challengeId, signature: await wallet.signMessage({ message }) }) : asked
  }

  test('logs in if the backend allows that, with a partitioned cookie', async () => {
    const answer = await logIn('cross-site')
    expect(answer?.status).toBe(200)
    expect(answer?.headers.get('set-cookie')).toMatch(/; HttpOnly; Secure; SameSite=None; Partitioned$/)
  })

  test('and logs out: a cookie is deleted with the attributes that it was set with', async () => {
    const handle = loginHandler(testLogin(), { origins: [ORIGIN], cookie: 'cross-site' })
    const answer = await handle(posted('refresh-token', null, { origin: ORIGIN, 'x-wm': '1', 'x-wm-logout': '1' }), '192.0.2.1')
    const gone = '__Host-wm_rt=; Path=/; Max-Age=0; HttpOnly; Secure; SameSite=None; Partitioned'
    expect([answer?.status, answer?.headers.get('set-cookie')]).toEqual([204, gone])
  })

  test('error: is refused otherwise', async () => {
    expect((await logIn(undefined))?.status).toBe(403)
  })

  describe('of two cookies, after a change of the option', () => {
    const both = ['A', 'B'].map((letter) => `__Host-wm_rt=${letter.repeat(43)}`).join('; ')

    test('the newer is taken, which browsers send last', async () => {
      const refresh = vi.fn(() => Promise.reject(new LoginRefusal('refresh_invalid')))
      const handle = loginHandler({ ...testLogin(), refresh }, { origins: [ORIGIN], cookie: 'cross-site' })
      await handle(posted('refresh-token', null, { origin: ORIGIN, 'x-wm': '1', cookie: both }), '192.0.2.1')
      expect(refresh.mock.calls).toEqual([['B'.repeat(43)]])
    })

    test('a log-out ends the sessions of both: the older one would be sent from then on', async () => {
      const login = testLogin()
      const sessions = [await signedIn(login), await signedIn(login, stranger)]
      const cookie = sessions.map(({ refreshToken }) => `__Host-wm_rt=${refreshToken}`).join('; ')
      const handle = loginHandler(login, { origins: [ORIGIN], cookie: 'cross-site' })
      await handle(posted('refresh-token', null, { origin: ORIGIN, 'x-wm': '1', 'x-wm-logout': '1', cookie }), '192.0.2.1')
      for (const { refreshToken } of sessions)
        await expect(login.refresh(refreshToken)).rejects.toMatchObject({ code: 'refresh_reused' })
    })

    test('of many more, which no browser has, the last two are looked up', async () => {
      const signOut = vi.fn(async () => {})
      const handle = loginHandler({ ...testLogin(), signOut }, { origins: [ORIGIN] })
      const cookie = ['A', 'B', 'C', 'D'].map((letter) => `__Host-wm_rt=${letter.repeat(43)}`).join('; ')
      await handle(posted('refresh-token', null, { origin: ORIGIN, 'x-wm': '1', 'x-wm-logout': '1', cookie }), '192.0.2.1')
      expect(signOut.mock.calls).toEqual([['C'.repeat(43)], ['D'.repeat(43)]])
    })

    test.each([
      ['cross-site', 'SameSite=Strict', 'SameSite=None; Partitioned'],
      ['same-site', 'SameSite=None; Partitioned', 'SameSite=Strict'],
    ] as const)('the old kind is deleted, before the new one is set: now %s', async (option, old, now) => {
      const login = testLogin()
      const { refreshToken } = await signedIn(login)
      const handle = loginHandler(login, { origins: [ORIGIN], cookie: option })
      const cookie = `__Host-wm_rt=${'A'.repeat(43)}; __Host-wm_rt=${refreshToken}`
      const answer = await handle(posted('refresh-token', null, { origin: ORIGIN, 'x-wm': '1', cookie }), '192.0.2.1')
      expect(answer?.headers.getSetCookie()).toEqual([
        `__Host-wm_rt=; Path=/; Max-Age=0; HttpOnly; Secure; ${old}`,
        expect.stringMatching(new RegExp(`^__Host-wm_rt=[\\w-]{43}; Path=/; Max-Age=604800; HttpOnly; Secure; ${now}$`)),
      ])
    })
  })
})

describe('corsHeaders', () => {
  test('Vary keeps a cache from giving one page another one’s answer', () => {
    const headers = new Headers({ vary: 'Accept-Encoding' })
    corsHeaders(headers, ORIGIN)
    // The handler's answers have the headers already, if a backend sets them on all of its answers.
    corsHeaders(headers, ORIGIN)
    expect([headers.get('access-control-allow-origin'), headers.get('vary')]).toEqual([ORIGIN, 'Accept-Encoding, Origin'])
  })

  test('a page may send what loginFetch sends, and read when to try again', () => {
    const headers = new Headers()
    corsHeaders(headers, ORIGIN)
    const listed = ['allow-headers', 'allow-methods', 'expose-headers'].map((name) =>
      headers.get(`access-control-${name}`)?.split(', '),
    )
    expect(listed).toEqual([
      expect.arrayContaining(['content-type', 'authorization', 'x-wm', 'x-wm-logout']),
      expect.arrayContaining(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']),
      expect.arrayContaining(['date', 'retry-after']),
    ])
  })
})

test('bearerOf reads the scheme in either case (RFC 9110), and no other scheme', () => {
  const tokens = ['Bearer a.b-c_d', 'bearer a.b-c_d', 'Basic a.b-c_d', 'Bearer a b', 'Bearer '].map((authorization) =>
    bearerOf(new Request(ORIGIN, { headers: { authorization } })),
  )
  expect([...tokens, bearerOf(new Request(ORIGIN))]).toEqual(['a.b-c_d', 'a.b-c_d', ...Array(4).fill(undefined)])
})
