import { safeLink } from '../lib/links'
import { keys, read, remember } from '../lib/storage'
import { config } from '../state/config'
import { legal } from '../state/legal'
import { modal } from '../state/modal'
import { resetView } from './modal'

/** Reads what was ticked earlier in this browser session. */
export function readConsent(): void {
  legal.accepted = read(keys.legalAccepted) ?? false
}

/** Whether nothing may be connected by the visitor yet: the terms are to be ticked first. */
export function isConsentMissing(): boolean {
  if (!config.legalCheckbox || !(safeLink(config.termsUrl) || safeLink(config.privacyUrl))) return false
  if (!legal.accepted) readConsent()
  return !legal.accepted
}

/** Leaves what goes past the terms, for Connect, on which they stand; whether it did. */
export function termsFirst(): boolean {
  const missing = isConsentMissing()
  if (missing) resetView('Connect', modal.stack[0]?.data)
  return missing
}

/** Keeps whether the visitor accepts the terms, until the browser session ends. */
export function acceptTerms(accepted: boolean): void {
  legal.accepted = accepted
  remember(keys.legalAccepted, accepted)
}
