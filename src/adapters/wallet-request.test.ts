import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { APPROVAL_LIMIT_MS, askWallet } from './wallet-request'

let answer = (_: unknown) => {}
const wallet = {
  request: () =>
    new Promise((resolve) => {
      answer = resolve
    }),
}
const ask = () => askWallet(wallet, { method: 'personal_sign' })
/** A suspended page: time passes, and no timer fires. */
const sleep = (ms: number) => vi.setSystemTime(Date.now() + ms)

describe('askWallet', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('an answer counts that was given in a page’s sleep of ten minutes and comes as it wakes', async () => {
    const asked = expect(ask()).resolves.toBe('0xsigned')
    sleep(600_000)
    await vi.advanceTimersByTimeAsync(APPROVAL_LIMIT_MS)
    answer('0xsigned')
    await asked
  })

  test('error: without an answer it is given up soon after waking, and at its limit where the page was awake', async () => {
    const awake = expect(ask()).rejects.toMatchObject({ code: 'REQUEST_ABORTED' })
    await vi.advanceTimersByTimeAsync(APPROVAL_LIMIT_MS)
    await awake
    const asleep = expect(ask()).rejects.toMatchObject({ code: 'REQUEST_ABORTED' })
    sleep(600_000)
    await vi.advanceTimersByTimeAsync(APPROVAL_LIMIT_MS + 30_000)
    await asleep
    expect(vi.getTimerCount()).toBe(0)
  })
})
