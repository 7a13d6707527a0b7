import { type CaipAddress, type CaipNetworkId, COIN, isCaipAddress } from '../lib/caip'
import { isCoinContract } from '../lib/coin-contract'
import { decimalOf } from '../lib/format'
import { safeImage } from '../lib/links'
import { z } from '../lib/schema'
import type { SwapAsset } from '../lib/swap-asset'
import { plainText } from '../lib/text'
import { endpoint } from './endpoint'
import { rows } from './rows'

const TOKENS_LIFE_MS = 300_000
const MAX_TOKENS = 10_000

type OnNetwork = { readonly networkId: CaipNetworkId }

const Units = z.string().check(z.regex(/^\d{1,78}$/))
const Account = z.custom<CaipAddress>(isCaipAddress)
const Data = z.string().check(z.maxLength(200_000), z.regex(/^0x([0-9a-f]{2})*$/i))
const Token = z.pipe(
  z.object({
    name: z.string(),
    symbol: z.string(),
    address: Account,
    decimals: z.int().check(z.minimum(0), z.maximum(255)),
    logoUri: z.nullish(z.string()),
  }),
  z.transform(
    ({ name, symbol, address, decimals, logoUri }): SwapAsset => ({
      address,
      decimals,
      name: plainText(name, 60),
      symbol: plainText(symbol, 20),
      iconUrl: safeImage(logoUri),
    }),
  ),
)

/** Without a contract that moves the coin, where the coin is there itself: as a token its Max leaves nothing for the fee. */
const withoutContract = ({ tokens }: { tokens: SwapAsset[] }) => ({
  tokens: tokens.some(({ address }) => address.toLowerCase().endsWith(COIN))
    ? tokens.filter(({ address }) => !isCoinContract(address))
    : tokens,
})

/** Tokens that can be swapped on a network, the coin once (source: GET /v1/convert/tokens). */
export const getSwapTokens = endpoint({
  path: () => '/v1/convert/tokens',
  query: ({ networkId }: OnNetwork) => ({ chainId: networkId }),
  namespaces: ['eip155'],
  response: z.pipe(z.object({ tokens: rows(Token, MAX_TOKENS) }), z.transform(withoutContract)),
  unsupported: 'SWAP_NETWORK_UNSUPPORTED',
  told: true,
  cacheMs: TOKENS_LIFE_MS,
})

type Pair = OnNetwork & {
  readonly from: CaipAddress
  readonly to: CaipAddress
  /** Base units of `from`. */
  readonly amount: string
  readonly user: CaipAddress
}

/** `gasPrice`: in wei, if known. */
type Asked = Pair & { readonly gasPrice?: string | undefined }

/** What the swap yields, in base units of `to`; `[]` if nobody trades the pair (source: GET /v1/convert/quotes). */
export const getQuotes = endpoint({
  path: () => '/v1/convert/quotes',
  query: ({ amount, from, to, user, gasPrice }: Asked) => ({
    amount,
    userAddress: user.slice(user.lastIndexOf(':') + 1),
    from,
    to,
    gasPrice,
  }),
  namespaces: ['eip155'],
  response: z.object({
    quotes: rows(z.object({ fromAmount: Units, fromAccount: Account, toAmount: Units, toAccount: Account })),
  }),
  empty: { quotes: [] },
})

/** The exchange's current allowance of a token, in base units (source: GET /v1/convert/allowance). */
export const getAllowance = endpoint({
  path: () => '/v1/convert/allowance',
  query: ({ token, user }: OnNetwork & { readonly token: CaipAddress; readonly user: CaipAddress }) => ({
    tokenAddress: token,
    userAddress: user,
  }),
  namespaces: ['eip155'],
  response: z.object({ allowance: Units }),
  empty: { allowance: '0' },
})

/** Wei per unit of gas (source: GET /v1/convert/gas-price). */
export const getGasPrice = endpoint({
  path: () => '/v1/convert/gas-price',
  query: ({ networkId }: OnNetwork) => ({ chainId: networkId }),
  namespaces: ['eip155'],
  response: z.object({ standard: Units, fast: Units, instant: Units }),
  unsupported: 'GAS_PRICE_NETWORK_UNSUPPORTED',
})

/** The transaction that lets the exchange take `amount`; never retried (source: GET /v1/convert/build-approve). Both accounts echo the request. */
export const buildApproval = endpoint({
  reads: false,
  path: () => '/v1/convert/build-approve',
  query: ({ user, from, to, amount }: Pair) => ({ userAddress: user, from, to, amount }),
  namespaces: ['eip155'],
  response: z.object({ tx: z.object({ from: Account, to: Account, data: Data, value: Units }) }),
  unsupported: 'SWAP_NETWORK_UNSUPPORTED',
})

/** The transaction that swaps; asking sends nothing, but is never retried (source: POST /v1/convert/build-transaction). */
export const buildSwap = endpoint({
  method: 'POST',
  projectIdIn: 'body',
  contentType: 'application/json',
  path: () => '/v1/convert/build-transaction',
  body: ({ amount, from, to, user, slippage }: Pair & { readonly slippage: number }) => ({
    amount,
    from,
    to,
    userAddress: user,
    disableEstimate: true,
    eip155: { slippage },
  }),
  namespaces: ['eip155'],
  response: z.object({ tx: z.object({ from: Account, to: Account, data: Data, amount: Units }) }),
  unsupported: 'SWAP_NETWORK_UNSUPPORTED',
})

const prices = endpoint({
  method: 'POST',
  reads: true,
  projectIdIn: 'body',
  contentType: 'application/json',
  path: () => '/v1/fungible/price',
  body: ({ token }: OnNetwork & { readonly token: CaipAddress }) => ({ currency: 'usd', addresses: [token] }),
  response: z.object({ fungibles: z.array(z.object({ price: z.number().check(z.nonnegative()) })) }),
  empty: { fungibles: [] },
})

/** Price of one token in US dollars, decimal string; undefined if unknown (source: POST /v1/fungible/price). */
export async function getPrice(networkId: CaipNetworkId, token: CaipAddress): Promise<string | undefined> {
  const { fungibles } = await prices({ networkId, token })
  const price = fungibles[0]?.price
  return price ? decimalOf(price) : undefined
}
