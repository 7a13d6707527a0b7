import { beforeEach, expect, test } from 'vitest'
import { config } from '../state/config'
import { legal } from '../state/legal'
import { resetStores } from '../state/store'
import { acceptTerms, isConsentMissing, readConsent } from './legal'

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

test('consent is missing only where a box is to be ticked for terms that there are, until it is', () => {
  expect(isConsentMissing()).toBe(false)
  config.legalCheckbox = true
  expect(isConsentMissing()).toBe(false)
  config.termsUrl = 'javascript:alert(1)'
  expect(isConsentMissing()).toBe(false)
  config.termsUrl = 'https://example.com/terms'
  expect(isConsentMissing()).toBe(true)
  acceptTerms(true)
  resetStores()
  Object.assign(config, { termsUrl: 'https://example.com/terms', legalCheckbox: true })
  expect(isConsentMissing()).toBe(false)
})
