import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { beginDisconnected } from '../../.ci/connection-world'
import { someTurns } from '../../.ci/turns'
import { mockWallet } from '../connectors/test-wallet'
import { keys, remember } from '../lib/storage'
import { chains } from '../state/chains'
import { connect } from './connection'
import { addConnector } from './discovery'
import { openChannel } from './tab-channel'
import { joinTabs } from './tabs'

beginDisconnected()

let stop = () => {}
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** Joins the other tabs, while the code that follows them does not load as often as `times`; what is returned counts the requests. */
function join(times: number) {
  let asked = 0
  stop = joinTabs(async () => {
    if (asked++ < times) throw new TypeError('Failed to fetch dynamically imported module')
    return import('./follow-tabs')
  })
  return () => asked
}

/** Another tab disconnects. */
function leaveElsewhere() {
  remember(keys.connections, { active: 'eip155', entries: {} })
  const other = openChannel('connections')
  other?.postMessage('changed')
  return () => other?.close()
}

test('error: what another tab has disconnected is disconnected here once the code for it has loaded', async () => {
  addConnector(mockWallet().connector)
  await connect({ wallet: 'mock' })
  const asked = join(2)
  const close = leaveElsewhere()
  await vi.waitFor(() => expect(asked()).toBeGreaterThan(0))
  await vi.advanceTimersByTimeAsync(60_000)
  await vi.waitFor(() => expect(chains.active.status).toBe('disconnected'))
  close()
})

test('error: nothing is asked for after the last element has left', async () => {
  const asked = join(99)
  const close = leaveElsewhere()
  await vi.waitFor(() => expect(asked()).toBeGreaterThan(0))
  await vi.advanceTimersByTimeAsync(1_000)
  stop()
  const before = asked()
  await vi.advanceTimersByTimeAsync(600_000)
  expect(asked()).toBe(before)
  close()
})

test('error: what arrives after the last element has left follows nothing', async () => {
  const followTabs = vi.fn()
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  const load = vi.fn(() => arrived.then(() => ({ followTabs })))
  stop = joinTabs(load)
  const close = leaveElsewhere()
  await vi.waitFor(() => expect(load).toHaveBeenCalledOnce())
  stop()
  arrive()
  await someTurns()
  expect(followTabs).not.toHaveBeenCalled()
  close()
})
