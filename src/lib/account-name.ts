import { WalletError } from './errors'

const MIN_LABEL_LENGTH = 4
/** Most characters of a label, the part of a name that somebody chooses. */
export const MAX_LABEL_LENGTH = 64
/** Chain ids from here on collide with the bit that marks an EVM chain in a coin type (ENSIP-11). */
const FIRST_INVALID_CHAIN_ID = 0x80000000

/** Why a label cannot be registered: `letters` that are not allowed, or it is too `short` or too `long`; undefined for one that can. */
export function labelProblem(label: string): 'letters' | 'short' | 'long' | undefined {
  if (!/^[a-z0-9-]*$/i.test(label)) return 'letters'
  if (label.length > MAX_LABEL_LENGTH) return 'long'
  return label.length < MIN_LABEL_LENGTH ? 'short' : undefined
}

/** The label of a typed or chosen name in `zone`: in lower case, without the zone and surrounding spaces. */
export function labelOf(text: string, zone: string): string {
  const small = text.trim().toLowerCase()
  return small.endsWith(`.${zone}`) ? small.slice(0, -zone.length - 1) : small
}

/** Coin type of an EVM chain (ENSIP-11, DECISIONS 12). Throws COIN_TYPE_INVALID for an id that has none. */
export function coinTypeOf(chainId: number): number {
  if (!Number.isSafeInteger(chainId) || chainId < 0 || chainId >= FIRST_INVALID_CHAIN_ID)
    throw new WalletError('COIN_TYPE_INVALID')
  return (FIRST_INVALID_CHAIN_ID | chainId) >>> 0
}

/** What is signed to register a name (facts: provider API §2.15); `timestamp` in seconds. */
export const nameMessage = (name: string, timestamp: number): string => JSON.stringify({ name, attributes: {}, timestamp })
