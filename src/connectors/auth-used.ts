import { type CaipNetworkId, isCaipNetworkId } from '../lib/caip'
import { isSocial, type Social } from '../lib/social'
import type { StorageKey } from '../lib/storage'

/** Remembered of the embedded login; none of it is a secret, the person's e-mail address is not among it. */
type Used = { readonly used: true; readonly chain?: CaipNetworkId | undefined; readonly via?: Social | undefined }
/** Where it is remembered. */
export const usedKey: StorageKey<Used> = { area: 'local', name: 'embedded', parse }

// Parsed by hand, as everything in storage is.
function parse(value: unknown): Used | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { used, chain, via } = value as Record<string, unknown>
  if (used !== true) return undefined
  const social = typeof via === 'string' && isSocial(via) ? via : undefined
  return { used, chain: isCaipNetworkId(chain) ? chain : undefined, via: social }
}
