import { type CaipAddress, type CaipNetworkId, COIN, isCaipAddress, isCaipNetworkId, parseCaipAddress } from '../lib/caip'
import { decimalOf } from '../lib/format'
import { safeImage } from '../lib/links'
import { z } from '../lib/schema'
import { plainText } from '../lib/text'
import type { TokenBalance } from '../lib/token'
import type { CallOptions } from './call'
import { endpoint } from './endpoint'
import { rows } from './rows'

const BALANCE_LIFE_MS = 30_000
const MAX_NAME_LENGTH = 60
const MAX_SYMBOL_LENGTH = 20
/** Five thousand tokens take 1.5 MB, more than the usual limit of 1 MB. */
const MAX_BALANCES_BYTES = 4_000_000

type Owner = {
  readonly networkId: CaipNetworkId
  readonly address: string
  /** CAIP-10 ids of tokens that the server must read again; EVM only. Implies a refresh. */
  readonly forceUpdate?: readonly CaipAddress[] | undefined
}

/** The address by which the provider denotes the coin of an EVM chain or of Solana, where it gives one. */
const COINS = /:(0xe{40}|So1{41})$/i
// JSON numbers only: a string could be anything. A negative or infinite value counts as unknown.
const money = z.catch(z.nullish(z.number().check(z.nonnegative())), undefined)
const Balance = z.pipe(
  z.object({
    name: z.string(),
    symbol: z.string(),
    chainId: z.nullish(z.custom<CaipNetworkId>(isCaipNetworkId)),
    address: z.nullish(z.custom<CaipAddress>(isCaipAddress)),
    value: money,
    price: money,
    quantity: z.object({
      decimals: z.string().check(z.regex(/^(?:0|[1-9]\d?|1\d\d|2[0-4]\d|25[0-5])$/)),
      numeric: z.string().check(z.regex(/^\d{1,78}(?:\.\d{1,255})?$/)),
    }),
    iconUrl: z.nullish(z.string()),
  }),
  z.transform(
    ({ name, symbol, chainId, address, value, price, quantity, iconUrl }): TokenBalance => ({
      name: plainText(name, MAX_NAME_LENGTH),
      symbol: plainText(symbol, MAX_SYMBOL_LENGTH),
      chainId: chainId ?? undefined,
      address: address && !COINS.test(address) ? address : undefined,
      value: sum(value),
      price: sum(price),
      quantity,
      iconUrl: safeImage(iconUrl),
    }),
  ),
)

const balances = endpoint({
  path: ({ address }: Owner) => `/v1/account/${encodeURIComponent(address)}/balance`,
  query: ({ networkId, forceUpdate }: Owner) => ({
    currency: 'usd',
    chainId: networkId,
    forceUpdate: networkId.startsWith('eip155:') ? forceUpdate?.join(',') : undefined,
  }),
  // Others that the provider lists, as Bitcoin, are served by its RPC alone.
  namespaces: ['eip155', 'solana'],
  response: z.object({ balances: rows(Balance) }),
  empty: undefined,
  told: true,
  cacheMs: BALANCE_LIFE_MS,
  maxBytes: MAX_BALANCES_BYTES,
  cacheAs: ({ networkId, address }): Owner => ({ networkId, address }),
})

/**
 * Tokens of an account on one network, undefined if the provider does not serve it (source: GET
 * /v1/account/{address}/balance); rows that cannot be read are left out. Cached for 30 s unless `refresh`. Throws
 * API_RESPONSE_INVALID if no row can be read, and what `call` throws, also when the provider's list of networks cannot be loaded.
 */
export async function getBalances(
  owner: Owner,
  { signal, refresh }: CallOptions = {},
): Promise<readonly TokenBalance[] | undefined> {
  const { networkId, forceUpdate } = owner
  const isForced = Boolean(forceUpdate?.length)
  const answer = await balances(owner, { signal, refresh: refresh || isForced })
  if (!answer) return undefined
  const own = answer.balances.filter(
    ({ chainId, address }) => (chainId ?? (address && parseCaipAddress(address).networkId) ?? networkId) === networkId,
  )
  // The server caches by address alone: for ten seconds it answers with the tokens of the network asked about before.
  if (own.length === 0 && answer.balances.length > 0 && !isForced && networkId.startsWith('eip155:'))
    return getBalances({ ...owner, forceUpdate: [`${networkId}:${COIN}`] }, { signal }).catch((cause) => {
      if (signal?.aborted) throw cause
      return []
    })
  return own.filter(({ quantity }) => quantity.decimals !== '0')
}

const sum = (value: number | null | undefined) => (value === undefined || value === null ? undefined : decimalOf(value))
