import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { adapters } from '../src/adapters'
import { ownSiwx } from '../src/controllers/own-siwx'
import type { SiwxSession } from '../src/lib/siwx'
import { forgetAll } from '../src/lib/storage'
import { config } from '../src/state/config'
import { auth } from '../src/state/login'
import { siwx } from '../src/state/siwx'
import { resetStores } from '../src/state/store'
import { startEvents } from './events'
import { tellOfSessions } from './sessions'

const referrer = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

let stop = () => {}
beforeEach(() => {
  resetStores()
  forgetAll()
  vi.stubGlobal('location', { search: `?ref=${referrer}` })
})
afterEach(() => {
  stop()
  ownSiwx.login = undefined
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test.each([
  ['the routes below login-url', () => Object.assign(config, { loginUrl: 'https://bakery.example/' })],
  ['the host’s own client', () => Object.assign(ownSiwx, { login: {} })],
])('the referrer is known before a login, by %s too', async (_, give) => {
  give()
  stop = tellOfSessions(() => {})
  await vi.waitFor(() => expect(auth.ref).toBe(referrer), { timeout: 10_000 })
})

test('error: the referrer is kept also where the code that reads the address loads late, and the URL has changed by then', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const told = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const lost = new TypeError('Failed to fetch dynamically imported module')
  const evm = adapters.eip155 as Required<NonNullable<typeof adapters.eip155>>
  vi.spyOn(evm, 'load').mockRejectedValueOnce(lost)
  config.loginUrl = 'https://bakery.example/'
  stop = tellOfSessions(() => {})
  location.search = ''
  await vi.waitFor(() => expect(told.mock.calls).toEqual([[expect.any(String), lost]]), { timeout: 10_000 })
  await vi.advanceTimersByTimeAsync(60_000)
  vi.useRealTimers()
  await vi.waitFor(() => expect(auth.ref).toBe(referrer), { timeout: 10_000 })
})

test('a host that changes the session in an event changes nothing here', () => {
  const session = { data: { domain: 'shop.example' }, message: 'm', signature: '0x1' } as SiwxSession
  siwx.session = session
  stop = tellOfSessions((_, detail) => {
    const told = (detail as { session: { signature?: string; data: { domain: string } } }).session
    expect(told).toEqual(session)
    expect([Reflect.set(told, 'signature', ''), Reflect.set(told.data, 'domain', 'bank.example')]).toEqual([false, false])
  })
  expect.assertions(3)
  expect(session).toMatchObject({ signature: '0x1', data: { domain: 'shop.example' } })
})

test('error: the page hears of a sign-in also where the code for that loads late, as on a line that comes and goes', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  config.signInMode = 'optional'
  let fails = 2
  const element = Object.assign(new EventTarget(), { elementId: 1 })
  const heard = vi.fn()
  element.addEventListener('wallet-signed-in', heard)
  stop = startEvents([element as unknown as HTMLElement & { elementId: number }], async () => {
    if (fails-- > 0) throw new TypeError('Failed to fetch dynamically imported module')
    return import('./sessions')
  })
  siwx.session = { data: { domain: 'shop.example' }, message: 'm', signature: '0x1' } as SiwxSession
  await vi.advanceTimersByTimeAsync(60_000)
  vi.useRealTimers()
  await vi.waitFor(() => expect(heard).toHaveBeenCalledOnce())
})
