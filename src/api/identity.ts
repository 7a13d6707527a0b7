import type { CaipNetworkId } from '../lib/caip'
import { safeImage } from '../lib/links'
import { z } from '../lib/schema'
import { plainText } from '../lib/text'
import { endpoint } from './endpoint'

const IDENTITY_LIFE_MS = 300_000
const MAX_NAME_LENGTH = 100

/** An address's name and picture; `avatar` is safe in `img`. */
export type Identity = { readonly name: string | undefined; readonly avatar: string | undefined }

type Owner = {
  readonly networkId: CaipNetworkId
  readonly address: string
  /** The active address, if it is not the one asked about. */
  readonly sender?: string | undefined
}

/** Name and picture of an address, each `undefined` if there is none (source: GET /v1/identity/{address}). */
export const getIdentity = endpoint({
  path: ({ address }: Owner) => `/v1/identity/${encodeURIComponent(address)}`,
  query: ({ sender }) => ({ sender }),
  // ENS only: the server refuses every other address.
  namespaces: ['eip155'],
  response: z.pipe(
    z.object({ name: z.nullish(z.string()), avatar: z.nullish(z.string()) }),
    z.transform(
      ({ name, avatar }): Identity => ({ name: plainText(name, MAX_NAME_LENGTH) || undefined, avatar: safeImage(avatar) }),
    ),
  ),
  empty: { name: undefined, avatar: undefined },
  cacheMs: IDENTITY_LIFE_MS,
})
