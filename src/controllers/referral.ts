import { adapters } from '../adapters'
import { authKey } from '../api/login-storage'
import { read, remember } from '../lib/storage'
import { config, NO_REFERRAL } from '../state/config'
import { auth } from '../state/login'

/** Finds out who referred the visitor: `?ref=` before what this tab knew before the `referral` attribute; keeps it until the tab is closed. */
export async function keepReferral(): Promise<void> {
  const kept = read(authKey)
  const found =
    (await checked(new URLSearchParams(location.search).get('ref'))) ??
    (await checked(kept?.ref)) ??
    (await checked(config.referral)) ??
    NO_REFERRAL
  auth.ref = found
  if (found !== kept?.ref) remember(authKey, { user: kept?.user ?? null, ref: found })
}

/** The address as ERC-55 writes it; undefined for none, and for one whose mixed case is wrong: somebody mistyped it. */
async function checked(ref: string | null | undefined): Promise<string | undefined> {
  if (!ref || ref === NO_REFERRAL || !/^0x[0-9a-fA-F]{40}$/.test(ref)) return undefined
  const loaded = await adapters.eip155?.load?.()
  const written = loaded?.adapter.normalizeAddress(ref)
  const digits = ref.slice(2)
  const isOneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase()
  return isOneCase || written === ref ? written : undefined
}
