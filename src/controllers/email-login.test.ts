import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { WalletError } from '../lib/errors'
import { guardedStorage } from '../lib/guarded-storage'
import { remember, type StorageKey } from '../lib/storage'
import { embedded } from '../state/embedded'
import { modal } from '../state/modal'
import { resetStores } from '../state/store'
import { codeIn, countDown, EMAIL_COOLDOWN_MS, leaveUpdate, secondsToWait, submitEmail } from './email-login'
import { step, tellProblem } from './embedded'
import { goBack } from './modal'
import { onError } from './report'

const sent: StorageKey<number> = { area: 'local', name: 'email-sent', parse: () => undefined }
beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  guardedStorage.clear()
  resetStores()
})

describe('fault 47: the cooldown between mails', () => {
  test('is stored in the browser: it survives a reload and holds in another tab', () => {
    const now = Date.now()
    remember(sent, now - 12_000)
    expect(secondsToWait(now)).toBe(18)
    remember(sent, now - EMAIL_COOLDOWN_MS)
    expect(secondsToWait(now)).toBe(0)
  })

  test('starts over if the clock is set back, and does not last for ever', () => {
    const now = Date.now()
    remember(sent, now + 3_600_000)
    expect(secondsToWait(now)).toBe(30)
    expect(secondsToWait(now + 29_001)).toBe(1)
    expect(secondsToWait(now + 30_000)).toBe(0)
  })

  test('is counted down, and leaves no timer', async () => {
    remember(sent, Date.now())
    countDown()
    expect(embedded.wait).toBe(30)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(embedded.wait).toBe(20)
    await vi.advanceTimersByTimeAsync(20_000)
    expect([embedded.wait, vi.getTimerCount()]).toEqual([0, 0])
  })

  test('error: another mail before its end is refused with the seconds left', async () => {
    remember(sent, Date.now() - 12_000)
    expect(await submitEmail('ada@example.org')).toBe(false)
    expect(embedded).toMatchObject({ code: 'EMAIL_COOLDOWN', words: 'Please try again after 18 seconds', mailedTo: undefined })
    await vi.advanceTimersByTimeAsync(17_000)
    expect(embedded).toMatchObject({ code: 'EMAIL_COOLDOWN', wait: 1 })
    // The visitor sees that it is over without trying again.
    await vi.advanceTimersByTimeAsync(1_000)
    expect([embedded.code, embedded.words, embedded.wait]).toEqual([undefined, undefined, 0])
  })
})

describe('fault 48: a code', () => {
  test.each([
    ['123456', '123456'],
    ['123 456', '123456'],
    [' 12-34-56\n', '123456'],
    ['Your code is 123456.', '123456'],
    ['24/7 Bakery: your code is 123456, good for 20 minutes', '123456'],
    ['1234567890', '123456'],
    ['', ''],
  ])('%j is read as %j', (text, code) => {
    expect(codeIn(text)).toBe(code)
  })

  test.each([
    ['12123456', '12', '123456'],
    ['1123 456', '1', '123456'],
    ['123', '12', '123'],
  ])('%j, pasted after %j had been typed, is read as %j', (text, before, code) => {
    expect(codeIn(text, before)).toBe(code)
  })

  test('two presses send one request', async () => {
    let end = () => {}
    const work = vi.fn(
      () =>
        new Promise<void>((resolve) => {
          end = resolve
        }),
    )
    const first = step('code', 'LOGIN_STEP_FAILED', work)
    expect(await step('code', 'LOGIN_STEP_FAILED', work)).toBe(false)
    end()
    expect([await first, work.mock.calls.length]).toEqual([true, 1])
  })
})

test('the error of a code is not shown after the visitor has gone back', async () => {
  const heard: WalletError[] = []
  const stop = onError((error) => heard.push(error))
  modal.stack = [{ view: 'Connect' }, { view: 'EmailVerifyOtp' }]
  let refuse = (_: WalletError) => {}
  const asked = new Promise<void>((_, reject) => {
    refuse = reject
  })
  const ended = step('code', 'LOGIN_STEP_FAILED', () => asked)
  goBack()
  refuse(new WalletError('FRAME_ERROR', { message: 'That code didn’t match' }))
  expect([await ended, embedded.code, embedded.words, embedded.busy, heard]).toEqual([false, undefined, undefined, undefined, []])
  stop()
})

test('promise 6, the frame’s error text is shown to the visitor and never given to the host', async () => {
  const heard: WalletError[] = []
  const stop = onError((error) => heard.push(error))
  await tellProblem(new WalletError('FRAME_ERROR', { message: 'ada@example.org has no account' }), 'LOGIN_STEP_FAILED')
  stop()
  expect(embedded.words).toBe('ada@example.org has no account')
  expect(heard.map(({ code }) => code)).toEqual(['LOGIN_STEP_FAILED'])
  expect(JSON.stringify(heard.map(({ message, help, stack }) => [message, help, stack]))).not.toContain('ada@')
})

test.each([
  ['the view before it', [{ view: 'Account' }, { view: 'YourAccount' }, { view: 'UpdateEmail' }], 'YourAccount'],
  ['the account, where it was opened by itself', [{ view: 'UpdateEmail' }], 'Account'],
] as const)('leaving the change of address leads to %s', (_, stack, view) => {
  modal.stack = [...stack]
  leaveUpdate()
  expect(modal.view).toBe(view)
})
