import { beforeEach, expect, test } from 'vitest'
import { config } from '../state/config'
import { legal } from '../state/legal'
import { resetStores } from '../state/store'
import { acceptTerms, isConsentMissing, readConsent } from './legal'

beforeEach(resetStores)

test('a ticked box is remembered for the session, and so is unticking it', () => {
  acceptTerms(true)
  resetStores()
  expect(legal.accepted).toBe(false)
  readConsent()
  expect(legal.accepted).toBe(true)
  acceptTerms(false)
  readConsent()
  expect(legal.accepted).toBe(false)
})

test('consent is missing only if a box is configured for valid terms, until it is ticked', () => {
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
