import { expect, test } from 'vitest'
import type { ViewName } from '.'
import { isToldInPlace } from './told-in-place'

test.each([
  ['OFFLINE', ['Account', 'Send', 'SendReview', 'Swap', 'SwapReview', 'OnRamp', 'RegisterAccountName', 'SmartSessionList']],
  ['NAME_RESOLVE_FAILED', ['Watch']],
  ['BALANCE_UNAVAILABLE', ['Account', 'SendToken']],
] as const)('what stands in a view is not said over it a second time: %s', (code, views: readonly ViewName[]) => {
  const told = [...views, 'Networks' as const].map((view) => isToldInPlace(code, view, false))
  expect(told).toEqual([...views.map(() => true), false])
})

test('what failed in the frame is said by the field for an address, wherever that stands, and over any other view', () => {
  const told = [true, false].map((field) => isToldInPlace('EMAIL_LOGIN_UNAVAILABLE', 'Connect', field))
  expect([...told, isToldInPlace('EMAIL_LOGIN_UNAVAILABLE', 'UpdateEmail', false)]).toEqual([true, false, true])
})
