import type { Hex } from 'viem'
import { beforeEach, expect, test, vi } from 'vitest'
import { ask, BACKEND, code, connected, loggedIn, signer, stranger, world } from '../../.ci/login-world'
import { tabLocks } from '../../.ci/tab-locks'
import { someTurns } from '../../.ci/turns'
import { loginClient } from '../api/login'
import { mockConnection } from '../connectors/test-wallet'
import { config } from '../state/config'
import { auth } from '../state/login'
import { signInAttempt } from '../state/sign-in'
import { siwx } from '../state/siwx'
import { disconnect } from './connection'
import { forgetConnectors } from './discovery'
import { renewToken } from './login-token'
import { onChange } from './on-change'
import { ownSiwx } from './own-siwx'
import { signIn } from './sign-in'
import { cancelSignIn } from './siwx'

let locks: ReturnType<typeof tabLocks>
beforeEach(() => {
  locks = tabLocks()
  vi.stubGlobal('navigator', { locks })
})

type Connected = Awaited<ReturnType<typeof connected>>

/** A promise and its resolver. */
function gate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}

test('another tab’s late refresh of the login before does not take the new sign-in’s cookie', async () => {
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

test('a tab that the browser has suspended in the middle of a refresh, with its lock, keeps nobody from signing in', async () => {
  const patience = new AbortController()
  await connected()
  void locks.request(`${config.storagePrefix}:refresh`, {}, () => new Promise(() => {}))
  const limit = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(patience.signal)
  const signedIn = signIn.run()
  await locks.someWait
  patience.abort(new DOMException('The operation timed out.', 'TimeoutError'))
  expect((await signedIn).data.accountAddress).toBe(signer.address)
  limit.mockRestore()
})

test('nor does a late log-out; the backend hears of it at once', async () => {
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

test('nor does the late end of an abandoned sign-in: a visitor who signs in meanwhile stays signed in', async () => {
  const { wallet } = await connected()
  const { open, opened } = gate()
  let answers = 0
  vi.stubGlobal('fetch', async (input: URL, init: RequestInit) => {
    if (String(init.body).includes('challengeId') && ++answers === 1) await opened
    return ask(input, init)
  })
  const left = code(signIn.run())
  await vi.waitFor(() => expect(answers).toBe(1), { timeout: 10_000 })
  const request = ({ params }: { params?: unknown }) => stranger.signMessage({ message: { raw: (params as Hex[])[0] ?? '0x' } })
  wallet.emit({ type: 'change', connections: [mockConnection('eip155:56', stranger.address, { request })] })
  expect(await left).toBe('ABORTED')
  const signedIn = signIn.run()
  await locks.someWait
  open()
  expect((await signedIn).data.accountAddress).toBe(stranger.address)
  await vi.waitFor(() => expect(locks.open()).toBe(0))
  expect([auth.user?.address, (await renewToken())?.address]).toEqual([stranger.address, stranger.address])
})

test.each([
  [
    'switches to another account',
    async ({ wallet }: Connected) => {
      wallet.emit({ type: 'change', connections: [mockConnection('eip155:56', stranger.address)] })
    },
  ],
  ['cancels', () => cancelSignIn()],
] as const)('error: nor does one log in for a moment whoever %s; the backend ends its session', async (_, leave) => {
  const made = await connected()
  const seen: unknown[] = []
  const stop = onChange(
    [auth],
    () => auth.user,
    (user) => seen.push(user),
  )
  const { open, opened } = gate()
  vi.stubGlobal('fetch', async (input: URL, init: RequestInit) => {
    const answer = await ask(input, init)
    if (String(init.body).includes('challengeId')) await opened
    return answer
  })
  const left = code(signIn.run())
  await vi.waitFor(() => expect(world.cookie).not.toBe(''), { timeout: 10_000 })
  await leave(made)
  expect(await left).toBe('ABORTED')
  open()
  await vi.waitFor(() => expect(world.cookie).toBe(''))
  await vi.waitFor(() => expect(locks.open()).toBe(0))
  stop()
  expect(seen).toEqual([])
})

test('error: a host’s own client whose refresh never answers does not block for good', async () => {
  await loggedIn()
  ownSiwx.login = { ...loginClient(BACKEND), refresh: () => new Promise(() => {}) }
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const renewing = code(renewToken())
  const again = code(signIn.run())
  await vi.advanceTimersByTimeAsync(25_000)
  expect([await renewing, await again]).toEqual(['API_UNAVAILABLE', 'done'])
})

test('error: nor does an answer that comes after the half minute that a sign-in may take log in for a moment', async () => {
  await connected()
  const seen: unknown[] = []
  const stop = onChange(
    [auth],
    () => auth.user,
    (user) => seen.push(user),
  )
  const { open, opened } = gate()
  const client = loginClient(BACKEND)
  const signInLate: typeof client.signIn = async (input) => {
    const answer = await client.signIn(input)
    await opened
    return answer
  }
  ownSiwx.login = { ...client, signIn: signInLate }
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const failed = code(signIn.run())
  await vi.waitFor(() => expect(world.cookie).not.toBe(''), { timeout: 10_000 })
  await vi.advanceTimersByTimeAsync(30_000)
  expect([await failed, signInAttempt.status]).toEqual(['SIGN_IN_FAILED', 'failed'])
  open()
  await vi.waitFor(() => expect(world.cookie).toBe(''))
  stop()
  expect([seen, signInAttempt.code]).toEqual([[], 'SIGN_IN_FAILED'])
})

test('error: nor does it end a login that has worked since, in this tab or another', async () => {
  await connected()
  const { open, opened } = gate()
  const client = loginClient(BACKEND)
  let answers = 0
  const signInLate: typeof client.signIn = async (input) => {
    const answer = await client.signIn(input)
    if (++answers === 1) await opened
    return answer
  }
  ownSiwx.login = { ...client, signIn: signInLate }
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const failed = code(signIn.run())
  await vi.waitFor(() => expect(answers).toBe(1), { timeout: 10_000 })
  await vi.advanceTimersByTimeAsync(30_000)
  expect(await failed).toBe('SIGN_IN_FAILED')
  await signIn.run()
  const heard: object[] = []
  const other = new BroadcastChannel(`${config.storagePrefix}:login`)
  other.onmessage = ({ data }) => heard.push(data)
  open()
  vi.useRealTimers()
  await someTurns()
  other.close()
  expect([answers, heard, auth.user?.address, siwx.session !== undefined]).toEqual([2, [], signer.address, true])
})
