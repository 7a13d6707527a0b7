import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { someTurns } from '../../.ci/turns'
import { mockConnection, mockWallet } from '../connectors/test-wallet'
import { watchConnector } from '../connectors/watch'
import { WATCH } from '../lib/wallet'
import { config } from '../state/config'
import { modal } from '../state/modal'
import { siwx } from '../state/siwx'
import { connect, disconnect } from './connection'
import { addConnector } from './discovery'
import { watchSignIn } from './sign-in-watch'
import { CHAIN, codes, signer, signInRequired, stops } from './test-siwx'

signInRequired()
afterEach(() => void vi.useRealTimers())

/** How often its code was asked for. */
let asked = 0
beforeEach(() => {
  asked = 0
})

/** Connects a wallet on a page whose sign-in code does not load as often as `times`, as on a line that comes and goes. */
async function connected(times: number, wallet = 'mock') {
  let fails = times
  const load = async () => {
    asked++
    if (fails-- > 0) throw new TypeError('Failed to fetch dynamically imported module')
    return import('./siwx')
  }
  addConnector(mockWallet({}, { connections: [mockConnection(CHAIN, signer.address)] }).connector)
  addConnector(watchConnector(CHAIN, signer.address))
  await connect({ wallet })
  const stop = watchSignIn(load)
  stops.push(stop)
  return stop
}

test('error: if its code does not load that is told once, and the visitor is asked as soon as it has', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await connected(3)
  await vi.advanceTimersByTimeAsync(5_000)
  expect([codes, siwx.checking, modal.elementId]).toEqual([['SIGN_IN_FAILED'], false, undefined])
  await vi.advanceTimersByTimeAsync(10_000)
  await vi.waitFor(() => expect([modal.view, modal.elementId, siwx.locked]).toEqual(['SIWXSignMessage', 1, true]))
  expect(codes).toEqual(['SIGN_IN_FAILED'])
})

test('error: nobody is asked if the last element has left the page by then', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const stop = await connected(2)
  await vi.waitFor(() => expect(codes).toEqual(['SIGN_IN_FAILED']))
  stop()
  await vi.advanceTimersByTimeAsync(5_000)
  await import('./siwx')
  await someTurns()
  expect([modal.elementId, siwx.checking, siwx.locked]).toEqual([undefined, false, false])
})

test('nor is its code asked for any more after that', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const stop = await connected(9)
  await vi.waitFor(() => expect(codes).toEqual(['SIGN_IN_FAILED']))
  stop()
  const before = asked
  await vi.advanceTimersByTimeAsync(600_000)
  expect(asked).toBe(before)
})

test('if the last element leaves before it has loaded, no lookup is left open', async () => {
  const stop = await connected(0)
  expect(siwx.checking).toBe(true)
  stop()
  expect(siwx.checking).toBe(false)
})

test('its code does not load for a watched account, which cannot sign, until that is its own wallet’s', async () => {
  await connected(0, WATCH)
  expect([asked, siwx.checking]).toEqual([0, false])
  await connect({ wallet: 'mock' })
  await vi.waitFor(() => expect([asked, siwx.checking, siwx.locked]).toEqual([1, false, true]), { timeout: 10_000 })
})

test('nor with sign-in off, until the page wants one', async () => {
  config.signInMode = 'off'
  await connected(0)
  expect([asked, siwx.checking]).toEqual([0, false])
  config.signInMode = 'required'
  await vi.waitFor(() => expect([asked, siwx.checking, siwx.locked]).toEqual([1, false, true]), { timeout: 10_000 })
})

test('it starts once, also for a visitor who disconnects and comes back', async () => {
  await connected(0)
  await vi.waitFor(() => expect([siwx.checking, siwx.locked]).toEqual([false, true]), { timeout: 10_000 })
  await disconnect()
  await vi.waitFor(() => expect(siwx.locked).toBe(false))
  await connect({ wallet: 'mock' })
  await vi.waitFor(() => expect([siwx.checking, siwx.locked]).toEqual([false, true]))
  expect(asked).toBe(1)
})
