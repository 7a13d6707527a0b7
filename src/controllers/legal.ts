import { safeLink } from '../lib/links'
import { keys, read, remember } from '../lib/storage'
import { config } from '../state/config'
import { legal } from '../state/legal'
import { modal } from '../state/modal'
import { resetView } from './modal'

/** Reads whether the terms were accepted earlier in this browser session. */
export function readConsent(): void {
  legal.accepted = read(keys.legalAccepted) ?? false
}

/** Whether the visitor has to accept the terms before connecting. */
export function isConsentMissing(): boolean {
  if (!config.legalCheckbox || !(safeLink(config.termsUrl) || safeLink(config.privacyUrl))) return false
  if (!legal.accepted) readConsent()
  return !legal.accepted
}

/** Shows Connect, which has the checkbox, if the terms have to be accepted first. Returns whether it did. */
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
