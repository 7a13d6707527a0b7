import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { areas, BACKEND, CHAIN, loggedIn, signer, stranger, world } from '../../.ci/login-world'
import { tabLocks } from '../../.ci/tab-locks'
import type { LoginUser } from '../lib/login-user'
import { keys, remember } from '../lib/storage'
import { chainOf } from '../state/chains'
import { config, NO_REFERRAL } from '../state/config'
import { auth } from '../state/login'
import { support } from '../state/support'
import { NO_ADDRESS, web3 } from '../state/web3'
import { disconnect } from './connection'
import { endSession, logout } from './login'
import { dropToken, isReplaced, takeToken } from './login-token'

const viewed: LoginUser = { id: 'u', address: stranger.address, chain: CHAIN, accountType: 'eoa', ref: null, createdAt: 'now' }

/** Another tab of the site. */
let other: BroadcastChannel
let heard: object[]
/** The headers of each log-out request. */
let told: Headers[]
beforeEach(async () => {
  heard = []
  told = []
  other = new BroadcastChannel(`${config.storagePrefix}:login`)
  await loggedIn()
  other.onmessage = ({ data }) => heard.push(data)
  world.fault = (_, __, headers) => {
    if (headers.has('x-wm-logout')) told.push(headers)
    return undefined
  }
})
afterEach(() => other.close())

test('names the ended login to the other tabs, and clears the referral', async () => {
  const whose = auth.user?.id
  auth.ref = stranger.address
  await disconnect()
  await vi.waitFor(() => expect(heard).toContainEqual({ backend: BACKEND, ended: true, whose }))
  await vi.waitFor(() => expect(auth.ref).toBe(NO_REFERRAL))
  expect(told).toHaveLength(1)
})

test('leaves the cookie of another tab’s new login alone, while it waits for that tab', async () => {
  const locks = tabLocks()
  vi.stubGlobal('navigator', { locks })
  let done = () => {}
  const signing = new Promise<void>((resolve) => {
    done = resolve
  })
  const elsewhere = locks.request(`${config.storagePrefix}:logout`, {}, () => signing)
  const left = disconnect()
  await locks.someWait
  other.postMessage({ backend: BACKEND, session: { accessToken: 'theirs', expiresIn: 600, user: viewed } })
  await vi.waitFor(() => expect(isReplaced()).toBe(true))
  done()
  await Promise.all([elsewhere, left])
  await vi.waitFor(() => expect(locks.open()).toBe(0))
  expect(told).toEqual([])
})

test('is heard by the backend at once, while another tab’s log-out has no answer yet', async () => {
  const locks = tabLocks()
  vi.stubGlobal('navigator', { locks })
  void locks.request(`${config.storagePrefix}:logout`, { mode: 'shared' }, () => new Promise(() => {}))
  await disconnect()
  await vi.waitFor(() => expect(told).toHaveLength(1))
})

test('forgets the user, and when support has viewed their account, where the wallet stays connected', async () => {
  const { id = '' } = auth.user ?? {}
  support.views = [{ operator: stranger.address, reason: 'ticket 4711', at: 1, until: 2 }]
  expect(areas.sessionStorage.kept.get('wallet-modal:auth')).toContain(id)
  dropToken()
  expect([support.views, areas.sessionStorage.kept.get('wallet-modal:auth')]).toEqual([[], expect.not.stringContaining(id)])
})

test('the backend is told to end an operator’s own session when the support view begins', async () => {
  takeToken({ accessToken: 'read.only', expiresIn: 900, user: viewed }, signer.address)
  await endSession('own')
  expect([told.length, auth.operator]).toEqual([1, signer.address])
})

test('waits five seconds for a backend that does not answer', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  world.fault = () => new Promise(() => {})
  dropToken()
  let over = false
  const left = endSession('own').then(() => {
    over = true
  })
  await vi.advanceTimersByTimeAsync(4_999)
  expect(over).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  await left
  vi.restoreAllMocks()
})

/** Ends a login while something else begins before the backend has answered. */
async function meanwhile(begin: () => void): Promise<void> {
  await disconnect()
  await vi.waitFor(() => expect(web3).toEqual({ isConnected: false, address: NO_ADDRESS }))
  remember(keys.legalAccepted, true)
  world.fault = () => {
    begin()
    return undefined
  }
  await logout()
}

test('keeps a support view that has begun meanwhile', async () => {
  await meanwhile(() => takeToken({ accessToken: 'read.only', expiresIn: 900, user: viewed }, signer.address))
  expect([...areas.sessionStorage.kept.keys()]).toContain('wallet-modal:legal-accepted')
})

test('keeps a network on which a wallet is being connected', async () => {
  const eip155 = chainOf('eip155')
  await meanwhile(() => Object.assign(eip155, { status: 'connecting', networkId: CHAIN }))
  expect([eip155.networkId, [...areas.sessionStorage.kept.keys()]]).toEqual([CHAIN, ['host']])
})
