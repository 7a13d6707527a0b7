import { keys, read, remember } from '../lib/storage'
import { legal } from '../state/legal'

/** Reads what was ticked earlier in this browser session. */
export function readConsent(): void {
  legal.accepted = read(keys.legalAccepted) ?? false
}

/** Keeps whether the visitor accepts the terms, until the browser session ends. */
export function acceptTerms(accepted: boolean): void {
  legal.accepted = accepted
  remember(keys.legalAccepted, accepted)
}
