import { describe, expect, test } from 'vitest'
import { corsHeaders, loginHandler } from './http'
import { LoginRefusal } from './refusal'
import { ORIGIN, testLogin, wallet } from './test-login'
import type { LoginStorage } from './types'

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

  test('error: an error of the storage is thrown to the backend, and not shown to the client', async () => {
    const storage = new Proxy({} as LoginStorage, { get: () => () => Promise.reject(new Error('SELECT * FROM secrets')) })
    const handle = loginHandler(testLogin({ storage }), { origins: [ORIGIN] })
    const headers = { origin: ORIGIN, 'x-wm': '1', 'content-type': 'application/json' }
    const body = JSON.stringify({ address: wallet.address, chain: 'eip155:56' })
    const request = new Request(`${ORIGIN}/auth/login-dapp`, { method: 'POST', headers, body })
    await expect(handle(request, '192.0.2.1')).rejects.toThrow('secrets')
  })

  test.each(['GET', 'HEAD', 'PUT', 'DELETE'])('error: %s is 404', async (method) => {
    const handle = loginHandler(testLogin(), { origins: [ORIGIN] })
    const headers = { origin: ORIGIN, 'x-wm': '1', cookie: `__Host-wm_rt=${'A'.repeat(43)}` }
    for (const route of ['login-dapp', 'refresh-token', 'login-wallet-by-admin'])
      expect((await handle(new Request(`${ORIGIN}/auth/${route}`, { method, headers }), '192.0.2.1'))?.status).toBe(404)
  })

  test('its answers vary by origin, listed or not', async () => {
    const handle = loginHandler(testLogin(), { origins: [ORIGIN] })
    for (const origin of [ORIGIN, 'https://evil.example']) {
      const answer = await handle(
        new Request(`${ORIGIN}/auth/login-dapp`, { method: 'OPTIONS', headers: { origin } }),
        '192.0.2.1',
      )
      expect(answer?.headers.get('vary')).toBe('Origin')
    }
  })
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

  test('error: is refused otherwise', async () => {
    expect((await logIn(undefined))?.status).toBe(403)
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
})
