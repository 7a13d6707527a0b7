import { afterEach, describe, expect, test, vi } from 'vitest'
import { answerChallenge, askAssist, askChallenge, loginClient, refreshSession } from './login'

const asked = { address: '0x12', chain: 'eip155:56', accountType: 'eoa', ref: null } as const
const user = {
  id: 'u_1',
  address: '0x12',
  chain: 'eip155:56',
  accountType: 'eoa',
  ref: null,
  createdAt: '2026-11-21T12:00:00.000Z',
}
const token = { accessToken: 'a.b.c', expiresIn: 600 }

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
const answering = (body: unknown, status = 200) => {
  const fetch = vi.fn(
    async (_url: URL, _init: RequestInit) => new Response(body === undefined ? null : JSON.stringify(body), { status }),
  )
  vi.stubGlobal('fetch', fetch)
  return fetch
}

describe('loginClient', () => {
  test('posts JSON with the cookie and a header that other sites cannot send', async () => {
    const fetch = answering({ status: 'challenge', challengeId: 'ch_1', message: 'text', more: 1 })
    const client = loginClient('https://dapp.example/login')
    expect(await askChallenge(client, asked)).toEqual({ status: 'challenge', challengeId: 'ch_1', message: 'text' })
    const [url, init] = fetch.mock.calls[0] ?? []
    expect(String(url)).toBe('https://dapp.example/login/auth/login-dapp')
    expect(init).toMatchObject({ method: 'POST', credentials: 'include', body: JSON.stringify(asked) })
    expect(init?.headers).toEqual({ 'x-wm': '1', 'content-type': 'application/json' })
  })

  test('refreshes without a body, and marks a log-out', async () => {
    const fetch = answering({ ...token, user })
    await refreshSession(loginClient('https://dapp.example/'))
    expect(fetch.mock.calls[0]?.[1]).toMatchObject({ headers: { 'x-wm': '1' } })
    expect(fetch.mock.calls[0]?.[1]).not.toHaveProperty('body')
    answering(undefined, 200)
    const out = answering(undefined)
    await loginClient('https://dapp.example/').signOut()
    expect(out.mock.calls[0]?.[1]).toMatchObject({ headers: { 'x-wm': '1', 'x-wm-logout': '1' } })
  })

  test('error: a failed call is not retried', async () => {
    const fetch = answering({}, 503)
    await expect(refreshSession(loginClient('https://dapp.example/'))).rejects.toMatchObject({ code: 'API_UNAVAILABLE' })
    expect(fetch).toHaveBeenCalledTimes(1)
  })

  test.each([
    ['is cut off', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['does not come', () => new Promise<Response>(() => {})],
  ])('a refresh whose answer %s is retried while the token it was sent is still accepted', async (_, lost) => {
    vi.useFakeTimers()
    const fetch = answering({ ...token, user }).mockImplementationOnce(lost)
    const began = Date.now()
    const asked = refreshSession(loginClient('https://dapp.example/'))
    await vi.runAllTimersAsync()
    expect(await asked).toEqual({ ...token, user })
    expect(fetch).toHaveBeenCalledTimes(2)
    expect(Date.now() - began).toBeLessThan(10_000)
  })

  test('error: a refresh without an answer twice, and a sign-in without one, fail', async () => {
    vi.useFakeTimers()
    const fetch = answering({}).mockRejectedValue(new TypeError('Failed to fetch'))
    const ending = expect(refreshSession(loginClient('https://dapp.example/'))).rejects.toMatchObject({ code: 'API_UNAVAILABLE' })
    await vi.runAllTimersAsync()
    await ending
    expect(fetch).toHaveBeenCalledTimes(2)
    const answer = { challengeId: 'ch_1', signature: '0x', cacao: null }
    const signing = answerChallenge(loginClient('https://dapp.example'), answer)
    await expect(signing).rejects.toMatchObject({ code: 'API_UNAVAILABLE' })
    expect(fetch).toHaveBeenCalledTimes(3)
  })
})

describe('the backend’s answer', () => {
  test('error: a message to sign has at most 2 kB', async () => {
    const client = loginClient('https://dapp.example')
    const text = (length: number) => answering({ status: 'challenge', challengeId: 'ch_1', message: 'x'.repeat(length) })
    text(2_000)
    expect((await askChallenge(client, asked)).message).toHaveLength(2_000)
    text(2_001)
    await expect(askChallenge(client, asked)).rejects.toMatchObject({ code: 'API_RESPONSE_INVALID' })
  })

  test('without a list of support views it is empty', async () => {
    answering({ status: 'ok', ...token, user })
    const answer = { challengeId: 'ch_1', signature: '0x', cacao: null }
    expect((await answerChallenge(loginClient('https://dapp.example'), answer)).assists).toEqual([])
  })

  test.each([
    null,
    {},
    [],
    'ok',
    { status: 'ok' },
    { status: 'ok', ...token },
    { status: 'ok', ...token, user: { ...user, address: '<b>' } },
    { status: 'ok', ...token, user: { ...user, chain: '56' } },
    { status: 'ok', ...token, expiresIn: -1, user },
    { status: 'ok', ...token, expiresIn: 86_401, user },
    { status: 'ok', ...token, accessToken: '', user },
    { status: 'ok', ...token, accessToken: 'x'.repeat(5000), user },
    { status: 'challenge', ...token, user },
  ])('error: %j is invalid', async (body) => {
    answering(body)
    const answer = { challengeId: 'ch_1', signature: '0x', cacao: null }
    const ending = answerChallenge(loginClient('https://dapp.example'), answer)
    await expect(ending).rejects.toMatchObject({ code: 'API_RESPONSE_INVALID' })
  })

  const view = {
    challengeId: 'ch_1',
    signature: '0x',
    cacao: null,
    target: 'eip155:56:0x12',
    reason: 'ticket',
    ttl: 900,
  } as const
  const granted = { ...token, act: { sub: '0x34' }, scope: 'read', assistId: 'as_1' }

  test('a support view is of the user that it names, or of the requested account', async () => {
    answering({ ...granted, sub: 'u_1' }, 201)
    const asked = await askAssist(loginClient('https://dapp.example'), view)
    expect(asked).toMatchObject({ ...token, act: { sub: '0x34' }, user: { id: 'u_1', address: '0x12', chain: 'eip155:56' } })
    answering({ ...granted, sub: 'u_1', user: { ...user, accountType: 'smartAccount' } }, 201)
    const told = await askAssist(loginClient('https://dapp.example'), view)
    expect(told.user).toEqual({ ...user, accountType: 'smartAccount' })
  })

  test('error: a support view without a user', async () => {
    answering(granted, 201)
    await expect(askAssist(loginClient('https://dapp.example'), view)).rejects.toMatchObject({ code: 'API_RESPONSE_INVALID' })
  })

  test('error: a support view with write access', async () => {
    answering({ ...token, user, act: { sub: '0x34' }, scope: 'full' })
    await expect(askAssist(loginClient('https://dapp.example'), view)).rejects.toMatchObject({ code: 'API_RESPONSE_INVALID' })
    const elsewhere = askAssist(loginClient('https://dapp.example'), { ...view, target: 'nobody' })
    await expect(elsewhere).rejects.toMatchObject({ code: 'ASSIST_REFUSED' })
  })
})
