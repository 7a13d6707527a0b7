import { afterEach, expect, test, vi } from 'vitest'
import { keys, remember } from '../lib/storage'
import { chains } from '../state/chains'
import { resetStores } from '../state/store'
import { onRestored, restoreConnections, sessionsKnown } from './restore'
import { sleep } from './wake'

const networkId = 'eip155:31337' as const
const caipAddress = `${networkId}:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266` as const

afterEach(() => {
  remember(keys.connections, { entries: {} })
  resetStores()
})

test('waiting for the stored sessions ends when the last element is removed meanwhile', async () => {
  remember(keys.connections, { entries: { eip155: { connectorId: 'mock', networkId, caipAddress } } })
  const stop = restoreConnections()
  const over = vi.fn()
  void sessionsKnown().then(over)
  await Promise.resolve()
  expect([chains.restoring, over.mock.calls]).toEqual([true, []])
  stop()
  sleep()
  await vi.waitFor(() => expect(over).toHaveBeenCalled())
})

test('waiting for one wallet waits only if that wallet is being restored', async () => {
  remember(keys.connections, { entries: { eip155: { connectorId: 'mock', networkId, caipAddress } } })
  const stop = restoreConnections()
  const over: string[] = []
  for (const wallet of ['another', 'mock']) void sessionsKnown(wallet).then(() => over.push(wallet))
  await Promise.resolve()
  expect([chains.restoring, over]).toEqual([true, ['another']])
  stop()
  sleep()
  await vi.waitFor(() => expect(over).toEqual(['another', 'mock']))
})

test('error: where the code that restores does not load, the wait ends; once it has loaded they are restored, and not after the last element has left', async () => {
  vi.useFakeTimers()
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  remember(keys.connections, { entries: { eip155: { connectorId: 'mock', networkId, caipAddress } } })
  const restoreAll = vi.fn(async () => {})
  let isOnline = false
  const load = vi.fn(async () => {
    if (!isOnline) throw new TypeError('Failed to fetch dynamically imported module')
    return [{ restoreAll }] as never
  })
  const [stop, leave] = [restoreConnections(load), restoreConnections(load)]
  leave()
  await vi.advanceTimersByTimeAsync(0)
  expect([chains.restoring, restoreAll.mock.calls.length, warn.mock.calls.length]).toEqual([false, 0, 2])
  isOnline = true
  await vi.advanceTimersByTimeAsync(20_000)
  expect([load.mock.calls.length, restoreAll.mock.calls.length]).toEqual([4, 1])
  stop()
  warn.mockRestore()
  vi.useRealTimers()
})

test('for a visitor who has disconnected every wallet nothing is restored', () => {
  remember(keys.connections, { active: 'eip155', entries: {} })
  const stop = restoreConnections()
  expect(chains.restoring).toBe(false)
  stop()
  sleep()
})

test('onRestored fires once, however often elements come and go; a removed listener hears nothing', async () => {
  const [before, after, stopped] = [vi.fn(), vi.fn(), vi.fn()]
  onRestored(before)
  const forget = onRestored(stopped)
  forget()
  restoreConnections()()
  const stop = restoreConnections()
  await vi.waitFor(() => expect(before).toHaveBeenCalled())
  onRestored(after)
  onRestored(stopped)()
  await vi.waitFor(() => expect(after).toHaveBeenCalled())
  stop()
  const again = vi.fn()
  onRestored(again)
  const end = restoreConnections()
  await vi.waitFor(() => expect(again).toHaveBeenCalled())
  expect([before, after, stopped].map((each) => each.mock.calls.length)).toEqual([1, 1, 0])
  end()
})
