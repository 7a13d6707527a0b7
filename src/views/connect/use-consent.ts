import { useSnapshot } from 'valtio'
import { safeLink } from '../../lib/links'
import { config } from '../../state/config'
import { legal } from '../../state/legal'

/** How the host asks for consent (not at all, by a sentence, by a checkbox), and whether it is given. */
export function useConsent(): { readonly kind: 'none' | 'sentence' | 'checkbox'; readonly given: boolean } {
  const { termsUrl, privacyUrl, legalCheckbox } = useSnapshot(config)
  const { accepted } = useSnapshot(legal)
  if (!safeLink(termsUrl) && !safeLink(privacyUrl)) return { kind: 'none', given: true }
  return legalCheckbox ? { kind: 'checkbox', given: accepted } : { kind: 'sentence', given: true }
}
