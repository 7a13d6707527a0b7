import { describe, expect, test, vi } from 'vitest'
import {
  areas,
  ask,
  BACKEND,
  CHAIN,
  code,
  codes,
  connected,
  handle,
  loggedIn,
  ORIGIN,
  signer,
  stranger,
  world,
} from '../../.ci/login-world'
import { someTurns } from '../../.ci/turns'
import { loginClient } from '../api/login'
import { mockConnection, mockWallet } from '../connectors/test-wallet'
import type { LoginUser } from '../lib/login-user'
import { chains } from '../state/chains'
import { auth } from '../state/login'
import { siwx } from '../state/siwx'
import { NO_ADDRESS, web3 } from '../state/web3'
import { connect, disconnect } from './connection'
import { addConnector, forgetConnectors } from './discovery'
import { logout } from './login'
import { loginFetch } from './login-fetch'
import { loginSiwx } from './login-siwx'
import { dropToken, freshToken, heldUser, renewToken, takeToken } from './login-token'
import { ownSiwx } from './own-siwx'
import { signIn } from './sign-in'

describe('disconnecting', () => {
  test('promise 31: 9 faults are tried while disconnecting', () => expect(faults).toHaveLength(9))

  type Fault = (made: Awaited<ReturnType<typeof loggedIn>>) => unknown
  const never = () => new Promise<Response>(() => {})
  const faults: [string, Fault][] = [
    ['the wallet refuses', ({ wallet }) => Object.assign(wallet.script, { disconnect: 'DISCONNECT_FAILED' })],
    ['the wallet never answers', ({ wallet }) => Object.assign(wallet.script, { disconnect: 'hang' })],
    [
      'the backend cannot be reached',
      () => Object.assign(world, { fault: () => Promise.reject(new TypeError('Failed to fetch')) }),
    ],
    ['the backend answers with an error', () => Object.assign(world, { fault: () => new Response('no', { status: 500 }) })],
    ['the backend never answers', () => Object.assign(world, { fault: never })],
    ['the session has ended at the server already', () => Object.assign(world, { cookie: '__Host-wm_rt=x' })],
    ['localStorage is broken', () => Object.assign(areas.localStorage, { broken: true })],
    ['sessionStorage is broken', () => Object.assign(areas.sessionStorage, { broken: true })],
    [
      'the tabs’ channel is closed',
      () =>
        vi.spyOn(BroadcastChannel.prototype, 'postMessage').mockImplementation(() => {
          throw new DOMException('The channel is closed', 'InvalidStateError')
        }),
    ],
  ]
  test.each([['nothing fails', () => {}] as [string, Fault], ...faults])(
    'promise 31: %s: nobody is connected or logged in, and the host’s own keys stay',
    async (name, break_) => {
      const made = await loggedIn()
      const { cookie } = world
      vi.spyOn(console, 'warn').mockImplementation(() => {})
      await break_(made)
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      const ended = disconnect()
      await vi.advanceTimersByTimeAsync(60_000)
      await ended
      vi.useRealTimers()
      vi.restoreAllMocks()
      await vi.waitFor(() => expect(auth.user).toBeUndefined())
      expect([chains.active.status, chains.active.address, chains.active.wallet, freshToken()]).toEqual([
        'disconnected',
        ...Array(3),
      ])
      await vi.waitFor(() => expect(web3).toEqual({ isConnected: false, address: NO_ADDRESS }))
      expect(siwx.session).toBeUndefined()
      for (const [place, area] of Object.entries(areas)) {
        expect(area.kept.get('host')).toBe('kept')
        // A log-out that the backend has not got yet is kept for later.
        const owed = place === 'localStorage' && name.startsWith('the backend') ? ['wallet-modal:log-out'] : []
        if (!area.broken) expect([...area.kept.keys()]).toEqual(['host', ...owed])
      }
      if (!/backend|session/.test(name)) {
        const headers = { origin: ORIGIN, 'x-wm': '1', cookie }
        await vi.waitFor(async () => {
          const answer = await handle(new Request(`${BACKEND}auth/refresh-token`, { method: 'POST', headers }), '192.0.2.1')
          expect(answer?.status).toBe(401)
        })
      }
    },
  )
})

describe('another wallet besides the logged-in one', () => {
  test('disconnects without a request to the backend: the user stays logged in', async () => {
    const other = mockWallet({ id: 'sun', namespaces: ['solana'] })
    other.script.connections = [mockConnection('solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', 'someone')]
    addConnector(other.connector)
    await connect({ wallet: 'sun' })
    await loggedIn()
    const before = world.paths.length
    other.emit({ type: 'disconnect', reason: 'wallet' })
    await someTurns()
    expect([auth.user?.address, siwx.session !== undefined, world.paths.slice(before)]).toEqual([signer.address, true, []])
    await disconnect()
    await vi.waitFor(() => expect([auth.user, siwx.session]).toEqual([undefined, undefined]))
  })
})

test('a host’s own client may report by its own error that a session is over', async () => {
  const refresh = () => Promise.reject(Object.assign(new Error('Nobody is logged in'), { status: 401 }))
  ownSiwx.login = { ...loginClient(BACKEND), refresh }
  await loggedIn()
  vi.spyOn(performance, 'now').mockReturnValue(Number.MAX_SAFE_INTEGER)
  expect(await code(loginFetch(`${BACKEND}api/me`))).toBe('LOGIN_EXPIRED')
  vi.restoreAllMocks()
  expect([auth.user, chains.active.status]).toEqual([undefined, 'disconnected'])
})

test('ending a support view does not end a login in another tab', async () => {
  await loggedIn()
  const user = { ...heldUser(), id: 'u', address: stranger.address } as LoginUser
  await vi.waitFor(() => expect(web3.isConnected).toBe(true))
  const told = vi.spyOn(BroadcastChannel.prototype, 'postMessage')
  takeToken({ accessToken: 'a.b.c', expiresIn: 900, user }, signer.address)
  await vi.waitFor(() => expect(web3.isConnected).toBe(false))
  world.paths.length = 0
  await logout()
  await vi.waitFor(() => expect(web3).toEqual({ isConnected: true, address: signer.address }))
  expect([auth.user, auth.operator, world.paths]).toEqual([undefined, undefined, []])
  expect(told.mock.calls.filter(([message]) => 'ended' in message)).toEqual([])
  told.mockRestore()
})

describe('loginFetch right after a reload', () => {
  /** A reload: the token is gone, the connection is restored, and who is logged in is not known yet. */
  async function reloaded() {
    await loggedIn()
    dropToken()
    chains.active.restored = true
    world.paths.length = 0
    world.fault = (path) => (path === '/api/me' ? new Response('{}') : undefined)
  }

  test('finds the login that still holds, with one token request', async () => {
    await reloaded()
    const [first, second] = await Promise.all([loginFetch(`${BACKEND}api/me`), loginFetch(`${BACKEND}api/me`)])
    expect([first.status, second.status, world.paths]).toEqual([200, 200, ['/auth/refresh-token', '/api/me', '/api/me']])
    expect(auth.user?.address).toBe(signer.address)
  })

  test('error: fails with LOGIN_REQUIRED if nobody is logged in', async () => {
    await reloaded()
    world.cookie = ''
    expect(await code(loginFetch(`${BACKEND}api/me`))).toBe('LOGIN_REQUIRED')
    expect([world.paths, codes]).toEqual([['/auth/refresh-token'], []])
  })

  test('error: does not take a backend that is down for an ended login', async () => {
    await reloaded()
    world.fault = () => new Response(null, { status: 502 })
    expect(await code(loginFetch(`${BACKEND}api/me`))).toBe('LOGIN_UNAVAILABLE')
  })
})

describe('a refresh still open when the visitor disconnects', () => {
  /** The backend holds back new tokens until `release`; it answers a log-out at once. */
  function late() {
    let release = () => {}
    const gate = new Promise<void>((resolve) => {
      release = resolve
    })
    const asked = vi.fn()
    vi.stubGlobal('fetch', async (input: URL, init: RequestInit) => {
      const answer = await ask(input, init)
      if (!answer.ok || answer.status === 204 || !String(input).endsWith('refresh-token')) return answer
      asked()
      await gate
      return answer
    })
    return { release, untilAsked: () => vi.waitFor(() => expect(asked).toHaveBeenCalled()) }
  }
  const isKnown = async () => {
    const headers = { origin: ORIGIN, 'x-wm': '1', cookie: world.cookie }
    return (await handle(new Request(`${BACKEND}auth/refresh-token`, { method: 'POST', headers }), '192.0.2.1'))?.status === 200
  }
  async function left() {
    await disconnect()
    await vi.waitFor(async () => expect([auth.user, web3.isConnected, await isKnown()]).toEqual([undefined, false, false]))
  }

  test('promise 31: its token is stored nowhere, sent to no tab, and rejected by the backend', async () => {
    await loggedIn()
    const { release, untilAsked } = late()
    const told = vi.spyOn(BroadcastChannel.prototype, 'postMessage')
    const renewing = renewToken()
    await untilAsked()
    await left()
    release()
    expect(await renewing).toBeUndefined()
    expect([heldUser(), auth.user, await isKnown()]).toEqual([undefined, undefined, false])
    expect(told.mock.calls.filter(([message]) => 'session' in message)).toEqual([])
    told.mockRestore()
  })

  test('a lookup waiting for it finds no session', async () => {
    await loggedIn()
    dropToken()
    chains.active.restored = true
    const { release, untilAsked } = late()
    const looking = loginSiwx.getSessions(CHAIN, signer.address)
    await untilAsked()
    await left()
    release()
    expect([await looking, auth.user, heldUser()]).toEqual([[], undefined, undefined])
  })

  test('a lookup waiting for it does not end a newer login', async () => {
    await loggedIn()
    dropToken()
    chains.active.restored = true
    const { release, untilAsked } = late()
    const looking = loginSiwx.getSessions(CHAIN, signer.address)
    await untilAsked()
    await left()
    forgetConnectors()
    await loggedIn()
    release()
    expect(await looking).toEqual([])
    expect([auth.user?.address, freshToken() !== undefined]).toEqual([signer.address, true])
  })

  test('a lookup that finds nobody does not end a login made in the meantime', async () => {
    await connected()
    chains.active.restored = true
    let release = () => {}
    const gate = new Promise<void>((resolve) => {
      release = resolve
    })
    vi.stubGlobal('fetch', async (input: URL, init: RequestInit) => {
      const answer = await ask(input, init)
      if (String(input).endsWith('refresh-token')) await gate
      return answer
    })
    const looking = loginSiwx.getSessions(CHAIN, signer.address)
    await vi.waitFor(() => expect(world.paths.at(-1)).toBe('/auth/refresh-token'))
    const session = await signIn.run()
    release()
    expect(await looking).toEqual([session])
    expect([auth.user?.address, freshToken() !== undefined]).toEqual([signer.address, true])
  })

  test('error: a request waiting for it is not sent, and no expired login is reported', async () => {
    await loggedIn()
    vi.spyOn(performance, 'now').mockReturnValue(Number.MAX_SAFE_INTEGER)
    const { release, untilAsked } = late()
    const asking = code(loginFetch(`${BACKEND}api/me`))
    await untilAsked()
    await left()
    release()
    expect([await asking, codes, world.paths.includes('/api/me')]).toEqual(['LOGIN_REQUIRED', [], false])
    vi.restoreAllMocks()
  })

  test('error: a request waiting for it does not end a newer login', async () => {
    await loggedIn()
    const clock = vi.spyOn(performance, 'now').mockReturnValue(Number.MAX_SAFE_INTEGER)
    const { release, untilAsked } = late()
    const asking = code(loginFetch(`${BACKEND}api/me`))
    await untilAsked()
    await left()
    forgetConnectors()
    clock.mockRestore()
    await loggedIn()
    release()
    expect([await asking, codes, auth.user?.address, freshToken() !== undefined]).toEqual([
      'LOGIN_REQUIRED',
      [],
      signer.address,
      true,
    ])
  })
})
