import { afterEach, expect, test, vi } from 'vitest'
import { watchAccount } from './account-watch'

afterEach(() => void vi.useRealTimers())

/** Shows an account, whose reader loads with the third request. */
function show() {
  vi.useFakeTimers()
  const read = vi.fn(async () => {})
  let asked = 0
  const stop = watchAccount(async () => {
    if (++asked < 3) throw new TypeError('Failed to fetch dynamically imported module')
    return { refreshAccount: read }
  })
  return { read, stop, asked: () => asked }
}

test('error: where the reader loads late, as on a line that comes and goes, the account is read then', async () => {
  const { read, stop } = show()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(read).toHaveBeenCalledOnce()
  stop()
})

test('error: it is not asked for once nothing shows the account', async () => {
  const { asked, stop } = show()
  await vi.advanceTimersByTimeAsync(1_000)
  stop()
  await vi.advanceTimersByTimeAsync(600_000)
  expect(asked()).toBe(1)
})
