import type { CaipNetworkId } from '../lib/caip'
import { decimalOf } from '../lib/format'
import type { PaymentCurrency, PurchaseCurrency } from '../lib/onramp'
import { z } from '../lib/schema'
import { plainText } from '../lib/text'
import { endpoint } from './endpoint'
import { rows } from './rows'

type OnNetwork = { readonly networkId: CaipNetworkId }

const Sum = z.string().check(z.regex(/^\d{1,12}(\.\d{1,8})?$/))
const Limit = z.object({ id: z.string().check(z.maxLength(40)), min: Sum, max: Sum })
const Payment = z.object({
  id: z.string().check(z.regex(/^[A-Z]{3}$/)),
  payment_method_limits: rows(Limit, 20),
})
// Only sent back with a quote: invalid values are left out.
const Extra = z.catch(z.optional(z.string().check(z.maxLength(100))), undefined)
const Delivery = z.object({
  name: z.string().check(z.maxLength(60)),
  display_name: Extra,
  chain_id: z.string().check(z.regex(/^\d{1,20}$/)),
  contract_address: Extra,
})
const Purchase = z.pipe(
  z.object({
    id: z.string().check(z.maxLength(100)),
    name: z.string(),
    symbol: z.string(),
    networks: rows(Delivery, 100),
  }),
  z.transform(
    ({ id, name, symbol, networks }): PurchaseCurrency => ({
      id,
      name: plainText(name, 60),
      symbol: plainText(symbol, 20),
      networks,
    }),
  ),
)

/** What can be bought, and the payment currencies (source: GET /v1/onramp/options). */
export const getOnrampOptions = endpoint({
  path: () => '/v1/onramp/options',
  query: (_: OnNetwork) => ({}),
  response: z.object({
    paymentCurrencies: rows(Payment, 200),
    purchaseCurrencies: rows(Purchase, 500),
  }),
  empty: { paymentCurrencies: [], purchaseCurrencies: [] },
})

const Amount = z.object({ amount: Sum, currency: z.string().check(z.maxLength(20)) })
const Quote = z.object({
  coinbaseFee: Amount,
  paymentTotal: Amount,
  purchaseAmount: z.object({
    amount: z.string().check(z.regex(/^\d{1,30}(\.\d{1,36})?$/)),
    currency: z.string().check(z.maxLength(100)),
  }),
})

type Wanted = OnNetwork & {
  readonly purchase: PurchaseCurrency
  readonly payment: PaymentCurrency
  readonly amount: string
  readonly network: string
}

/** What a sum buys, and its fees; this buys nothing (source: POST /v1/onramp/quote). */
export const getOnrampQuote = endpoint({
  method: 'POST',
  reads: true,
  path: () => '/v1/onramp/quote',
  body: ({ purchase, payment, amount, network }: Wanted) => ({
    purchaseCurrency: purchase,
    paymentCurrency: payment,
    amount,
    network,
  }),
  namespaces: ['eip155'],
  response: z.nullable(Quote),
  empty: null,
})

type Destination = OnNetwork & {
  readonly address: string
  readonly blockchain: string
  readonly symbol: string
  /** Whole units of the payment currency: the service takes no others. */
  readonly fiat: number
}

/** The payment page (source: POST /v1/generators/onrampurl); empty if nobody sells. */
export const getOnrampUrl = endpoint({
  method: 'POST',
  path: () => '/v1/generators/onrampurl',
  body: ({ address, blockchain, symbol, fiat }: Destination) => ({
    destinationWallets: [{ address, blockchains: [blockchain], assets: [symbol] }],
    defaultNetwork: blockchain,
    partnerUserId: address,
    defaultExperience: 'buy',
    // Without `presetCryptoAmount`, for which the seller would ignore this sum.
    presetFiatAmount: fiat,
  }),
  namespaces: ['eip155'],
  response: z.object({ url: z.string().check(z.maxLength(4_000)) }),
  told: true,
  empty: { url: '' },
})

const SellerId = z.string().check(z.regex(/^[A-Z0-9_]{1,40}$/))

/** The other sellers; `[]` if the service names none (source: GET /v1/onramp/providers). */
export const getSellers = endpoint({
  path: () => '/v1/onramp/providers',
  query: (_: OnNetwork) => ({}),
  response: rows(z.object({ serviceProvider: SellerId, name: z.string() }), 100),
  told: true,
  empty: [],
  cacheMs: 300_000,
})

/** What the listed sellers deliver: each coin has a code per chain, e.g. `ETH_ARBITRUM` (source: GET /v1/onramp/providers/properties). */
export const getSoldCoins = endpoint({
  path: () => '/v1/onramp/providers/properties',
  query: (_: OnNetwork) => ({ type: 'crypto-currencies' }),
  response: rows(
    z.object({ currencyCode: z.string().check(z.regex(/^\w{1,40}$/)), chainId: z.string().check(z.regex(/^\d{1,20}$/)) }),
    10_000,
  ),
  told: true,
  empty: [],
  cacheMs: 300_000,
})

type Offer = OnNetwork & {
  /** Code of the coin on the network, ISO 4217 code of the payment currency, and the sum paid. */
  readonly symbol: string
  readonly payment: string
  readonly amount: string
  readonly address: string
}
/** As a decimal string, even if it comes as a number, which may have hundreds of digits. */
const Figure = z.pipe(
  z.pipe(
    z.union([z.string(), z.number()]),
    z.transform((figure) => (typeof figure === 'number' ? decimalOf(figure) : figure)),
  ),
  z.string().check(z.regex(/^\d{1,30}(\.\d{1,36})?$/)),
)

/** What each seller offers for a sum; this buys nothing (source: POST /v1/onramp/multi/quotes). */
export const getOffers = endpoint({
  method: 'POST',
  reads: true,
  projectIdIn: 'body',
  contentType: 'application/json',
  path: () => '/v1/onramp/multi/quotes',
  body: ({ symbol, payment, amount, address }: Offer) => ({
    destinationCurrencyCode: symbol,
    sourceCurrencyCode: payment,
    walletAddress: address,
    // The real server takes no string here. Whole units, which a number holds exactly.
    sourceAmount: Number(amount),
  }),
  // Some sellers report no fee of their own; the amount received is after fees.
  response: rows(
    z.object({ serviceProvider: SellerId, destinationAmount: Figure, sourceAmount: Figure, totalFee: z.nullish(Figure) }),
    100,
  ),
  empty: [],
})

/** The payment page of a listed seller; empty if it does not sell here (source: POST /v1/onramp/widget). */
export const getSellerUrl = endpoint({
  method: 'POST',
  projectIdIn: 'body',
  contentType: 'application/json',
  path: () => '/v1/onramp/widget',
  body: ({ seller, symbol, payment, amount, address }: Offer & { readonly seller: string }) => ({
    sessionData: {
      destinationCurrencyCode: symbol,
      sourceCurrencyCode: payment,
      sourceAmount: amount,
      walletAddress: address,
      serviceProvider: seller,
    },
  }),
  response: z.object({ widgetUrl: z.string().check(z.maxLength(4_000)) }),
  told: true,
  empty: { widgetUrl: '' },
})

const Purchases = z.object({
  data: rows(
    z.object({
      id: z.string(),
      metadata: z.object({ minedAt: z.string(), status: z.string() }),
      // The status is reported even if the amount is unknown.
      transfers: z.catch(
        z.nullish(
          z.array(
            z.object({
              quantity: z.object({ numeric: z.string() }),
              fungible_info: z.nullish(z.object({ symbol: z.nullish(z.string()) })),
            }),
          ),
        ),
        undefined,
      ),
    }),
  ),
})

/** Status of an account's purchases, newest first; never cached (source: GET /v1/account/{address}/history, onramp). */
export const getPurchases = endpoint({
  path: ({ address }: OnNetwork & { readonly address: string }) => `/v1/account/${encodeURIComponent(address)}/history`,
  query: () => ({ onramp: 'coinbase' }),
  namespaces: ['eip155'],
  response: Purchases,
  empty: { data: [] },
})
