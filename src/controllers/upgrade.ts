import { safeLink } from '../lib/links'
import { config } from '../state/config'
import { embedded } from '../state/embedded'

/** The secure site's own page, on which a person can take their key to another wallet; undefined on that site itself (facts: frame protocol §14). */
export function upgradeLink(): string | undefined {
  const { origin } = new URL(config.secureSiteUrl)
  return origin === location.origin ? undefined : safeLink(`${origin}/dashboard`)
}

/** Somebody goes there. */
export function noteUpgrade(): void {
  embedded.upgrades++
}
