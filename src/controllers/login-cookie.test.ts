import { beforeEach, expect, test, vi } from 'vitest'
import { ask, BACKEND, code, connected, loggedIn, signer, world } from '../../.ci/login-world'
import { tabLocks } from '../../.ci/tab-locks'
import { loginClient } from '../api/login'
import { config } from '../state/config'
import { auth } from '../state/login'
import { disconnect } from './connection'
import { forgetConnectors } from './discovery'
import { renewToken } from './login-token'
import { ownSiwx } from './own-siwx'
import { signIn } from './sign-in'

let locks: ReturnType<typeof tabLocks>
beforeEach(() => {
  locks = tabLocks()
  vi.stubGlobal('navigator', { locks })
})

/** A promise, and what settles it. */
function gate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}

test('another tab’s refresh of the login before, which is answered late, takes no cookie from a new sign-in', async () => {
  await connected()
  const { open, opened } = gate()
  const other = locks.request(`${config.storagePrefix}:refresh`, {}, async () => {
    await opened
    world.cookie = '__Host-wm_rt=old'
  })
  const signedIn = signIn.run()
  await Promise.race([signedIn, locks.someWait])
  open()
  await Promise.all([signedIn, other])
  expect((await renewToken())?.address).toBe(signer.address)
})

test('nor does a log-out that is answered late; the backend hears of it at once', async () => {
  await loggedIn()
  const { open, opened } = gate()
  vi.stubGlobal('fetch', async (input: URL, init: RequestInit) => {
    if (!new Headers(init.headers).has('x-wm-logout')) return ask(input, init)
    world.paths.push('log-out')
    await opened
    world.cookie = ''
    return new Response(null, { status: 204 })
  })
  const left = disconnect()
  await vi.waitFor(() => expect(world.paths).toContain('log-out'))
  await left
  forgetConnectors()
  await connected()
  const signedIn = signIn.run()
  await Promise.race([signedIn, locks.someWait])
  open()
  await signedIn
  expect([auth.user?.address, (await renewToken())?.address]).toEqual([signer.address, signer.address])
})

test('error: a client of the host’s own whose refresh is never answered holds nobody up for good', async () => {
  await loggedIn()
  ownSiwx.login = { ...loginClient(BACKEND), refresh: () => new Promise(() => {}) }
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const renewing = code(renewToken())
  const again = code(signIn.run())
  await vi.advanceTimersByTimeAsync(25_000)
  expect([await renewing, await again]).toEqual(['API_UNAVAILABLE', 'done'])
})
