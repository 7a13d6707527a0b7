import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ask, BACKEND, code, codes, loggedIn, ORIGIN, signer, stranger, world } from '../../.ci/login-world'
import { someTurns } from '../../.ci/turns'
import { mockConnection, mockWallet } from '../connectors/test-wallet'
import type { LoginUser } from '../lib/login-user'
import { keys, remember } from '../lib/storage'
import { chains } from '../state/chains'
import { config } from '../state/config'
import { auth } from '../state/login'
import { siwx } from '../state/siwx'
import { connect, disconnect } from './connection'
import { addConnector } from './discovery'
import { followTabs } from './follow-tabs'
import { logout } from './login'
import { loginFetch } from './login-fetch'
import { loginSiwx } from './login-siwx'
import { freshToken, isReplaced } from './login-token'

/** Another tab of the site that uses another account. */
let other: BroadcastChannel
/** Messages from this tab to the others. */
let heard: object[]
beforeEach(() => {
  heard = []
  other = new BroadcastChannel(`${config.storagePrefix}:login`)
  other.onmessage = ({ data }) => heard.push(data)
})
afterEach(() => other.close())

/** A login in the other tab, with the cookie that both tabs share. */
async function logInThere(): Promise<void> {
  const post = async (body: object) => {
    const headers = { 'x-wm': '1', 'content-type': 'application/json', origin: ORIGIN }
    return (await ask(new URL('auth/login-dapp', BACKEND), { method: 'POST', headers, body: JSON.stringify(body) })).json()
  }
  const { challengeId, message } = await post({ address: stranger.address, chain: 'eip155:56' })
  const { accessToken, expiresIn, user } = await post({ challengeId, signature: await stranger.signMessage({ message }) })
  other.postMessage({ backend: BACKEND, session: { accessToken, expiresIn, user } })
  world.paths.length = 0
}

/** Whether the backend still knows the other tab’s login. */
const isKnown = async () => {
  const answer = await ask(new URL('auth/refresh-token', BACKEND), { method: 'POST', headers: { 'x-wm': '1' } })
  return answer.ok && (await answer.json()).user.address === stranger.address
}

describe('a login with another account in another tab', () => {
  test('stays when this tab’s login expires; here the visitor is asked to sign in, and the wallet stays', async () => {
    await loggedIn()
    heard.length = 0
    await logInThere()
    vi.spyOn(performance, 'now').mockReturnValue(Number.MAX_SAFE_INTEGER)
    expect(await code(loginFetch(`${BACKEND}api/me`))).toBe('LOGIN_EXPIRED')
    vi.restoreAllMocks()
    await vi.waitFor(() => expect([siwx.checking, siwx.locked]).toEqual([false, true]))
    expect([auth.user, freshToken(), chains.active.address, codes]).toEqual([undefined, undefined, signer.address, []])
    expect(await isKnown()).toBe(true)
    expect(heard.filter((each) => 'ended' in each)).toEqual([])
  })

  test('stays when this tab’s logged-in wallet disconnects and the other tab’s wallet is here too; ends with the last one', async () => {
    const sun = mockWallet({ id: 'sun', namespaces: ['solana'] })
    sun.script.connections = [mockConnection('solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', 'someone')]
    addConnector(sun.connector)
    await connect({ wallet: 'sun' })
    const { wallet } = await loggedIn()
    heard.length = 0
    await logInThere()
    await vi.waitFor(() => expect(isReplaced()).toBe(true))
    wallet.emit({ type: 'disconnect', reason: 'wallet' })
    await vi.waitFor(() => expect([auth.user, siwx.session]).toEqual([undefined, undefined]))
    expect([await isKnown(), heard.filter((each) => 'ended' in each)]).toEqual([true, []])
    await disconnect()
    await vi.waitFor(() => expect(heard).toContainEqual({ backend: BACKEND, ended: true, whose: undefined }))
    await vi.waitFor(async () => expect(await isKnown()).toBe(false))
  })

  test('stays when this tab wakes up and finds its wallet replaced by another one', async () => {
    await loggedIn()
    heard.length = 0
    await logInThere()
    await vi.waitFor(() => expect(isReplaced()).toBe(true))
    const networkId = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1' as const
    const caipAddress = `${networkId}:someone` as const
    remember(keys.connections, { entries: { solana: { connectorId: 'sun', networkId, caipAddress } } })
    followTabs()
    expect(chains.byNamespace.eip155?.status).toBe('disconnected')
    await someTurns()
    expect([await isKnown(), heard.filter((each) => 'ended' in each)]).toEqual([true, []])
  })

  test('stays when this tab wakes up to a disconnect of the wallet that came before the other tab connected it', async () => {
    const { wallet } = await loggedIn()
    heard.length = 0
    await logInThere()
    const caipAddress = `eip155:56:${stranger.address}` as const
    remember(keys.connections, { entries: { eip155: { connectorId: 'mock', networkId: 'eip155:56', caipAddress } } })
    wallet.emit({ type: 'disconnect', reason: 'wallet' })
    await someTurns()
    expect([chains.active.status, await isKnown(), heard.filter((each) => 'ended' in each)]).toEqual(['disconnected', true, []])
  })

  test('is told from a token of this tab’s own user, whose log-out ends the session, also with another wallet connected', async () => {
    const sun = mockWallet({ id: 'sun', namespaces: ['solana'] })
    sun.script.connections = [mockConnection('solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', 'someone')]
    addConnector(sun.connector)
    await connect({ wallet: 'sun' })
    await loggedIn()
    other.postMessage({ backend: BACKEND, session: { accessToken: 'own', expiresIn: 600, user: { ...auth.user } } })
    await vi.waitFor(() => expect(freshToken()).toBe('own'))
    await logout()
    expect([auth.user, world.cookie]).toEqual([undefined, ''])
  })

  test('its end does not end this tab’s login', async () => {
    await loggedIn()
    other.postMessage({ backend: BACKEND, ended: true, whose: 'somebody else' })
    other.postMessage({ backend: BACKEND, session: { accessToken: 'own', expiresIn: 600, user: { ...auth.user } } })
    await vi.waitFor(() => expect(freshToken()).toBe('own'))
    other.postMessage({ backend: BACKEND, ended: true, whose: auth.user?.id })
    await vi.waitFor(() => expect(auth.user).toBeUndefined())
  })
})

test('error: a contract account is logged in on its own chain only', async () => {
  await loggedIn()
  const user = { ...auth.user, accountType: 'smartAccount' }
  other.postMessage({ backend: BACKEND, session: { accessToken: 'own', expiresIn: 600, user } })
  await vi.waitFor(() => expect(freshToken()).toBe('own'))
  world.fault = (path) => (path.includes('refresh') ? Response.json({}, { status: 401 }) : undefined)
  expect(await loginSiwx.getSessions('eip155:56', signer.address)).toHaveLength(1)
  expect(await loginSiwx.getSessions('eip155:1', signer.address).catch(() => [])).toEqual([])
})

test('a login on Polkadot holds on Kusama, which encodes the same key differently', async () => {
  const [polkadot, kusama] = ['polkadot:91b171bb158e2d3848fa23a9f1c25182', 'polkadot:b0a8d493285c2df73290dfb7e61f870f'] as const
  const address = '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5'
  await loggedIn()
  const own = { ...auth.user, chain: polkadot, address } as LoginUser
  auth.user = own
  other.postMessage({ backend: BACKEND, session: { accessToken: 'own', expiresIn: 600, user: own } })
  await vi.waitFor(() => expect(freshToken()).toBe('own'))
  const known = (chain: 'polkadot' | 'kusama', written: string) =>
    loginSiwx.getSessions(chain === 'kusama' ? kusama : polkadot, written)
  expect(await known('kusama', 'HNZata7iMYWmk5RvZRTiAsSDhV8366zq2YGb3tLH5Upf74F')).toMatchObject([{ data: { chainId: kusama } }])
  expect(await known('polkadot', address)).toHaveLength(1)
  await loginSiwx.revokeSession(kusama, 'FcxNWVy5RESDsErjwyZmPCW6Z8Y3fbfLzmou34YZTrbcraL')
  expect(auth.user?.id).toBe(own.id)
  await loginSiwx.revokeSession(kusama, 'HNZata7iMYWmk5RvZRTiAsSDhV8366zq2YGb3tLH5Upf74F')
  expect(auth.user).toBeUndefined()
})

test('a refused read is sent again with another tab’s newer token, without a refresh', async () => {
  await loggedIn()
  const first = freshToken()
  world.fault = (path) => {
    if (path !== '/api/me') return undefined
    if (freshToken() !== first) return Response.json({})
    return ask(new URL('auth/refresh-token', BACKEND), { method: 'POST', headers: { 'x-wm': '1' } }).then(async (answer) => {
      world.paths.length = 0
      other.postMessage({ backend: BACKEND, session: await answer.json() })
      await vi.waitFor(() => expect(freshToken()).not.toBe(first))
      return new Response(null, { status: 401 })
    })
  }
  expect((await loginFetch(`${BACKEND}api/me`)).status).toBe(200)
  expect(world.paths).toEqual(['/api/me'])
})
