import { type CaipNetworkId, parseCaipNetworkId } from './caip'
import { safeLink } from './links'

/** A currency to pay with, and the least and most that each payment method takes. */
export type PaymentCurrency = {
  readonly id: string
  readonly payment_method_limits: readonly { readonly id: string; readonly min: string; readonly max: string }[]
}
/** A coin or token to buy. */
export type PurchaseCurrency = {
  readonly id: string
  readonly name: string
  readonly symbol: string
  readonly networks: readonly PurchaseNetwork[]
}
/** A network on which it is delivered, as the service describes it. */
type PurchaseNetwork = {
  readonly name: string
  readonly display_name?: string | undefined
  readonly chain_id: string
  readonly contract_address?: string | undefined
}

const limits = [
  { id: 'card', min: '10.00', max: '7500.00' },
  { id: 'ach_bank_account', min: '10.00', max: '25000.00' },
]
const networks = [
  {
    name: 'ethereum-mainnet',
    display_name: 'Ethereum',
    chain_id: '1',
    contract_address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  },
  {
    name: 'polygon-mainnet',
    display_name: 'Polygon',
    chain_id: '137',
    contract_address: '0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174',
  },
]

/** The currencies to pay with that are offered if the service does not answer (specification §9). */
export const fallbackPayment: readonly PaymentCurrency[] = ['USD', 'EUR'].map((id) => ({ id, payment_method_limits: limits }))
/** What can be bought then. */
export const fallbackPurchase: readonly PurchaseCurrency[] = [
  { id: '2b92315d-eab7-5bef-84fa-089a131333f5', name: 'USD Coin', symbol: 'USDC', networks },
  { id: '2b92315d-eab7-5bef-84fa-089a131333f5', name: 'Ether', symbol: 'ETH', networks },
]

/** The seller's names of chains. */
const blockchains: Readonly<Record<string, string>> = {
  1: 'ethereum',
  42161: 'arbitrum',
  137: 'polygon',
  80094: 'berachain',
  43114: 'avalanche-c-chain',
  10: 'optimism',
  42220: 'celo',
  8453: 'base',
}
/** The seller's name of a chain; `ethereum` for one that it does not know. */
export const blockchainOf = (chainId: number | string): string => blockchains[chainId] ?? 'ethereum'

/**
 * Where the seller delivers instead, for an EVM chain that it does not know; undefined where it delivers on the chain itself, and for a
 * coin that it does not sell at all.
 */
export function deliveredOn(networkId: CaipNetworkId, sold?: { readonly networks: readonly unknown[] }): 'Ethereum' | undefined {
  const { namespace, reference } = parseCaipNetworkId(networkId)
  return namespace === 'eip155' && !(reference in blockchains) && sold?.networks.length !== 0 ? 'Ethereum' : undefined
}

/** The first seller's page with the payment currency, which the service's URL lacks: without it the amount would be in dollars. */
export const inCurrency = (url: string, currency: string): string =>
  /^https:\/\/pay\.coinbase\.com\/[^#]*\?(?!.*fiatCurrency=)[^#]*$/.test(url) ? `${url}&fiatCurrency=${currency}` : url

/** Where a payment page may be: sellers that we know, and the host's own services. */
const SELLERS = ['pay.coinbase.com', 'meldcrypto.com', 'www.meldcrypto.com']
const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/

/**
 * A payment page that may be opened: https, of a seller that we know or of the configured provider itself; plain http only on
 * this machine. Undefined for any other.
 */
export function paymentPage(url: string, providerUrl: string | undefined): string | undefined {
  const own = providerUrl && URL.canParse(providerUrl) ? new URL(providerUrl) : undefined
  if (!URL.canParse(url)) return undefined
  const { protocol, hostname, host, href, username } = new URL(url)
  const isListed = SELLERS.includes(hostname) || host === own?.host
  if (!isListed || username !== '') return undefined
  if (protocol === 'http:') return LOOPBACK.test(hostname) ? href : undefined
  return safeLink(href)
}
