import { afterEach, describe, expect, test, vi } from 'vitest'
import { BACKEND, code, loggedIn, signer, world } from '../../.ci/login-world'
import { tabLocks } from '../../.ci/tab-locks'
import type { LoginUser } from '../lib/login-user'
import { chains } from '../state/chains'
import { config } from '../state/config'
import { auth } from '../state/login'
import { loginFetch } from './login-fetch'
import { dropToken, freshToken, renewToken, takeToken } from './login-token'

afterEach(() => void vi.restoreAllMocks())

/** The page's running time goes on by so much; a token lives for 600 s. */
function runFor(ms: number): void {
  const { now } = performance
  vi.spyOn(performance, 'now').mockImplementation(() => now.call(performance) + ms)
}

/** The routes asked since, among them the app's own, which answer so. */
function answering(status: (token: string | null) => number): string[] {
  world.paths.length = 0
  world.fault = (path, _, headers) =>
    path.startsWith('/api/') ? new Response(null, { status: status(headers.get('authorization')) }) : undefined
  return world.paths
}

describe('loginFetch', () => {
  test.each([
    ['its last ten seconds is renewed before it is used', 591_000, ['/auth/refresh-token', '/api/me']],
    ['the seconds before those is used', 580_000, ['/api/me']],
  ])('a token in %s', async (_, ms, paths) => {
    await loggedIn()
    const asked = answering(() => 200)
    runFor(ms)
    await loginFetch(`${BACKEND}api/me`)
    expect(asked).toEqual(paths)
  })

  test.each(['GET', 'HEAD'])('a %s that is refused is sent once more, with a new token', async (method) => {
    await loggedIn()
    const old = freshToken()
    const asked = answering((sent) => (sent === `Bearer ${old}` ? 401 : 200))
    expect((await loginFetch(`${BACKEND}api/me`, { method })).status).toBe(200)
    expect(asked).toEqual(['/api/me', '/auth/refresh-token', '/api/me'])
  })

  test('error: a write that is refused is not sent again; the next one has the new token', async () => {
    await loggedIn()
    const old = freshToken()
    const asked = answering((sent) => (sent === `Bearer ${old}` ? 401 : 200))
    const write = async () => (await loginFetch(`${BACKEND}api/note`, { method: 'PUT', body: 'x' })).status
    expect([await write(), asked]).toEqual([401, ['/api/note', '/auth/refresh-token']])
    expect(await write()).toBe(200)
  })

  test('error: with sign-in off nobody is looked for', async () => {
    await loggedIn()
    chains.active.restored = true
    config.signInMode = 'off'
    dropToken()
    const asked = answering(() => 200)
    expect(await code(loginFetch(`${BACKEND}api/me`))).toBe('LOGIN_REQUIRED')
    expect(asked).toEqual([])
  })
})

describe('while another tab renews the token', () => {
  /** Another tab has begun; `end` ends its request, and tells the others of the token if it has one. */
  async function renewing() {
    const locks = tabLocks()
    vi.stubGlobal('navigator', { locks })
    await loggedIn()
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const other = new BroadcastChannel(`${config.storagePrefix}:login`)
    void locks.request(`${config.storagePrefix}:refresh`, {}, () => held)
    const mine = renewToken()
    await locks.someWait
    const asked = answering(() => 200)
    const end = async (accessToken?: string) => {
      release()
      // As its message may come after the lock is free.
      await new Promise((next) => setImmediate(next))
      if (accessToken) other.postMessage({ backend: BACKEND, session: { accessToken, expiresIn: 600, user: { ...auth.user } } })
      const user = await mine
      other.close()
      return user
    }
    return { asked, mine, end }
  }

  test('this one waits for that token, and sends no request of its own', async () => {
    const { asked, end } = await renewing()
    expect([(await end('theirs'))?.address, freshToken(), asked]).toEqual([signer.address, 'theirs', []])
  })

  test('but not for long: a tab that got none tells nothing', async () => {
    const { asked, end } = await renewing()
    expect([(await end())?.address, asked]).toEqual([signer.address, ['/auth/refresh-token']])
  })

  test('nor for ever: a tab that the browser has suspended keeps its lock, and this one renews without it', async () => {
    const patience = new AbortController()
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(patience.signal)
    const { asked, mine } = await renewing()
    patience.abort(new DOMException('The operation timed out.', 'TimeoutError'))
    expect([(await mine)?.address, asked]).toEqual([signer.address, ['/auth/refresh-token']])
  })

  test('a visitor who logs out before it is this one’s turn has nothing renewed', async () => {
    const { asked, end } = await renewing()
    dropToken()
    expect([await end(), asked]).toEqual([undefined, []])
  })
})

test('a login made while the refresh of the one before is still open renews its own token', async () => {
  await loggedIn()
  const user = auth.user as LoginUser
  let answer = () => {}
  world.fault = (path) =>
    path === '/auth/refresh-token'
      ? new Promise((resolve) => {
          answer = () => resolve(new Response(null, { status: 401 }))
        })
      : undefined
  world.paths.length = 0
  const late = renewToken()
  await vi.waitFor(() => expect(world.paths).toHaveLength(1))
  dropToken()
  world.fault = undefined
  takeToken({ accessToken: 'next', expiresIn: 600, user })
  expect((await renewToken())?.id).toBe(user.id)
  answer()
  expect([await late, auth.user?.id]).toEqual([undefined, user.id])
})
