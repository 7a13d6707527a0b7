import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { BACKEND, CHAIN, code, codes, loggedIn, signer, stranger, world } from '../../.ci/login-world'
import { someTurns } from '../../.ci/turns'
import type { LoginUser } from '../lib/login-user'
import { config } from '../state/config'
import { auth } from '../state/login'
import { siwx } from '../state/siwx'
import { disconnect } from './connection'
import { loginFetch } from './login-fetch'
import { freshToken, takeToken } from './login-token'

const viewed: LoginUser = { id: 'u', address: stranger.address, chain: CHAIN, accountType: 'eoa', ref: null, createdAt: 'now' }

/** Another tab of the site, and what it is told. */
let other: BroadcastChannel
let heard: object[]
const page = new EventTarget()

/** An operator views another user's account for 900 s: no wallet is connected, and the operator's own session has ended. */
beforeEach(async () => {
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  await loggedIn()
  await someTurns()
  heard = []
  other = new BroadcastChannel(`${config.storagePrefix}:login`)
  other.onmessage = ({ data }) => heard.push(data)
  takeToken({ accessToken: 'read.only', expiresIn: 900, user: viewed }, signer.address)
  await disconnect()
  await vi.waitFor(() => expect([siwx.checking, siwx.session]).toEqual([false, undefined]))
  world.paths.length = 0
})
afterEach(() => {
  vi.restoreAllMocks()
  other.close()
})

test('a support view’s token is given to no other tab', async () => {
  await someTurns()
  expect(heard.filter((each) => 'session' in each)).toEqual([])
})

test('it is used until its very end, as it is never renewed', async () => {
  world.fault = () => new Response(null, { status: 200 })
  const { now } = performance
  vi.spyOn(performance, 'now').mockImplementation(() => now.call(performance) + 895_000)
  await loginFetch(`${BACKEND}api/me`)
  expect(world.paths).toEqual(['/api/me'])
})

test('error: once the backend refuses it, it ends here, without a request for another, and nobody is told of an expired login', async () => {
  world.fault = () => new Response(null, { status: 401 })
  expect(await code(loginFetch(`${BACKEND}api/me`))).toBe('LOGIN_EXPIRED')
  expect([auth.user, auth.operator, freshToken()]).toEqual([undefined, undefined, undefined])
  await someTurns()
  expect([world.paths, codes, heard.filter((each) => 'ended' in each)]).toEqual([['/api/me'], [], []])
})

test.each([
  ['another tab logs out', () => other.postMessage({ backend: BACKEND, ended: true })],
  [
    'the page comes out of the back-forward cache',
    () => page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })),
  ],
])('it stays when %s', async (_, happen) => {
  happen()
  await someTurns()
  expect([auth.user?.id, auth.operator, freshToken(), world.paths]).toEqual(['u', signer.address, 'read.only', []])
})
