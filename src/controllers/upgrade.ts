import { safeLink } from '../lib/links'
import { config } from '../state/config'
import { embedded } from '../state/embedded'

/** The page of the secure site where a person can move their key to another wallet; undefined on that site itself (facts: frame protocol §14). */
export function upgradeLink(): string | undefined {
  const { origin } = new URL(config.secureSiteUrl)
  return origin === location.origin ? undefined : safeLink(`${origin}/dashboard`)
}

/** Notes that the visitor has followed that link. */
export function noteUpgrade(): void {
  embedded.upgrades++
}
