import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { inFull } from '../../.ci/in-full.mjs'
import {
  ask,
  BACKEND,
  CHAIN,
  code,
  codes,
  connected,
  handle,
  kept,
  loggedIn,
  ORIGIN,
  signer,
  stranger,
  type World,
  world,
} from '../../.ci/login-world'
import { loginClient } from '../api/login'
import { AUTH_ID } from '../lib/auth-id'
import { chains } from '../state/chains'
import { config } from '../state/config'
import { auth } from '../state/login'
import { notice } from '../state/notice'
import { signInAttempt } from '../state/sign-in'
import { siwx } from '../state/siwx'
import { web3 } from '../state/web3'
import { disconnect } from './connection'
import { forgetConnectors } from './discovery'
import { startLogin } from './login'
import { loginFetch } from './login-fetch'
import { freshToken, heldUser, renewToken } from './login-token'
import { ownSiwx } from './own-siwx'
import { prepareSignIn, signIn } from './sign-in'

const flows = inFull(20, 3)

describe('logging in', () => {
  test('the wallet signs the backend’s message, and the session starts', async () => {
    const { asked } = await loggedIn()
    expect(asked.filter((each) => each === 'personal_sign')).toHaveLength(1)
    expect(world.paths).toEqual(['/auth/login-dapp', '/auth/login-dapp'])
    expect(auth.user).toMatchObject({ address: signer.address, chain: CHAIN, accountType: 'eoa', ref: null })
    await vi.waitFor(() => expect(web3).toEqual({ isConnected: true, address: signer.address }))
    expect(codes).toEqual([])
  })

  test('a backend that the host sets only after the connection is used from then on', async () => {
    config.loginUrl = undefined
    await connected()
    await prepareSignIn.run()
    config.loginUrl = BACKEND
    await vi.waitFor(() => expect(web3).toEqual({ isConnected: true, address: signer.address }))
    await vi.waitFor(() => expect([siwx.checking, siwx.locked]).toEqual([false, true]))
    await signIn.run()
    expect(auth.user?.address).toBe(signer.address)
  })

  test('so is a host’s own client that is set only then', async () => {
    config.loginUrl = undefined
    await connected()
    await prepareSignIn.run()
    const made = signInAttempt.text
    // As the element does.
    ownSiwx.login = loginClient(BACKEND)
    config.ownSignIn = 'required'
    await vi.waitFor(() => expect(web3).toEqual({ isConnected: true, address: signer.address }))
    await vi.waitFor(() => expect([siwx.checking, siwx.locked]).toEqual([false, true]))
    await signIn.run()
    expect([auth.user?.address, siwx.session?.message === made]).toEqual([signer.address, false])
  })

  test('a host may use a client of its own; its answers are checked the same way', async () => {
    const asked: string[] = []
    const routes = loginClient(BACKEND)
    ownSiwx.login = {
      ...routes,
      challenge: (input: Parameters<typeof routes.challenge>[0]) => {
        asked.push(input.chain)
        return routes.challenge(input)
      },
    }
    config.loginUrl = undefined
    await loggedIn()
    expect(asked).toEqual([CHAIN])
    ownSiwx.login = { ...routes, refresh: async () => ({ accessToken: 'a.b.c', expiresIn: -1, user: auth.user }) }
    expect(await code(renewToken())).toBe('API_RESPONSE_INVALID')
  })

  test.each([
    ['an extension', 'io.metamask', 'extension'],
    ['one over WalletConnect', 'walletConnect', 'walletconnect'],
    ['the embedded one', AUTH_ID, 'auth'],
  ])('the backend is told the kind of wallet that signed: %s', async (_, id, type) => {
    await connected()
    chains.active.wallet = { id, name: 'Bread' }
    const bodies: string[] = []
    world.fault = (_path, body) => void bodies.push(body)
    await signIn.run()
    expect(JSON.parse(bodies.at(-1) ?? '')).toMatchObject({ walletInfo: { name: 'Bread', type } })
  })

  test('"Authenticating..." is shown while the backend is asked, and not after', async () => {
    await connected()
    const seen: (string | undefined)[] = []
    world.fault = (_, body) => {
      if (body.includes('challengeId')) seen.push(notice.snack?.text)
      return undefined
    }
    await signIn.run()
    world.fault = () => void seen.push(notice.snack?.text)
    await renewToken()
    expect([...seen, notice.snack]).toEqual(['Authenticating...', 'Authenticating...', undefined])
  })

  test.each<[string, (message: string, id: string) => object]>([
    ['of another site', (message, id) => ({ message: message.replaceAll('bakery.example', 'evil.example'), challengeId: id })],
    [
      'for another page',
      (message, id) => ({ message: message.replace(`URI: ${ORIGIN}`, 'URI: https://evil.example'), challengeId: id }),
    ],
    ['for another account', (message, id) => ({ message: message.replace(signer.address, stranger.address), challengeId: id })],
    ['for another chain', (message, id) => ({ message: message.replace('Chain ID: 56', 'Chain ID: 1'), challengeId: id })],
    ['with a wrong id', (message) => ({ message, challengeId: 'ch_other' })],
    ['that is no sign-in', (_, id) => ({ message: 'Login wallet', challengeId: id })],
    [
      'with a second statement',
      (message, id) => ({ message: message.replace('Login wallet', 'Login wallet\nand more'), challengeId: id }),
    ],
    ['with a direction override', (message, id) => ({ message: message.replace('Login', 'Lo\u202Egin'), challengeId: id })],
  ])('error: a message %s is never shown to the wallet', async (_, change) => {
    const { asked } = await connected()
    world.fault = () => undefined
    const real = ask
    vi.stubGlobal('fetch', async (input: URL, init: RequestInit) => {
      const answer = await real(input, init)
      const body = (await answer.json()) as { message: string; challengeId: string }
      return Response.json({ ...body, ...change(body.message, body.challengeId) })
    })
    expect(await code(signIn.run())).toBe('SIGN_IN_MISMATCH')
    expect(asked).not.toContain('personal_sign')
    expect([chains.active.status, auth.user, siwx.session]).toEqual(['connected', undefined, undefined])
  })

  test('error: a signature by another account is refused', async () => {
    await connected((raw) => stranger.signMessage({ message: { raw } }))
    expect(await code(signIn.run())).toBe('SIGN_IN_FAILED')
    expect([chains.active.status, auth.user, siwx.session, freshToken()]).toEqual(['connected', undefined, undefined, undefined])
  })

  test('error: a backend that logs in another address logs in nobody', async () => {
    await connected()
    world.fault = (_, body) =>
      body.includes('challengeId')
        ? Response.json({
            ...{ status: 'ok', accessToken: 'a.b.c', expiresIn: 600 },
            user: { id: 'u', address: stranger.address, chain: CHAIN, accountType: 'eoa', ref: null, createdAt: 'now' },
          })
        : undefined
    expect(await code(signIn.run())).toBe('SIGN_IN_MISMATCH')
    expect([auth.user, freshToken(), siwx.session]).toEqual([undefined, undefined, undefined])
  })

  const json =
    (status: number, body: unknown, headers = {}) =>
    () =>
      Response.json(body, { status, headers })
  test.each<[string, NonNullable<World['fault']>, string]>([
    ['cannot be reached', () => Promise.reject(new TypeError('Failed to fetch')), 'LOGIN_UNAVAILABLE'],
    ['answers with 500', json(500, {}), 'LOGIN_UNAVAILABLE'],
    ['cannot reach a chain', json(503, { code: 'verifier_unavailable' }), 'LOGIN_UNAVAILABLE'],
    ['answers with HTML', () => new Response('<html>', { headers: { 'content-type': 'text/html' } }), 'LOGIN_UNAVAILABLE'],
    ['answers with other JSON', json(200, { ok: true }), 'LOGIN_UNAVAILABLE'],
    ['answers nothing', () => new Response(null, { status: 204 }), 'LOGIN_UNAVAILABLE'],
    ['asks to wait', json(429, {}, { 'retry-after': '60' }), 'LOGIN_LIMITED'],
    ['has dropped the challenge', json(410, { code: 'challenge_expired' }), 'SIGN_IN_FAILED'],
    ['has seen the challenge before', json(409, { code: 'challenge_used' }), 'SIGN_IN_FAILED'],
    ['does not let this site log in', json(403, { code: 'origin_not_allowed' }), 'SIGN_IN_FAILED'],
  ])('error: a backend that %s is asked once, nobody is half logged in, and the next try works', async (_, fault, expected) => {
    await connected()
    world.fault = (path, body, headers) => (body.includes('challengeId') ? fault(path, body, headers) : undefined)
    expect(await code(signIn.run())).toBe(expected)
    expect(world.paths).toHaveLength(2)
    expect([chains.active.status, auth.user, siwx.session, freshToken()]).toEqual(['connected', undefined, undefined, undefined])
    world.fault = undefined
    await signIn.run()
    expect(auth.user?.address).toBe(signer.address)
  })

  test(`promise 29: 0 tokens are in a store, in storage, in the console or in an error, after ${flows} log-ins`, async () => {
    const said: string[] = []
    for (const name of ['log', 'info', 'warn', 'error', 'debug'] as const)
      vi.spyOn(console, name).mockImplementation((...words) => void said.push(words.map(String).join(' ')))
    for (let flow = 0; flow < flows; flow++) {
      await loggedIn()
      expect((await renewToken())?.address).toBe(signer.address)
      const everything = JSON.stringify([kept(), auth, web3, siwx, chains, config, said, codes])
      expect(world.secrets.filter((secret) => everything.includes(secret))).toEqual([])
      await disconnect()
      await vi.waitFor(() => expect(auth.user).toBeUndefined())
      await vi.waitFor(() => expect(world.cookie).toBe(''))
      forgetConnectors()
    }
    expect(world.secrets.length).toBeGreaterThanOrEqual(flows * 4)
    vi.restoreAllMocks()
  })
})

describe('other tabs', () => {
  let other: BroadcastChannel
  let leave: () => void
  beforeEach(() => {
    leave = startLogin()
    other = new BroadcastChannel(`${config.storagePrefix}:login`)
  })
  afterEach(() => {
    other.close()
    leave()
  })
  const user = { id: 'u', address: stranger.address, chain: CHAIN, accountType: 'eoa', ref: null, createdAt: 'now' }

  test('a token from another tab logs in nobody who is not logged in here, and is dropped when its login ends', async () => {
    other.postMessage({ backend: BACKEND, session: { accessToken: 'a.b.c', expiresIn: 600, user } })
    await vi.waitFor(() => expect(heldUser()?.id).toBe('u'))
    expect(freshToken()).toBeUndefined()
    expect(await code(loginFetch(`${BACKEND}api/me`))).toBe('LOGIN_REQUIRED')
    expect(world.paths).toEqual([])
    other.postMessage({ backend: BACKEND, ended: true })
    await vi.waitFor(() => expect(heldUser()).toBeUndefined())
  })

  test('error: messages that are no valid token are ignored', async () => {
    const session = { accessToken: 'a.b.c', expiresIn: 600, user }
    for (const message of [null, 'ended', 1, {}]) other.postMessage(message)
    const odd = [{}, { ended: 'x' }, { session: null }, { session: { ...session, user: undefined } }]
    const near = [{ expiresIn: Number.NaN }, { accessToken: 1 }, { user: { ...user, address: '<img>' } }]
    for (const message of [...odd, ...near.map((each) => ({ session: { ...session, ...each } }))])
      other.postMessage({ backend: BACKEND, ...message })
    other.postMessage({ backend: BACKEND, session: { ...session, user: { ...user, id: 'the first' } } })
    await vi.waitFor(() => expect(heldUser()?.id).toBe('the first'))
  })
})

describe('refresh', () => {
  test('fault 73: ten simultaneous callers send one request', async () => {
    await loggedIn()
    world.paths.length = 0
    const users = await Promise.all(Array.from({ length: 10 }, renewToken))
    expect(users.map((user) => user?.address)).toEqual(new Array(10).fill(signer.address))
    expect(world.paths).toEqual(['/auth/refresh-token'])
  })

  test('promise 30, fault 75: error: a stolen token that is used twice ends the session for both', async () => {
    await loggedIn()
    const stolen = world.cookie
    const thief = async (cookie: string) => {
      const headers = { origin: ORIGIN, 'x-wm': '1', cookie }
      return handle(new Request(`${BACKEND}auth/refresh-token`, { method: 'POST', headers }), '198.51.100.7')
    }
    const first = (await thief(stolen))?.headers.get('set-cookie')?.split(';')[0] ?? ''
    const second = (await thief(first))?.headers.get('set-cookie')?.split(';')[0] ?? ''
    expect(await renewToken()).toBeUndefined()
    expect((await thief(second))?.status).toBe(401)
  })

  test('error: with cookies blocked the login lasts as long as its token, then the visitor has to sign in again', async () => {
    await loggedIn()
    world.cookie = ''
    expect(freshToken()).toBeDefined()
    world.fault = (path) => (path === '/api/me' ? new Response('{}', { status: 401 }) : undefined)
    expect(await code(loginFetch(`${BACKEND}api/me`))).toBe('LOGIN_EXPIRED')
    expect(codes).toContain('LOGIN_EXPIRED')
    await vi.waitFor(() => expect(chains.active.status).toBe('disconnected'))
    expect([auth.user, freshToken()]).toEqual([undefined, undefined])
  })

  test('error: a backend that is down does not end the login', async () => {
    await loggedIn()
    world.fault = () => new Response(null, { status: 502 })
    expect(await code(renewToken())).toBe('API_UNAVAILABLE')
    expect(auth.user?.address).toBe(signer.address)
    world.fault = undefined
    expect((await renewToken())?.address).toBe(signer.address)
  })

  test('fault 76: the device’s clock does not matter: ten minutes off, or changed meanwhile', async () => {
    for (const off of [-600_000, 600_000]) {
      const real = Date.now
      vi.spyOn(Date, 'now').mockImplementation(() => real() + (world.paths.length > 0 ? off : 0))
      await loggedIn()
      expect(freshToken()).toBeDefined()
      vi.restoreAllMocks()
      expect(freshToken()).toBeDefined()
      await disconnect()
      await vi.waitFor(() => expect(auth.user).toBeUndefined())
      forgetConnectors()
    }
  })
})
