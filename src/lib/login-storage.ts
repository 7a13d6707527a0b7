import { type CaipNetworkId, isCaipNetworkId } from './caip'
import type { StorageKey } from './storage'

const ADDRESS = /^0x[0-9a-fA-F]{40}$/
const MAX_ADDRESS_LENGTH = 128
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A user of the app's own backend (security/LOGIN.md). */
export type LoginUser = {
  readonly id: string
  readonly address: string
  /** The chain of the latest sign-in. */
  readonly chain: CaipNetworkId
  readonly accountType: 'eoa' | 'smartAccount'
  readonly ref: string | null
  /** ISO 8601. */
  readonly createdAt: string
}

/** A time that support has viewed the account; times are epoch ms. */
export type SupportView = { readonly operator: string; readonly reason: string; readonly at: number; readonly until: number }

/** What is kept of a login until the tab is closed: whose it was and who referred him. Never a token. */
export type KeptAuth = { readonly user: LoginUser | null; readonly ref: string }

const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= 200
const isUser = (value: unknown): value is LoginUser =>
  isRecord(value) &&
  [value.id, value.address, value.createdAt].every(isText) &&
  isCaipNetworkId(value.chain) &&
  (value.accountType === 'eoa' || value.accountType === 'smartAccount') &&
  (value.ref === null || isText(value.ref))

/** The auth store in session storage. */
export const authKey: StorageKey<KeptAuth> = {
  area: 'session',
  name: 'auth',
  parse: (value) => {
    if (!isRecord(value) || typeof value.ref !== 'string' || !ADDRESS.test(value.ref)) return undefined
    const { user, ref } = value
    return user === null || isUser(user) ? { user, ref } : undefined
  },
}

/** The web3 store in session storage. */
export const web3Key: StorageKey<{ readonly isConnected: boolean; readonly address: string }> = {
  area: 'session',
  name: 'web3',
  parse: (value) => {
    if (!isRecord(value) || typeof value.isConnected !== 'boolean') return undefined
    const { isConnected, address } = value
    return typeof address === 'string' && address.length <= MAX_ADDRESS_LENGTH ? { isConnected, address } : undefined
  },
}
