import { getEventListeners } from 'node:events'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { untilAborted } from './until-aborted'

const never = () => new Promise<never>(() => {})

describe('untilAborted', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('settles like the work', async () => {
    const cause = new Error('no')
    expect(await untilAborted(Promise.resolve(7), undefined, 1_000)).toBe(7)
    await expect(untilAborted(Promise.reject(cause))).rejects.toBe(cause)
  })

  test.each([
    [undefined, 'REQUEST_ABORTED'],
    ['CONNECT_FAILED', 'CONNECT_FAILED'],
  ] as const)('error: after the limit it rejects with the caller’s code: %s', async (late, code) => {
    const end = expect(untilAborted(never(), undefined, 1_000, late)).rejects.toMatchObject({ code })
    await vi.advanceTimersByTimeAsync(1_000)
    await end
  })

  test('error: a signal ends the wait, before and during it, with its reason as the cause', async () => {
    const controller = new AbortController()
    const end = expect(untilAborted(never(), controller.signal)).rejects.toMatchObject({ code: 'ABORTED', cause: 'enough' })
    controller.abort('enough')
    await end
    await expect(untilAborted(Promise.resolve(7), controller.signal)).rejects.toMatchObject({ code: 'ABORTED' })
  })

  test.each(['answered', 'late', 'aborted'])('work that is %s leaves no timer and no listener', async (how) => {
    const controller = new AbortController()
    const { signal } = controller
    const wait = untilAborted(how === 'answered' ? Promise.resolve() : never(), signal, 1_000).catch(() => {})
    if (how === 'late') await vi.advanceTimersByTimeAsync(1_000)
    if (how === 'aborted') controller.abort()
    await wait
    expect([vi.getTimerCount(), getEventListeners(signal, 'abort').length]).toEqual([0, 0])
  })
})
