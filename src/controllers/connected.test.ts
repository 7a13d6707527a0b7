import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { beginDisconnected, present } from '../../.ci/connection-world'
import { someTurns } from '../../.ci/turns'
import { mockConnection } from '../connectors/test-wallet'
import { read } from '../lib/storage'
import { chains } from '../state/chains'
import { config } from '../state/config'
import { keepAccount, snapshotKey } from './account-snapshot'
import { countWhereAsked, startConnected } from './connected'
import { connect, disconnect } from './connection'

beginDisconnected()
let stop = () => {}
beforeEach(() => {
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: true }))
  vi.stubGlobal('window', new EventTarget())
})
afterEach(() => {
  stop()
  vi.unstubAllGlobals()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('error: an account’s stored holdings are deleted when it disconnects; the next visitor could read them in the tab', async () => {
  present()
  stop = startConnected()
  await connect({ wallet: 'mock' })
  const owner = chains.active.caipAddress
  if (!owner) throw new Error('An account is expected')
  // They are kept as long as the account is connected.
  await new Promise((done) => setTimeout(done))
  keepAccount(owner, [])
  await new Promise((done) => setTimeout(done))
  expect(read(snapshotKey)).toMatchObject({ owner })
  await disconnect()
  await vi.waitFor(() => expect(read(snapshotKey)).toBeUndefined())
})

test('error: they are also deleted when the same wallet switches accounts', async () => {
  const wallet = present()
  stop = startConnected()
  await connect({ wallet: 'mock' })
  const owner = chains.active.caipAddress
  if (!owner) throw new Error('An account is expected')
  await new Promise((done) => setTimeout(done))
  keepAccount(owner, [])
  wallet.emit({ type: 'change', connections: [mockConnection('eip155:31337', '0x70997970C51812dc3A010C7d01b50e0d17dc79C8')] })
  await vi.waitFor(() => expect(chains.active.caipAddress).not.toBe(owner))
  await vi.waitFor(() => expect(read(snapshotKey)).toBeUndefined())
})

test('error: analytics are counted also where their code loads late, as on a line that comes and goes, until the page ends that', async () => {
  vi.useFakeTimers()
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  config.analyticsUrl = 'https://bakery.example/count'
  let fails = 2
  const [started, ended] = [vi.fn(), vi.fn()]
  const startAnalytics = (url: string) => {
    started(url)
    return ended
  }
  stop = countWhereAsked(async () => {
    if (fails-- > 0) throw new TypeError('Failed to fetch dynamically imported module')
    return { startAnalytics }
  })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(started.mock.calls).toEqual([['https://bakery.example/count']])
  config.analyticsUrl = undefined
  await vi.advanceTimersByTimeAsync(0)
  expect(ended).toHaveBeenCalledOnce()
  fails = 3
  config.analyticsUrl = 'https://bakery.example/other'
  await vi.advanceTimersByTimeAsync(0)
  config.analyticsUrl = undefined
  await vi.advanceTimersByTimeAsync(60_000)
  expect([fails, started.mock.calls.length]).toEqual([1, 1])
})

test('error: analytics that fail as they end do not keep the other effects from ending', async () => {
  const startAnalytics = vi.fn(() => () => {
    throw new TypeError('navigator.sendBeacon is not a function')
  })
  config.analyticsUrl = 'https://bakery.example/count'
  const end = countWhereAsked(async () => ({ startAnalytics }))
  await vi.waitFor(() => expect(startAnalytics).toHaveBeenCalled())
  await someTurns()
  config.analyticsUrl = undefined
  expect(end).not.toThrow()
})
