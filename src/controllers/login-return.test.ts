import { describe, expect, test, vi } from 'vitest'
import { areas, ask, BACKEND, code, codes, loggedIn, signer, world } from '../../.ci/login-world'
import { someTurns } from '../../.ci/turns'
import { chains } from '../state/chains'
import { config } from '../state/config'
import { auth } from '../state/login'
import { modal } from '../state/modal'
import { signInAttempt } from '../state/sign-in'
import { siwx } from '../state/siwx'
import { disconnect } from './connection'
import { startLogin } from './login'
import { loginFetch } from './login-fetch'
import { dropToken, freshToken, renewToken } from './login-token'
import { signIn } from './sign-in'
import { checkSignIn, signOut } from './siwx'

/** The page of a signed-in visitor goes into the back-forward cache and comes back. */
async function comeBack(meanwhile: () => Promise<unknown>): Promise<void> {
  const page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  await loggedIn()
  await meanwhile()
  page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  await vi.waitFor(() => expect(world.paths.at(-1)).toBe('/auth/refresh-token'))
}

test('a page from the back-forward cache checks the login: after a log-out elsewhere the visitor is logged out, and keeps the wallet', async () => {
  const logOut = () =>
    ask(new URL('auth/refresh-token', BACKEND), { method: 'POST', headers: { 'x-wm': '1', 'x-wm-logout': '1' } })
  await comeBack(async () => {
    await logOut()
    world.paths.length = 0
  })
  await vi.waitFor(() => expect([auth.user, siwx.session, siwx.checking]).toEqual([undefined, undefined, false]))
  expect([freshToken(), chains.active.address]).toEqual([undefined, signer.address])
})

test('error: a backend that gives no answer then ends no login', async () => {
  await comeBack(async () => {
    world.paths.length = 0
    world.fault = () => new Response(null, { status: 502 })
  })
  await someTurns()
  expect([auth.user?.address, siwx.session !== undefined, freshToken() !== undefined]).toEqual([signer.address, true, true])
})

test('a page that has only just loaded asks nothing', async () => {
  const page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  await loggedIn()
  world.paths.length = 0
  page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }))
  await someTurns()
  expect(world.paths).toEqual([])
})

test('a login that still holds stays', async () => {
  await comeBack(async () => {
    world.paths.length = 0
  })
  await vi.waitFor(() => expect(siwx.checking).toBe(false))
  expect([auth.user?.address, siwx.session !== undefined, freshToken() !== undefined]).toEqual([signer.address, true, true])
})

test.each([
  ['the browser is online again', (page: EventTarget) => page.dispatchEvent(new Event('online'))],
  ['the page sends a request', () => loginFetch(`${BACKEND}api/me`)],
])('a backend that failed when the page loaded is asked again when %s, and the sign-in prompt closes', async (_, next) => {
  const page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  const { asked } = await loggedIn()
  dropToken()
  chains.active.restored = true
  world.fault = () => new Response(null, { status: 502 })
  await checkSignIn()
  expect([siwx.session, siwx.locked, modal.view]).toEqual([undefined, true, 'SIWXSignMessage'])
  // The sign-in screen could not load the message either.
  Object.assign(signInAttempt, { status: 'failed', account: chains.active.caipAddress })
  world.fault = (path) => (path === '/api/me' ? new Response('{}') : undefined)
  asked.length = 0
  await next(page)
  await vi.waitFor(() => expect([siwx.session !== undefined, siwx.locked, modal.view]).toEqual([true, false, 'Account']))
  expect([auth.user?.address, signInAttempt.code, signInAttempt.status, asked]).toEqual([signer.address, undefined, 'idle', []])
})

describe('a visitor who signed out while the backend could not be reached', () => {
  /** On a page that restored the wallet, which stays connected. */
  async function signedOut(): Promise<EventTarget> {
    const page = new EventTarget()
    vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
    await loggedIn()
    chains.active.restored = true
    config.signInMode = 'optional'
    await vi.waitFor(() => expect([siwx.session !== undefined, siwx.checking]).toEqual([true, false]))
    world.fault = () => new Response(null, { status: 502 })
    await signOut()
    expect([siwx.session, auth.user, world.cookie !== '']).toEqual([undefined, undefined, true])
    world.fault = undefined
    world.paths.length = 0
    return page
  }

  test('is not signed in again once online: the log-out is sent first', async () => {
    const page = await signedOut()
    page.dispatchEvent(new Event('online'))
    await vi.waitFor(() => expect(world.cookie).toBe(''))
    await checkSignIn()
    expect([siwx.session, auth.user, world.paths]).toEqual([undefined, undefined, ['/auth/refresh-token', '/auth/refresh-token']])
  })

  test('nor by a request of the page or a network switch', async () => {
    await signedOut()
    expect(await code(loginFetch(`${BACKEND}api/me`))).toBe('LOGIN_REQUIRED')
    await checkSignIn()
    expect([siwx.session, auth.user, world.cookie, freshToken()]).toEqual([undefined, undefined, '', undefined])
  })

  test('nor after disconnecting: the next page sends the log-out when a wallet connects there', async () => {
    await signedOut()
    await signIn.run()
    world.fault = () => new Response(null, { status: 502 })
    await disconnect()
    await vi.waitFor(() => expect([...areas.localStorage.kept.keys()]).toEqual(['host', 'wallet-modal:log-out']))
    world.fault = undefined
    const stop = startLogin()
    await vi.waitFor(() => expect(world.cookie).toBe(''))
    stop()
  })

  test('error: nor while the log-out still cannot be sent', async () => {
    await signedOut()
    world.fault = (_, __, headers) => (headers.has('x-wm-logout') ? new Response(null, { status: 502 }) : undefined)
    expect(await code(loginFetch(`${BACKEND}api/me`))).toBe('LOGIN_UNAVAILABLE')
    expect([siwx.session, auth.user, freshToken()]).toEqual([undefined, undefined, undefined])
  })

  test('error: nor is another backend told of it, whose login it is not', async () => {
    await signedOut()
    config.loginUrl = 'https://other.example/'
    const told: boolean[] = []
    world.fault = (_, __, headers) => {
      told.push(headers.has('x-wm-logout'))
      return new Response(null, { status: 401 })
    }
    await renewToken()
    expect([told.length > 0, told.includes(true)]).toEqual([true, false])
  })

  test('is not logged out after a new sign-in', async () => {
    await signedOut()
    await signIn.run()
    dropToken()
    await checkSignIn()
    expect(auth.user?.address).toBe(signer.address)
  })
})

test('error: if the backend does not answer, even when asked again, the host is told', async () => {
  await loggedIn()
  dropToken()
  chains.active.restored = true
  world.fault = () => new Promise(() => {})
  world.paths.length = 0
  vi.useFakeTimers()
  const checked = checkSignIn()
  await vi.waitFor(() => expect(world.paths).toEqual(['/auth/refresh-token']))
  await vi.advanceTimersByTimeAsync(30_000)
  await checked
  expect(codes).toEqual(['LOGIN_UNAVAILABLE'])
})
