import { beforeEach, expect, test } from 'vitest'
import { legal } from '../state/legal'
import { resetStores } from '../state/store'
import { acceptTerms, readConsent } from './legal'

beforeEach(resetStores)

test('what was ticked is known again later in the session, and so is that it was taken back', () => {
  acceptTerms(true)
  resetStores()
  expect(legal.accepted).toBe(false)
  readConsent()
  expect(legal.accepted).toBe(true)
  acceptTerms(false)
  readConsent()
  expect(legal.accepted).toBe(false)
})
