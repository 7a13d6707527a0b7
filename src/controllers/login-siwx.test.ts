import { expect, test, vi } from 'vitest'
import { BACKEND, CHAIN, code, connected, loggedIn, signer, stranger, world } from '../../.ci/login-world'
import { tabLocks } from '../../.ci/tab-locks'
import { answerChallenge, loginClient } from '../api/login'
import { authKey } from '../api/login-storage'
import type { AnswerInput } from '../lib/login-client'
import { remember } from '../lib/storage'
import { chains } from '../state/chains'
import { config } from '../state/config'
import { auth } from '../state/login'
import { support } from '../state/support'
import { loginSiwx } from './login-siwx'
import { dropToken } from './login-token'
import { ownSiwx } from './own-siwx'
import { signIn } from './sign-in'
import { cancelSignIn } from './siwx'

test('a user whom support has viewed is told of it as they log in', async () => {
  const views = [{ operator: stranger.address, reason: 'ticket 4711', at: 1, until: 2 }]
  const client = loginClient(BACKEND)
  const signIn = async (input: AnswerInput) => ({ ...(await answerChallenge(client, input)), assists: views })
  ownSiwx.login = { ...client, signIn }
  await loggedIn()
  expect(support.views).toEqual(views)
})

test('this tab’s login holds after a reload also for a wallet that is connected anew', async () => {
  await loggedIn()
  const { user } = auth
  // What a reload leaves.
  dropToken()
  if (user) remember(authKey, { user: { ...user }, ref: auth.ref })
  expect(chains.active.restored).toBeFalsy()
  expect(await loginSiwx.getSessions(CHAIN, signer.address)).toHaveLength(1)
  expect(auth.user?.id).toBe(user?.id)
})

test('error: the signature of whoever cancels while it waits for another tab’s log-out is not sent', async () => {
  const locks = tabLocks()
  vi.stubGlobal('navigator', { locks })
  await connected()
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  const other = locks.request(`${config.storagePrefix}:logout`, {}, () => opened)
  const left = code(signIn.run())
  await locks.someWait
  await cancelSignIn()
  open()
  await other
  expect(await left).toBe('ABORTED')
  await vi.waitFor(() => expect(locks.open()).toBe(0))
  // The challenge's request alone.
  expect([world.paths.filter((path) => path === '/auth/login-dapp').length, world.cookie]).toEqual([1, ''])
})
