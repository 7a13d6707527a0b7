import { expect, test, vi } from 'vitest'
import { BACKEND, code, loggedIn, stranger, world } from '../../.ci/login-world'
import { chains } from '../state/chains'
import { config } from '../state/config'
import { auth } from '../state/login'
import { loginFetch } from './login-fetch'
import { dropToken, freshToken, takeToken } from './login-token'

/** The device sleeps: its clock goes on, the page's running time does not. */
function sleepFor(ms: number): void {
  const { now } = Date
  vi.spyOn(Date, 'now').mockImplementation(() => now() + ms)
}

/** Saves the form of a page whose backend takes every token but those refused. */
async function save(...refused: (string | undefined)[]): Promise<number> {
  world.fault = (path, _, headers) => {
    if (path !== '/api/note') return undefined
    const [, token] = headers.get('authorization')?.split(' ') ?? []
    return new Response(null, { status: refused.includes(token) ? 401 : 200 })
  }
  world.paths.length = 0
  const { status } = await loginFetch(`${BACKEND}api/note`, { method: 'PUT', body: 'a long text' })
  vi.restoreAllMocks()
  return status
}

test('a form that is saved after the device slept is saved: its token, which ended meanwhile, is renewed first', async () => {
  await loggedIn()
  const token = freshToken()
  sleepFor(660_000)
  expect(await save(token)).toBe(200)
  expect(world.paths).toEqual(['/auth/refresh-token', '/api/note'])
})

test('so it is with a token that another tab told of before, when this one was suspended', async () => {
  await loggedIn()
  const other = new BroadcastChannel(`${config.storagePrefix}:login`)
  const session = { accessToken: 'late', expiresIn: 600, user: { ...auth.user } }
  other.postMessage({ backend: BACKEND, session, at: Date.now() - 660_000 })
  await vi.waitFor(() => expect(freshToken()).toBe('late'))
  other.close()
  expect(await save('late')).toBe(200)
})

test('the other tabs are told when the token was issued', async () => {
  await loggedIn()
  const told: { readonly at?: number }[] = []
  const other = new BroadcastChannel(`${config.storagePrefix}:login`)
  other.onmessage = ({ data }) => told.push(data)
  sleepFor(660_000)
  const woken = Date.now()
  await save()
  await vi.waitFor(() => expect(told[0]?.at).toBeGreaterThanOrEqual(woken))
  other.close()
})

test('error: with cookies blocked a token that still holds is sent, where the clock was only set', async () => {
  await loggedIn()
  world.cookie = ''
  sleepFor(660_000)
  expect(await save()).toBe(200)
  expect([auth.user !== undefined, chains.active.status]).toEqual([true, 'connected'])
})

test('error: so it is where the backend gives no new one: whether it takes the old one is its answer', async () => {
  await loggedIn()
  sleepFor(660_000)
  world.paths.length = 0
  world.fault = (path) => new Response(null, { status: path === '/api/note' ? 200 : 502 })
  expect((await loginFetch(`${BACKEND}api/note`, { method: 'PUT', body: 'a long text' })).status).toBe(200)
  expect(world.paths).toEqual(['/auth/refresh-token', '/api/note'])
  vi.restoreAllMocks()
})

test('error: what waits for the new token is not sent in the name of whoever logs in meanwhile', async () => {
  await loggedIn()
  const { user } = auth
  sleepFor(660_000)
  let answer = () => {}
  world.fault = (path) =>
    path === '/auth/refresh-token'
      ? new Promise((resolve) => {
          answer = () => resolve(new Response(null, { status: 401 }))
        })
      : new Response(null, { status: 200 })
  world.paths.length = 0
  const saved = code(loginFetch(`${BACKEND}api/note`, { method: 'PUT', body: 'a long text' }))
  await vi.waitFor(() => expect(world.paths).toEqual(['/auth/refresh-token']))
  dropToken()
  if (user) takeToken({ accessToken: 'next', expiresIn: 600, user: { ...user, id: 'next', address: stranger.address } })
  expect(freshToken()).toBe('next')
  answer()
  expect([await saved, world.paths]).toEqual(['LOGIN_REQUIRED', ['/auth/refresh-token']])
  vi.restoreAllMocks()
})
