import { type CaipNetworkId, type ChainNamespace, isCaipNetworkId } from './caip'
import type { StorageKey } from './storage'
import { plainText } from './text'

/** A receiver that the visitor has sent to from here. */
export type Payee = {
  readonly namespace: ChainNamespace
  readonly address: string
  /** The name that was typed, if it was one. */
  readonly name?: string | undefined
  /** If the address is a contract on some network: the one on which it was paid. On another nobody may own it. */
  readonly networkId?: CaipNetworkId | undefined
  /** Epoch ms of the last time, and how often. */
  readonly at: number
  readonly count: number
}

/** Receivers kept; the oldest go first. */
export const MAX_PAYEES = 100

/** Where the receivers are stored, newest first. */
export const payeesKey: StorageKey<Payee[]> = { area: 'local', name: 'payees', parse }

// Parsed by hand, as everything in storage is.
function parse(value: unknown): Payee[] | undefined {
  if (!Array.isArray(value)) return undefined
  return value.slice(0, MAX_PAYEES).flatMap((each) => {
    const { namespace, address, name, networkId, at, count } = (each ?? {}) as Record<string, unknown>
    const isWhole = typeof namespace === 'string' && /^[-a-z0-9]{3,8}$/.test(namespace) && typeof address === 'string'
    if (!isWhole || !/^[a-zA-Z0-9]{1,128}$/.test(address) || typeof at !== 'number' || !Number.isSafeInteger(count)) return []
    const own = isCaipNetworkId(networkId) && { networkId }
    return [{ namespace, address, name: plainText(name, 255) || undefined, ...own, at, count: Number(count) }]
  })
}
