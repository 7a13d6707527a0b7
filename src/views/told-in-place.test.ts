import { expect, test } from 'vitest'
import type { ViewName } from '.'
import { isToldInPlace } from './told-in-place'

test.each([
  ['OFFLINE', ['Account', 'Send', 'SendReview', 'Swap', 'SwapReview', 'OnRamp', 'RegisterAccountName', 'SmartSessionList']],
  ['NAME_RESOLVE_FAILED', ['Watch']],
  ['BALANCE_UNAVAILABLE', ['Account', 'SendToken']],
] as const)('an error shown in its view is not repeated in a snackbar: %s', (code, views: readonly ViewName[]) => {
  const told = [...views, 'Networks' as const].map((view) => isToldInPlace(code, view, false))
  expect(told).toEqual([...views.map(() => true), false])
})

test('nor is being offline where a step of signing in tells of it', () => {
  const told = [isToldInPlace('OFFLINE', 'Connect', true), isToldInPlace('OFFLINE', 'EmailVerifyOtp', false)]
  expect([...told, isToldInPlace('OFFLINE', 'Connect', false)]).toEqual([true, true, false])
})

test('an error of the frame is shown by the e-mail field, wherever that is, and in a snackbar over any other view', () => {
  const told = [true, false].map((field) => isToldInPlace('EMAIL_LOGIN_UNAVAILABLE', 'Connect', field))
  expect([...told, isToldInPlace('EMAIL_LOGIN_UNAVAILABLE', 'UpdateEmail', false)]).toEqual([true, false, true])
})
