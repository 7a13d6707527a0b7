import type { CaipNetworkId } from '../lib/caip'
import { z } from '../lib/schema'
import { endpoint } from './endpoint'
import { rows } from './rows'

/** Cached as long as identities are. */
const NAME_LIFE_MS = 300_000
const API_VERSION = 2

/** A registered name and its addresses by coin type (ENSIP-11), as the provider sends them. */
type NameRecord = { readonly name: string; readonly addresses: Readonly<Record<string, string>> }
type NameSuggestion = { readonly name: string; readonly registered: boolean }

const Wire = z.object({ name: z.string(), addresses: z.record(z.string(), z.object({ address: z.string() })) })
const Known = z.pipe(
  Wire,
  z.transform(
    ({ name, addresses }): NameRecord => ({
      name,
      addresses: Object.fromEntries(Object.entries(addresses).map(([type, { address }]) => [type, address])),
    }),
  ),
)
/** For an unknown name the server sends a list instead of a record. */
const Maybe = z.pipe(
  z.union([Known, z.array(z.unknown())]),
  z.transform((answer): NameRecord | undefined => ('addresses' in answer ? answer : undefined)),
)

type Named = { readonly networkId: CaipNetworkId; readonly name: string }
type Owned = { readonly networkId: CaipNetworkId; readonly address: string; readonly sender?: string | undefined }

/** The record of a full name, `undefined` if it is not registered (source: GET /v1/profile/account/{name}). */
export const lookUpName = endpoint({
  path: ({ name }: Named) => `/v1/profile/account/${encodeURIComponent(name)}`,
  query: () => ({ apiVersion: API_VERSION }),
  response: Maybe,
  empty: undefined,
  cacheMs: NAME_LIFE_MS,
})

/** The names of an address (source: GET /v1/profile/reverse/{address}). */
export const namesOf = endpoint({
  path: ({ address }: Owned) => `/v1/profile/reverse/${encodeURIComponent(address)}`,
  query: ({ sender }) => ({ sender, apiVersion: API_VERSION }),
  namespaces: ['eip155'],
  response: rows(Known),
  empty: [] as NameRecord[],
  cacheMs: NAME_LIFE_MS,
})

/** Full names similar to a label, the label's own first, and whether each is taken (source: GET /v1/profile/suggestions/{name}). */
export const suggestNames = endpoint({
  path: ({ name }: Named & { readonly zone: string }) => `/v1/profile/suggestions/${encodeURIComponent(name)}`,
  query: ({ zone }) => ({ zone }),
  response: z.object({ suggestions: rows(z.object({ name: z.string(), registered: z.boolean() })) }),
  empty: { suggestions: [] as NameSuggestion[] },
})

type Registration = {
  readonly networkId: CaipNetworkId
  readonly coinType: number
  readonly address: string
  readonly message: string
  readonly signature: string
}

/** The record; older servers only report success. */
const Registered = z.pipe(
  z.union([Known, z.object({ success: z.boolean() })]),
  z.transform((answer): string | boolean => ('success' in answer ? answer.success : answer.name)),
)

/**
 * Registers a name, once; resolves to the registered name, or to whether it succeeded. Throws NAME_REGISTER_FAILED if the provider does
 * not serve the network (source: POST /v1/profile/account).
 */
export const postName = endpoint({
  method: 'POST',
  projectIdIn: 'nowhere',
  contentType: 'application/json',
  path: () => '/v1/profile/account',
  body: ({ coinType, address, message, signature }: Registration) => ({ coin_type: coinType, address, message, signature }),
  response: Registered,
  unsupported: 'NAME_REGISTER_FAILED',
})
