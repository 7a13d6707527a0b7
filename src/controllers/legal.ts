import { keys, read, remember } from '../lib/storage'
import { config } from '../state/config'
import { legal } from '../state/legal'

/** Whether the visitor must tick the terms before choosing a wallet: only where there are terms to read. */
export const needsConsent = (): boolean => config.legalCheckbox && Boolean(config.termsUrl || config.privacyUrl)

/** Reads what was ticked earlier in this browser session. */
export function readConsent(): void {
  legal.accepted = read(keys.legalAccepted) ?? false
}

/** Keeps whether the visitor accepts the terms, until the browser session ends. */
export function acceptTerms(accepted: boolean): void {
  legal.accepted = accepted
  remember(keys.legalAccepted, accepted)
}
