import { adapters } from '../adapters'
import { authKey } from '../api/login-storage'
import { EVM_ADDRESS } from '../lib/evm-address'
import { read, remember } from '../lib/storage'
import { config, NO_REFERRAL } from '../state/config'
import { auth } from '../state/login'

/**
 * Sets who referred the visitor: `?ref=` in `search`, the URL's query, else what this tab knew already, else the `referral` attribute.
 * Kept until the tab is closed.
 */
export async function keepReferral(search = location.search): Promise<void> {
  const kept = read(authKey)
  const found =
    (await checked(new URLSearchParams(search).get('ref'))) ??
    (await checked(kept?.ref)) ??
    (await checked(config.referral)) ??
    NO_REFERRAL
  auth.ref = found
  // Whoever was logged in before may have logged out meanwhile.
  if (found !== kept?.ref) remember(authKey, { user: read(authKey)?.user ?? null, ref: found })
}

/** The address in ERC-55 form; undefined for none, and for one with a wrong checksum, which was mistyped. */
async function checked(ref: string | null | undefined): Promise<string | undefined> {
  if (!ref || ref === NO_REFERRAL || !EVM_ADDRESS.test(ref)) return undefined
  const loaded = await adapters.eip155?.load?.()
  const written = loaded?.adapter.normalizeAddress(ref)
  const digits = ref.slice(2)
  const isOneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase()
  return isOneCase || written === ref ? written : undefined
}
