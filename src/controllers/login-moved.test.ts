import { describe, expect, test, vi } from 'vitest'
import { BACKEND, CHAIN, code, connected, loggedIn, signer, stranger, world } from '../../.ci/login-world'
import { someTurns } from '../../.ci/turns'
import { loginClient } from '../api/login'
import { authKey } from '../api/login-storage'
import { mockConnection, mockWallet } from '../connectors/test-wallet'
import type { CaipNetworkId } from '../lib/caip'
import type { LoginUser } from '../lib/login-user'
import { remember } from '../lib/storage'
import { chains } from '../state/chains'
import { config, NO_REFERRAL } from '../state/config'
import { auth } from '../state/login'
import { siwx } from '../state/siwx'
import { chooseAccount } from './choose-account'
import { connect } from './connection'
import { addConnector } from './discovery'
import { loginFetch } from './login-fetch'
import { dropToken, freshToken, heldUser, renewToken, takeToken } from './login-token'
import { ownSiwx } from './own-siwx'
import { signIn } from './sign-in'

const OTHER = 'https://other.example/'
const user = { id: 'u', address: signer.address, chain: 'eip155:56', accountType: 'eoa', ref: null, createdAt: 'now' }

describe('a page that switches to another backend', () => {
  test('sends the first one’s token nowhere, and asks the visitor to sign in', async () => {
    await loggedIn()
    const sent: (string | null)[] = []
    world.fault = () => new Response('{}', { status: 401 })
    const { fetch } = globalThis
    vi.stubGlobal('fetch', (request: Request, init: RequestInit) => {
      sent.push(new Request(request, init).headers.get('authorization'))
      return fetch(request, init)
    })
    config.loginUrl = OTHER
    expect(freshToken()).toBeUndefined()
    expect(await code(loginFetch(`${OTHER}api/me`))).toBe('LOGIN_REQUIRED')
    await vi.waitFor(() => expect([siwx.checking, siwx.locked, auth.user]).toEqual([false, true, undefined]))
    expect([chains.active.status, sent.filter(Boolean)]).toEqual(['connected', []])
  })

  test('nor the second one’s token to the first, where the same person has logged in meanwhile', async () => {
    await loggedIn()
    const own = auth.user as LoginUser
    const sent: (string | null)[] = []
    world.fault = async (path, _, headers) => {
      if (path !== '/api/me') return Response.json({}, { status: 401 })
      sent.push(headers.get('authorization'))
      if (sent.length > 1) return new Response()
      config.loginUrl = OTHER
      await vi.waitFor(() => expect(auth.user).toBeUndefined())
      takeToken({ accessToken: 'second', expiresIn: 600, user: own })
      return new Response(null, { status: 401 })
    }
    expect(await code(loginFetch(`${BACKEND}api/me`))).toBe('LOGIN_TARGET_REFUSED')
    expect(sent).toEqual([expect.stringMatching(/^Bearer ey/)])
  })

  test('logs out if the host removes login-url', async () => {
    await loggedIn()
    config.loginUrl = undefined
    await vi.waitFor(() => expect(auth.user).toBeUndefined())
  })

  test.each([
    ['removes its own client', { login: loginClient(BACKEND) }, undefined],
    ['gives a siweConfig, which is asked instead', { siweConfig: undefined }, 'required'],
    ['gives one in place of its client', { login: loginClient(BACKEND) }, 'required'],
  ] as const)('nor does it send a token any more, and nobody is logged in, if the host %s', async (_, first, ownSignIn) => {
    // As the element does.
    Object.assign(ownSiwx, first)
    Object.assign(config, 'login' in first ? { loginUrl: undefined, ownSignIn: 'required' } : {})
    await loggedIn()
    Object.assign(ownSiwx, { login: undefined, siweConfig: ownSignIn && { getSession: async () => null } })
    Object.assign(config, { ownSignIn, signInMode: ownSignIn ?? 'off', networks: [...(config.networks ?? [])] })
    await vi.waitFor(() => expect([siwx.session, auth.user]).toEqual([undefined, undefined]))
    expect(await code(loginFetch('https://bakery.example/api/me'))).toBe('LOGIN_REQUIRED')
  })

  test('error: a late refresh of the first backend logs nobody in', async () => {
    await loggedIn()
    let answer = () => {}
    const gate = new Promise<void>((resolve) => {
      answer = resolve
    })
    const { fetch } = globalThis
    vi.stubGlobal('fetch', async (request: Request, init: RequestInit) => {
      const response = await fetch(request, init)
      await gate
      return response
    })
    const renewing = code(renewToken())
    await vi.waitFor(() => expect(world.paths.at(-1)).toBe('/auth/refresh-token'))
    config.loginUrl = OTHER
    await vi.waitFor(() => expect(auth.user).toBeUndefined())
    answer()
    expect(await renewing).toBe('ABORTED')
    expect([heldUser(), freshToken()]).toEqual([undefined, undefined])
  })

  test('error: nor does a late sign-in, of which the other backend is told nothing', async () => {
    await connected()
    const asked: string[] = []
    const { fetch } = globalThis
    vi.stubGlobal('fetch', async (url: URL, init: RequestInit) => {
      asked.push(url.origin)
      const response = await fetch(url, init)
      if (String(init.body).includes('challengeId')) config.loginUrl = OTHER
      return response
    })
    expect(await code(signIn.run())).toBe('ABORTED')
    await vi.waitFor(() => expect(siwx.checking).toBe(false))
    expect([auth.user, heldUser(), freshToken()]).toEqual([undefined, undefined, undefined])
    expect(asked).not.toContain(new URL(OTHER).origin)
  })
})

test('error: a token of an app page with its own scheme is sent to no other scheme', async () => {
  await loggedIn()
  vi.stubGlobal('location', { host: 'localhost', origin: 'capacitor://localhost' })
  const sent: string[] = []
  vi.stubGlobal('fetch', async ({ url }: Request) => {
    sent.push(url)
    return new Response()
  })
  expect(await code(loginFetch('ionic://elsewhere/api/me'))).toBe('LOGIN_TARGET_REFUSED')
  await loginFetch('capacitor://localhost/api/me')
  expect(sent).toEqual(['capacitor://localhost/api/me'])
})

test('a siweConfig with enabled: false is not asked: the backend logs in', async () => {
  const asked = vi.fn(async () => null)
  ownSiwx.siweConfig = { enabled: false, getSession: asked, getNonce: asked }
  await loggedIn()
  expect(asked).not.toHaveBeenCalled()
})

test('error: another tab’s token or log-out of another backend is ignored', async () => {
  await loggedIn()
  const { id } = auth.user ?? {}
  const other = new BroadcastChannel(`${config.storagePrefix}:login`)
  const session = { accessToken: 'other', expiresIn: 600, user: { ...user, id } }
  other.postMessage({ backend: OTHER, session })
  other.postMessage({ backend: OTHER, ended: true })
  other.postMessage({ backend: BACKEND, session: { ...session, accessToken: 'own' } })
  await vi.waitFor(() => expect(freshToken()).toBe('own'))
  expect(auth.user?.id).toBe(id)
  other.close()
})

describe('a switch to another account of the wallet', () => {
  const moved = async () => {
    const { wallet } = await loggedIn()
    const [connection] = wallet.script.connections
    world.paths.length = 0
    return (address: string, network: CaipNetworkId = 'eip155:56') => {
      const connections = [mockConnection(network, address, connection?.provider)]
      wallet.emit({ type: 'change', connections })
    }
  }

  test('asks for a sign-in; switching back finds the first login again', async () => {
    const to = await moved()
    to(stranger.address)
    await vi.waitFor(() => expect([siwx.checking, siwx.locked, auth.user]).toEqual([false, true, undefined]))
    expect(world.paths).toEqual([])
    to(signer.address)
    await vi.waitFor(() => expect([siwx.locked, auth.user?.address]).toEqual([false, signer.address]))
    expect(world.paths).toEqual(['/auth/refresh-token'])
  })

  test('leaves the first login on a network that the app does not have, too; the account itself keeps it there', async () => {
    const to = await moved()
    to(signer.address, 'eip155:1')
    await someTurns()
    expect([siwx.session, auth.user?.address, freshToken() !== undefined]).toEqual([undefined, signer.address, true])
    to(stranger.address, 'eip155:1')
    await vi.waitFor(() => expect([auth.user, freshToken()]).toEqual([undefined, undefined]))
    expect(world.paths).toEqual([])
    to(signer.address)
    await vi.waitFor(() => expect([siwx.locked, auth.user?.address]).toEqual([false, signer.address]))
    expect(world.paths).toEqual(['/auth/refresh-token'])
  })

  test('error: a read of the first user that is refused once another has logged in is not sent as theirs', async () => {
    await loggedIn()
    const next: LoginUser = { ...user, id: 'next', chain: CHAIN, accountType: 'eoa' }
    world.paths.length = 0
    world.fault = () => {
      if (auth.user?.id !== next.id) {
        dropToken()
        takeToken({ accessToken: 'next', expiresIn: 600, user: next })
        return new Response(null, { status: 401 })
      }
      return Response.json({ secret: 'of the next user' })
    }
    expect(await code(loginFetch(`${BACKEND}api/me`))).toBe('LOGIN_REQUIRED')
    expect([world.paths, freshToken()]).toEqual([['/api/me'], 'next'])
  })

  test('error: switching again while the first login is looked up does not log in as the first account', async () => {
    const to = await moved()
    to(stranger.address)
    await vi.waitFor(() => expect(siwx.locked).toBe(true))
    const { fetch } = globalThis
    let answer = () => {}
    const gate = new Promise<void>((resolve) => {
      answer = resolve
    })
    vi.stubGlobal('fetch', async (url: URL, init: RequestInit) => {
      await gate
      return fetch(url, init)
    })
    to(signer.address)
    await vi.waitFor(() => expect(siwx.checking).toBe(true))
    to(stranger.address)
    await vi.waitFor(() => expect([siwx.checking, siwx.locked]).toEqual([false, true]))
    answer()
    await vi.waitFor(() => expect(world.paths).toEqual(['/auth/refresh-token']))
    await someTurns()
    expect([auth.user, freshToken()]).toEqual([undefined, undefined])
  })
})

const SOLANA = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
const ADDRESS = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T'

/** Logs in while another wallet is connected too. */
async function besideSun() {
  config.networks = ['eip155:56', SOLANA]
  const sun = mockWallet({ id: 'sun', namespaces: ['solana'] }, { connections: [mockConnection(SOLANA, ADDRESS)] })
  addConnector(sun.connector)
  await connect({ wallet: 'sun' })
  const { wallet } = await loggedIn()
  world.paths.length = 0
  return { sun, wallet }
}

test('connecting and disconnecting another wallet’s account does not end the login', async () => {
  const { sun, wallet } = await besideSun()
  chooseAccount(`${SOLANA}:${ADDRESS}`)
  await vi.waitFor(() => expect([siwx.checking, siwx.locked, auth.user]).toEqual([false, true, undefined]))
  sun.emit({ type: 'disconnect', reason: 'wallet' })
  await vi.waitFor(() => expect([siwx.checking, siwx.locked, auth.user?.address]).toEqual([false, false, signer.address]))
  expect(world.paths).toEqual(['/auth/refresh-token'])

  // Nor does it keep the login of a wallet that disconnects meanwhile.
  await connect({ wallet: 'sun' })
  await vi.waitFor(() => expect([siwx.checking, auth.user]).toEqual([false, undefined]))
  wallet.emit({ type: 'disconnect', reason: 'wallet' })
  await vi.waitFor(() => expect(world.cookie).toBe(''))
})

test.each([
  ['once the backend has said whose login it is', false],
  ['while the backend is asked', true],
])('nor does disconnecting it on the next page, where it is the one in use, %s', async (_, isAsked) => {
  const { sun } = await besideSun()
  const { user = null } = auth
  // A reload leaves the cookie and the stored user, and restores both wallets.
  dropToken()
  remember(authKey, { user, ref: NO_REFERRAL })
  for (const chain of Object.values(chains.byNamespace)) chain.restored = true
  const { fetch } = globalThis
  let answer = () => {}
  const gate = new Promise<void>((resolve) => {
    answer = resolve
  })
  vi.stubGlobal('fetch', async (url: URL, init: RequestInit) => {
    if (isAsked) await gate
    return fetch(url, init)
  })
  chooseAccount(`${SOLANA}:${ADDRESS}`)
  if (isAsked) await vi.waitFor(() => expect(siwx.checking).toBe(true))
  else await vi.waitFor(() => expect([siwx.checking, siwx.locked, world.paths]).toEqual([false, true, ['/auth/refresh-token']]))
  sun.emit({ type: 'disconnect', reason: 'wallet' })
  await someTurns()
  answer()
  await vi.waitFor(() => expect([siwx.checking, chains.activeNamespace]).toEqual([false, 'eip155']))
  await someTurns()
  expect([siwx.locked, auth.user?.address, world.cookie !== '']).toEqual([false, signer.address, true])
})
