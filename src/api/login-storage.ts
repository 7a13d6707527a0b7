import { type CaipNetworkId, isCaipNetworkId } from '../lib/caip'
import { EVM_ADDRESS } from '../lib/evm-address'
import type { LoginUser } from '../lib/login-user'
import { safeParse, z } from '../lib/schema'
import type { StorageKey } from '../lib/storage'

const ADDRESS = /^[0-9a-zA-Z]{1,128}$/
const text = (limit: number) => z.string().check(z.minLength(1), z.maxLength(limit))

/** A user as sent by the backend and kept in session storage; unknown members are left out. */
export const loginUser = z.object({
  id: text(200),
  address: z.string().check(z.regex(ADDRESS)),
  chain: z.custom<CaipNetworkId>(isCaipNetworkId),
  accountType: z.enum(['eoa', 'smartAccount']),
  ref: z._default(z.nullable(z.string().check(z.regex(ADDRESS))), null),
  createdAt: text(40),
})
const auth = z.object({ user: z.nullable(loginUser), ref: z.string().check(z.regex(EVM_ADDRESS)) })
const web3 = z.object({ isConnected: z.boolean(), address: z.string().check(z.maxLength(128)) })

const stored =
  <Output>(schema: z.ZodMiniType<Output>) =>
  (value: unknown): Output | undefined =>
    safeParse(schema, value).data

/** Kept of a login until the tab is closed: the user, and who referred them (the zero address: nobody). Never a token. */
export const authKey: StorageKey<{ readonly user: LoginUser | null; readonly ref: string }> = {
  area: 'session',
  name: 'auth',
  parse: stored(auth),
}

/** The web3 store in session storage: the connected flag, and the address (the zero address: none). */
export const web3Key: StorageKey<{ readonly isConnected: boolean; readonly address: string }> = {
  area: 'session',
  name: 'web3',
  parse: stored(web3),
}
