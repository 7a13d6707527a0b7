import type { CaipNetworkId } from '../lib/caip'
import { z } from '../lib/schema'
import { endpoint } from './endpoint'
import { rows } from './rows'

/** Answers about names are believed for so long, as those about identities are. */
const NAME_LIFE_MS = 300_000
const API_VERSION = 2

/** A registered name and the addresses that it leads to by coin type (ENSIP-11), as the provider writes them. */
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
/** Nothing is an empty list; so is what the server says where it does not know the name. */
const Maybe = z.pipe(
  z.union([Known, z.array(z.unknown())]),
  z.transform((answer): NameRecord | undefined => ('addresses' in answer ? answer : undefined)),
)

type Named = { readonly networkId: CaipNetworkId; readonly name: string }
type Owned = { readonly networkId: CaipNetworkId; readonly address: string; readonly sender?: string | undefined }

/** The record of a whole name, `undefined` where nobody has it (source: GET /v1/profile/account/{name}). */
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

/** Whole names like a label, the label's own first, and whether each is taken (source: GET /v1/profile/suggestions/{name}). */
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

/** The record; older servers say only that it was done. */
const Registered = z.pipe(
  z.union([Known, z.object({ success: z.boolean() })]),
  z.transform((answer): string | boolean => ('success' in answer ? answer.success : answer.name)),
)

/**
 * Registers a name, once; answers the name that is on record now, or whether it was done. Throws NAME_REGISTER_FAILED where the provider
 * does not serve the network (source: POST /v1/profile/account).
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
