import { describe, expect, test, vi } from 'vitest'
import { BACKEND, CHAIN, code, connected, ORIGIN, signer, stranger, world } from '../../.ci/login-world'
import { someTurns } from '../../.ci/turns'
import { loginClient } from '../api/login'
import type { ChallengeInput, LoginClient } from '../lib/login-client'
import type { SiwxData } from '../lib/siwx'
import { formatSiwxMessage } from '../lib/siwx-message'
import { chains } from '../state/chains'
import { auth } from '../state/login'
import { assist } from './assist'
import { logout } from './login'
import { loginSiwx } from './login-siwx'
import { freshToken, renewToken, takeToken } from './login-token'
import { ownSiwx } from './own-siwx'
import { signIn } from './sign-in'

const target = `eip155:56:${stranger.address}`

/** A client that accepts the operator and returns what it was sent; some of what it says is changed. */
function open({ said = {}, ...change }: { said?: Partial<SiwxData> } & Partial<LoginClient> = {}) {
  const sent: { readonly signature: string }[] = []
  ownSiwx.login = {
    ...loginClient(BACKEND),
    challenge: async ({ address, chain }: ChallengeInput) => {
      const data = {
        accountAddress: address,
        chainId: chain,
        domain: 'bakery.example',
        uri: ORIGIN,
        version: '1',
        requestId: 'ch_1',
      }
      const times = { issuedAt: '2026-11-25T12:00:00.000Z', expirationTime: '2026-11-25T12:05:00.000Z' }
      const message = formatSiwxMessage({
        ...data,
        ...times,
        nonce: 'q3KJf82LmXv0aTyBsd71Zr',
        resources: [`urn:wm:assist:${target}`],
        ...said,
      })
      return { status: 'challenge', challengeId: 'ch_1', message }
    },
    assist: async (input: { readonly signature: string }) => {
      sent.push(input)
      return { accessToken: 'a.b.c', expiresIn: 900, sub: 'u_1', act: { sub: signer.address }, scope: 'read' }
    },
    ...change,
  }
  return sent
}

test('accepts an operator’s signature that ends with 0 or 1, as a log-in does', async () => {
  await connected(async (raw) => {
    const signature = await signer.signMessage({ message: { raw } })
    return signature.slice(0, -2) + (signature.endsWith('1b') ? '00' : '01')
  })
  await signIn.run()
  const sent = open()
  expect(await assist.run({ target, reason: 'ticket 4711' })).toMatchObject({ address: stranger.address })
  expect(sent.map(({ signature }) => signature)).toEqual([expect.stringMatching(/^0x[0-9a-f]{128}1[bc]$/)])
  expect(auth.operator).toBe(signer.address)
})

test('a support view ends when its time is over, even if nothing is requested', async () => {
  await connected()
  await signIn.run()
  open()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await assist.run({ target, reason: 'ticket 4711' })
  await vi.advanceTimersByTimeAsync(899_000)
  expect([auth.user?.id, auth.operator]).toEqual(['u_1', signer.address])
  await vi.advanceTimersByTimeAsync(1_000)
  expect([auth.user, auth.operator]).toEqual([undefined, undefined])
})

test('and soon after the device wakes up, if its time was over while it slept', async () => {
  await connected()
  await signIn.run()
  open()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
  await assist.run({ target, reason: 'ticket 4711' })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(auth.operator).toBe(signer.address)
  // The timers stood still.
  vi.setSystemTime(Date.now() + 900_000)
  await vi.advanceTimersByTimeAsync(10_000)
  expect([auth.user, auth.operator]).toEqual([undefined, undefined])
})

test('it does not end the login that its operator has begun since', async () => {
  await connected()
  await signIn.run()
  const own = auth.user
  open()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await assist.run({ target, reason: 'ticket 4711' })
  await someTurns()
  await logout()
  if (own) takeToken({ accessToken: 'own', expiresIn: 3600, user: own })
  await vi.advanceTimersByTimeAsync(900_000)
  expect(auth.user).toMatchObject({ address: signer.address })
})

test('the operator’s own session at the backend ends with its beginning', async () => {
  await connected()
  await signIn.run()
  expect(world.cookie).not.toBe('')
  open()
  await assist.run({ target, reason: 'ticket 4711' })
  expect([world.cookie, auth.operator]).toEqual(['', signer.address])
})

test.each<[string, Partial<SiwxData>]>([
  ['of another challenge', { requestId: 'ch_2' }],
  ['to view another account', { resources: [`urn:wm:assist:eip155:56:${signer.address}`] }],
  ['that asks for more', { resources: [`urn:wm:assist:${target}`, 'urn:wm:assist:all'] }],
  ['for a login', { resources: undefined }],
])('error: a text %s is never shown to the wallet', async (_, said) => {
  const { asked } = await connected()
  open({ said })
  expect([await code(assist.run({ target, reason: 'ticket 4711' })), asked, auth.user]).toEqual([
    'SIGN_IN_MISMATCH',
    [],
    undefined,
  ])
})

test.each([
  [403, 'ASSIST_REFUSED'],
  [404, 'ASSIST_REFUSED'],
  [429, 'LOGIN_LIMITED'],
  [503, 'LOGIN_UNAVAILABLE'],
])('error: a backend that answers with %s: %s; the operator stays logged in', async (status, said) => {
  await connected()
  await signIn.run()
  world.fault = (path) => (path === '/auth/login-wallet-by-admin' ? Response.json({}, { status }) : undefined)
  open({ assist: loginClient(BACKEND).assist })
  expect(await code(assist.run({ target, reason: 'ticket 4711' }))).toBe(said)
  expect([auth.user?.address, auth.operator]).toEqual([signer.address, undefined])
})

describe('what was asked for the operator’s own login, and is answered only once the view has begun, does not end the view', () => {
  /** Answers a refresh when the operator’s session is ended. */
  function late() {
    let answer = () => {}
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    const client = loginClient(BACKEND)
    const refresh = async () => {
      const session = await client.refresh()
      await answered
      return session
    }
    const signOut = async () => {
      answer()
      await someTurns()
      await client.signOut()
    }
    open({ refresh, signOut })
  }

  test('its new token', async () => {
    await connected()
    await signIn.run()
    late()
    const renewed = renewToken()
    expect(await code(assist.run({ target, reason: 'ticket 4711' }))).toBe('done')
    await renewed
    expect([auth.user?.id, auth.operator, freshToken()]).toEqual(['u_1', signer.address, 'a.b.c'])
  })

  test('a lookup that finds nobody', async () => {
    await connected()
    late()
    chains.active.restored = true
    const looked = loginSiwx.getSessions(CHAIN, signer.address)
    expect(await code(assist.run({ target, reason: 'ticket 4711' }))).toBe('done')
    expect([await looked, auth.user?.id, auth.operator, freshToken()]).toEqual([[], 'u_1', signer.address, 'a.b.c'])
  })
})

test('error: nor does a lookup for a wallet that another tab connects', async () => {
  await connected()
  open()
  await assist.run({ target, reason: 'ticket 4711' })
  expect([await loginSiwx.getSessions(CHAIN, signer.address), auth.user?.id, auth.operator]).toEqual([[], 'u_1', signer.address])
})
