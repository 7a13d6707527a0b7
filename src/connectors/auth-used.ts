import { type CaipNetworkId, isCaipNetworkId } from '../lib/caip'
import type { WalletError } from '../lib/errors'
import { isSocial, type Social } from '../lib/social'
import { forget, read, remember, type StorageKey } from '../lib/storage'

/** Remembered of the embedded login; none of it is a secret, the person's e-mail address is not among it. Not `used`: left, which the frame has not heard. */
type Used = { readonly used: boolean; readonly chain?: CaipNetworkId | undefined; readonly via?: Social | undefined }
/** Where it is remembered. */
export const usedKey: StorageKey<Used> = { area: 'local', name: 'embedded', parse }

/** Whether an embedded login was used in this browser and not left since. */
export const wasUsed = (): boolean => read(usedKey)?.used === true
/** The social network that it was used with. */
export const usedVia = (): Social | undefined => read(usedKey)?.via

const isUnheard = (): boolean => read(usedKey)?.used === false
/** Whether somebody begins to sign in in a frame that has not heard yet who has signed out. */
export const isOwed = (name: string): boolean => /^(CONNECT_EMAIL|GET_(SOCIAL|FARCASTER))/.test(name) && isUnheard()
/** Remembers that until the frame has answered. Rejects as it does. */
export async function untilHeard(told: Promise<unknown>): Promise<void> {
  const owe = () => remember(usedKey, { used: false })
  owe()
  await told.catch((cause) => {
    // All that is kept may have been cleared meanwhile, or somebody may have signed in.
    if (!wasUsed()) owe()
    throw cause
  })
  if (isUnheard()) forget(usedKey)
}
/** As that, but goes on where the frame will not hear it. A frame that does not even load is not waited for twice: rejects as it does. */
export const onceHeard = (told: Promise<unknown>): Promise<unknown> =>
  untilHeard(told).catch((error: WalletError) => {
    if (error.code === 'EMBEDDED_WALLET_TIMEOUT') throw error
  })

// Parsed by hand, as everything in storage is.
function parse(value: unknown): Used | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { used, chain, via } = value as Record<string, unknown>
  if (typeof used !== 'boolean') return undefined
  const social = typeof via === 'string' && isSocial(via) ? via : undefined
  return { used, chain: isCaipNetworkId(chain) ? chain : undefined, via: social }
}
