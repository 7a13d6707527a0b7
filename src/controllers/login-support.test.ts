import { expect, test, vi } from 'vitest'
import { BACKEND, CHAIN, loggedIn, signer, stranger, world } from '../../.ci/login-world'
import type { LoginUser } from '../lib/login-user'
import { chains } from '../state/chains'
import { config } from '../state/config'
import { auth } from '../state/login'
import { modal } from '../state/modal'
import { siwx } from '../state/siwx'
import { connect, disconnect } from './connection'
import { logout } from './login'
import { freshToken, isReplaced, takeToken } from './login-token'
import { signOut } from './siwx'

const viewed: LoginUser = { id: 'u', address: stranger.address, chain: CHAIN, accountType: 'eoa', ref: null, createdAt: 'now' }

/** An operator views another user’s account: no wallet is connected. */
async function viewing() {
  await loggedIn()
  takeToken({ accessToken: 'read.only', expiresIn: 900, user: viewed }, signer.address)
  await disconnect()
  await vi.waitFor(() => expect([siwx.checking, siwx.session]).toEqual([false, undefined]))
}

test('a support view is not asked to sign in for a wallet connected by another tab; the visitor is, once it ends', async () => {
  await viewing()
  await connect({ wallet: 'mock' })
  await vi.waitFor(() => expect(siwx.checking).toBe(false))
  expect([chains.active.address, modal.elementId, siwx.locked, auth.user?.id]).toEqual([signer.address, undefined, false, 'u'])
  await logout()
  await vi.waitFor(() => expect([modal.view, siwx.locked]).toEqual(['SIWXSignMessage', true]))
})

test('signing out ends a support view, as disconnecting does', async () => {
  await viewing()
  await signOut.run()
  expect([auth.user, auth.operator]).toEqual([undefined, undefined])
})

test('error: it does not take the viewed user’s full token from another tab', async () => {
  await viewing()
  const other = new BroadcastChannel(`${config.storagePrefix}:login`)
  const session = { accessToken: 'full', expiresIn: 600, user: viewed }
  other.postMessage({ backend: BACKEND, session })
  other.postMessage({ backend: BACKEND, session: { ...session, user: { ...viewed, id: 'another' } } })
  await vi.waitFor(() => expect(isReplaced()).toBe(true))
  expect([freshToken(), world.paths.includes('/auth/refresh-token')]).toEqual(['read.only', false])
  other.close()
})
