import { describe, expect, test, vi } from 'vitest'
import { areas, BACKEND, handle, loggedIn, ORIGIN, world } from '../../.ci/login-world'
import { chains } from '../state/chains'
import { auth } from '../state/login'
import { siwx } from '../state/siwx'
import { NO_ADDRESS, web3 } from '../state/web3'
import { disconnect } from './connection'
import { freshToken } from './login-token'

describe('disconnecting', () => {
  test('promise 31: there are 9 faults to end disconnected with', () => expect(faults).toHaveLength(9))

  type Fault = (made: Awaited<ReturnType<typeof loggedIn>>) => unknown
  const never = () => new Promise<Response>(() => {})
  const faults: [string, Fault][] = [
    ['the wallet refuses', ({ wallet }) => Object.assign(wallet.script, { disconnect: 'DISCONNECT_FAILED' })],
    ['the wallet never answers', ({ wallet }) => Object.assign(wallet.script, { disconnect: 'hang' })],
    ['the backend is not there', () => Object.assign(world, { fault: () => Promise.reject(new TypeError('Failed to fetch')) })],
    ['the backend answers with an error', () => Object.assign(world, { fault: () => new Response('no', { status: 500 }) })],
    ['the backend never answers', () => Object.assign(world, { fault: never })],
    ['the session is over there already', () => Object.assign(world, { cookie: '__Host-wm_rt=x' })],
    ['what outlives the tab cannot be written', () => Object.assign(areas.localStorage, { broken: true })],
    ['what ends with the tab cannot be written', () => Object.assign(areas.sessionStorage, { broken: true })],
    [
      'the other tabs cannot be told',
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
      for (const area of Object.values(areas)) {
        expect(area.kept.get('host')).toBe('kept')
        if (!area.broken) expect([...area.kept.keys()]).toEqual(['host'])
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
