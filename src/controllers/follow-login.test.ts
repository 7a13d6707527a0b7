import { afterEach, expect, test, vi } from 'vitest'
import { forgetAll } from '../lib/storage'
import { chainOf } from '../state/chains'
import { config } from '../state/config'
import { resetStores } from '../state/store'
import { web3 } from '../state/web3'
import { followLogin } from './siwx-source'

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
let stop = () => {}
afterEach(() => {
  stop()
  resetStores()
  forgetAll()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Starts the login layer, whose code loads with the third request; what is returned counts them. */
function follow() {
  let asked = 0
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.stubGlobal('location', { host: 'bakery.example', origin: 'https://bakery.example', pathname: '/', search: '' })
  Object.assign(chainOf('eip155'), { status: 'connected', caipAddress: `eip155:56:${address}`, networkId: 'eip155:56' })
  Object.assign(config, { loginUrl: 'https://bakery.example/', signInMode: 'optional' })
  stop = followLogin(async () => {
    if (++asked < 3) throw new TypeError('Failed to fetch dynamically imported module')
    return import('./login')
  })
  return () => asked
}

test('error: the login follows the wallet once its code has loaded, as on a line that comes and goes', async () => {
  follow()
  await vi.advanceTimersByTimeAsync(60_000)
  await vi.waitFor(() => expect(web3).toMatchObject({ isConnected: true, address }))
})

test('error: its code is not asked for after the last element has left', async () => {
  const asked = follow()
  await vi.advanceTimersByTimeAsync(1_000)
  const before = asked()
  stop()
  await vi.advanceTimersByTimeAsync(600_000)
  expect([before, asked()]).toEqual([1, 1])
})
