import { type CaipNetworkId, isCaipNetworkId } from '../lib/caip'
import type { WalletError } from '../lib/errors'
import { isSocial, type Social } from '../lib/social'
import { forget, read, remember, type StorageKey } from '../lib/storage'

/** What is remembered of the embedded login; no secrets, no e-mail address. `used: false`: signed out, which the frame has not heard. */
type Used = { readonly used: boolean; readonly chain?: CaipNetworkId | undefined; readonly via?: Social | undefined }
/** Its storage key. */
export const usedKey: StorageKey<Used> = { area: 'local', name: 'embedded', parse }

/** Whether an embedded login was used in this browser and not signed out of since. */
export const wasUsed = (): boolean => read(usedKey)?.used === true
/** The social network used for it. */
export const usedVia = (): Social | undefined => read(usedKey)?.via

const isUnheard = (): boolean => read(usedKey)?.used === false
/** Whether this event starts a sign-in while the frame has not heard of the last sign-out. */
export const isOwed = (name: string): boolean => /^(CONNECT_EMAIL|GET_(SOCIAL|FARCASTER))/.test(name) && isUnheard()
/** Remembers the sign-out as unheard until the frame has answered. Rejects as `told` does. */
export async function untilHeard(told: Promise<unknown>): Promise<void> {
  const owe = () => remember(usedKey, { used: false })
  owe()
  await told.catch((cause) => {
    // Storage may have been cleared meanwhile, or somebody may have signed in.
    if (!wasUsed()) owe()
    throw cause
  })
  if (isUnheard()) forget(usedKey)
}
/** As `untilHeard`, but goes on if the frame refuses; rejects only if the frame does not load, so as not to wait for it twice. */
export const onceHeard = (told: Promise<unknown>): Promise<unknown> =>
  untilHeard(told).catch((error: WalletError) => {
    if (error.code === 'EMBEDDED_WALLET_TIMEOUT') throw error
  })

// Parsed by hand, like everything from storage.
function parse(value: unknown): Used | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { used, chain, via } = value as Record<string, unknown>
  if (typeof used !== 'boolean') return undefined
  const social = typeof via === 'string' && isSocial(via) ? via : undefined
  return { used, chain: isCaipNetworkId(chain) ? chain : undefined, via: social }
}
