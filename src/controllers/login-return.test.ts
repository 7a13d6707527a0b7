import { expect, test, vi } from 'vitest'
import { ask, BACKEND, loggedIn, signer, world } from '../../.ci/login-world'
import { chains } from '../state/chains'
import { auth } from '../state/login'
import { siwx } from '../state/siwx'
import { freshToken } from './login-token'

/** The page of a signed-in visitor is left, and shown again as it was. */
async function comeBack(meanwhile: () => Promise<unknown>): Promise<void> {
  const page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  await loggedIn()
  await meanwhile()
  page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  await vi.waitFor(() => expect(world.paths.at(-1)).toBe('/auth/refresh-token'))
}

test('a page that comes back as it was left asks who is logged in: who logged out elsewhere is not, and keeps the wallet', async () => {
  const logOut = () =>
    ask(new URL('auth/refresh-token', BACKEND), { method: 'POST', headers: { 'x-wm': '1', 'x-wm-logout': '1' } })
  await comeBack(async () => {
    await logOut()
    world.paths.length = 0
  })
  await vi.waitFor(() => expect([auth.user, siwx.session, siwx.checking]).toEqual([undefined, undefined, false]))
  expect([freshToken(), chains.active.address]).toEqual([undefined, signer.address])
})

test('who is logged in still stays so', async () => {
  await comeBack(async () => {
    world.paths.length = 0
  })
  await vi.waitFor(() => expect(siwx.checking).toBe(false))
  expect([auth.user?.address, siwx.session !== undefined, freshToken() !== undefined]).toEqual([signer.address, true, true])
})
