import { type CaipNetworkId, isCaipNetworkId } from '../lib/caip'
import type { WalletError } from '../lib/errors'
import { isSocial, type Social } from '../lib/social'
import { forget, read, remember, type StorageKey } from '../lib/storage'
import { type Exchange, REQUEST_LIMIT_MS } from './auth-exchange'

/** A frame that has not answered a sign-out in this time is asked to sign in all the same. */
export const SIGN_OUT_LIMIT_MS = 10_000
/** In less than this no frame answers. */
const LEAST_MS = 1_000

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
/**
 * Tells the frame of the sign-out first; goes on if it refuses or is silent. Resolves to the sign-in's time, in ms: both have 30 s in
 * all. Rejects where nothing of that is left, as by a frame that does not load.
 */
export async function signOutFirst({ ask }: Pick<Exchange, 'ask'>): Promise<number> {
  const began = performance.now()
  const leftMs = () => began + REQUEST_LIMIT_MS - performance.now()
  await untilHeard(ask('SIGN_OUT', undefined, { answerMs: SIGN_OUT_LIMIT_MS })).catch((error: WalletError) => {
    if (error.code === 'EMBEDDED_WALLET_TIMEOUT' || leftMs() < LEAST_MS) throw error
  })
  return Math.max(leftMs(), LEAST_MS)
}

// Parsed by hand, like everything from storage.
function parse(value: unknown): Used | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { used, chain, via } = value as Record<string, unknown>
  if (typeof used !== 'boolean') return undefined
  const social = typeof via === 'string' && isSocial(via) ? via : undefined
  return { used, chain: isCaipNetworkId(chain) ? chain : undefined, via: social }
}
