import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetConnectors } from '../src/controllers/discovery'
import * as controller from '../src/controllers/host-wallets'
import { onError } from '../src/controllers/report'
import { connectors } from '../src/state/connectors'
import { resetStores } from '../src/state/store'
import { wallets } from '../src/state/wallets'
import { hostWallets, offerHostWallets, setCustomWallets, setExternalConnectors } from './host-wallets'

const own = (id: string) => ({ id, name: `Wallet ${id}`, provider: { request: async () => null } })
let down = true
/** The code that reads wallets, on a line that is down. */
const load = async () => {
  if (down) throw new TypeError('Failed to fetch dynamically imported module')
  return controller
}

beforeEach(() => {
  down = true
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})
afterEach(async () => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  await controller.offerWallets([])
  forgetConnectors()
  resetStores()
})

test('error: the host’s own wallets are offered once their code has loaded; a connection that wants one is told meanwhile', async () => {
  await controller.offerWallets([own('first')])
  vi.useFakeTimers()
  const stop = offerHostWallets()
  setExternalConnectors([own('a')], load)
  setExternalConnectors([own('b')], load)
  await vi.advanceTimersByTimeAsync(30_000)
  await expect(hostWallets.offered).rejects.toThrow('Failed to fetch')
  down = false
  await vi.advanceTimersByTimeAsync(60_000)
  await hostWallets.offered
  expect(connectors.list.map(({ id }) => id)).toEqual(['b'])
  stop()
})

test('error: those that are set once it loads are offered once: one that cannot be read is reported once', async () => {
  vi.useFakeTimers()
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const codes: string[] = []
  const stops = [onError(({ code }) => codes.push(code)), offerHostWallets()]
  setExternalConnectors([own('a')], load)
  await vi.advanceTimersByTimeAsync(1)
  down = false
  setExternalConnectors([own('b'), { id: 'c' }], load)
  await hostWallets.offered
  await vi.advanceTimersByTimeAsync(60_000)
  expect([connectors.list.map(({ id }) => id), codes]).toEqual([['b'], ['ATTRIBUTE_INVALID']])
  for (const stop of stops) stop()
})

test('error: the last of the host’s listed wallets are listed once their code has loaded, those set before it are not', async () => {
  await controller.offerListedWallets([])
  vi.useFakeTimers()
  setCustomWallets([{ id: 'a', name: 'A' }], load)
  await vi.advanceTimersByTimeAsync(1)
  down = false
  setCustomWallets([{ id: 'b', name: 'B' }], load)
  await vi.advanceTimersByTimeAsync(0)
  const ids = () => wallets.custom.map(({ id }) => id)
  expect(ids()).toEqual(['b'])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(ids()).toEqual(['b'])
})

test('those whose own code loads when the last element leaves are not offered, until the next one comes', async () => {
  const stop = offerHostWallets()
  const leaving: typeof load = async () => ({
    ...controller,
    offerWallets: (...given) => {
      const offered = controller.offerWallets(...given)
      stop()
      return offered
    },
  })
  setExternalConnectors([own('a')], leaving)
  await hostWallets.offered
  expect(connectors.list).toEqual([])
  const leave = offerHostWallets()
  await hostWallets.offered
  expect(connectors.list.map(({ id }) => id)).toEqual(['a'])
  leave()
})
