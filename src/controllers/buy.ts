import { adapters } from '../adapters'
import { baseUrl } from '../api/settings'
import { type CaipAddress, type CaipNetworkId, chainIdOf, parseCaipAddress, parseCaipNetworkId } from '../lib/caip'
import { compareDecimals } from '../lib/decimal'
import { blockchainOf, deliveredOn, fallbackPayment, fallbackPurchase, inCurrency, paymentPage } from '../lib/onramp'
import { plainText } from '../lib/text'
import { buy, emptyBuy } from '../state/buy'
import { chains } from '../state/chains'
import { reset } from '../state/store'
import { buyProblem, wholeSums } from './buy-problem'
import { loadNetworks, networkOf } from './network-list'
import { onChange } from './on-change'
import { rpcContext } from './rpc'
import { whileVisible } from './while-visible'

/** A price is requested when typing has paused this long. */
const BUY_PAUSE_MS = 300
/** A payment page is renewed this often, at the latest after twice as long: Coinbase's ends after five minutes, or when it was opened. */
export const PAGE_RENEWAL_MS = 120_000
// The code that asks services loads after the form.
const onramp = () => import('../api/onramp')

/** The open requests: for what is sold, for prices, and for the payment page. */
let optionsRequest: AbortController | undefined
let pricesRequest: AbortController | undefined
let pageRequest: AbortController | undefined

function cancelRequests(): void {
  for (const each of [optionsRequest, pricesRequest, pageRequest]) each?.abort()
}

/** Keeps the form current while it is on screen. Returns its stop. */
export function startBuy(): () => void {
  const follow = () => {
    cancelRequests()
    const own = new AbortController()
    optionsRequest = own
    const owner = chains.active.caipAddress
    if (buy.owner !== owner) reset(buy, { ...emptyBuy(owner), amount: buy.amount, payment: buy.payment })
    Object.assign(buy, { url: undefined, urlStatus: 'idle' })
    void loadOptions(own.signal).then(() => own.signal.aborted || readPrice())
  }
  const stops = [
    onChange([chains], () => chains.active.caipAddress, follow),
    whileVisible(PAGE_RENEWAL_MS, () => buy.url && readUrl()),
  ]
  follow()
  return () => {
    for (const stop of stops) stop()
    cancelRequests()
  }
}

async function loadOptions(signal: AbortSignal): Promise<void> {
  const { networkId } = chains.active
  if (!networkId) return
  // Without the networks their coin is not known, and the first coin of the list is offered.
  await loadNetworks().catch(() => [])
  if (signal.aborted) return
  if (buy.optionsStatus === 'idle') buy.optionsStatus = 'loading'
  const { paymentCurrencies, purchaseCurrencies } = await onramp()
    .then(({ getOnrampOptions }) => getOnrampOptions({ networkId }, { signal }))
    .catch(() => ({ paymentCurrencies: [], purchaseCurrencies: [] }))
  if (signal.aborted) return
  // Without the service's options those of the specification are used; they are Ethereum's, so the network's own coin is added.
  const isWhole = paymentCurrencies.length > 0 && purchaseCurrencies.length > 0
  buy.payments = isWhole ? [...paymentCurrencies] : [...fallbackPayment]
  const { name, symbol } = networkOf(networkId).nativeCurrency
  const coin = fallbackPurchase.find((each) => each.symbol === symbol) ?? { id: symbol, name, symbol, networks: [] }
  const dollar = networkId.startsWith('eip155:') ? fallbackPurchase.slice(0, 1) : []
  const others = deliveredOn(networkId) ? fallbackPurchase : dollar
  const usual = symbol ? new Set([...others, coin]) : fallbackPurchase
  buy.purchases = [...(isWhole ? purchaseCurrencies : usual)]
  buy.optionsStatus = isWhole ? 'ready' : 'fallback'
  const known = (text: string | undefined) => buy.purchases.some((each) => each.symbol === text)
  if (!known(buy.purchase)) buy.purchase = known(symbol) ? symbol : buy.purchases[0]?.symbol
  if (!buy.payments.some(({ id }) => id === buy.payment)) buy.payment = buy.payments[0]?.id ?? 'USD'
}

/** The amount for every request: prices and payment pages must be for the same one. */
const sum = () => wholeSums(buy.amount)[0]

/** Takes what is typed or chosen in the form. */
export function editBuy(change: Partial<Pick<typeof buy, 'amount' | 'payment' | 'purchase' | 'method'>>): void {
  const { payment, purchase } = change
  Object.assign(buy, change, { url: undefined, urlStatus: 'idle' })
  // For another amount the rows stay and only their figures are cleared, so that nothing moves.
  const unknown = { fee: '', total: '', bought: '' }
  Object.assign(
    buy,
    payment === undefined && purchase === undefined
      ? { quote: buy.quote && unknown, offers: buy.offers.map((each) => ({ ...each, ...unknown })) }
      : { quote: undefined, quoteStatus: 'idle', offers: [], seller: undefined },
  )
  readPrice()
}

/** Asks for the payment page again, and for what is sold, if the service has not told it. */
export function retryBuy(): void {
  editBuy({})
  const signal = optionsRequest?.signal
  if (!signal || buy.optionsStatus !== 'fallback') return
  // Prices and pages may be of a coin that is not sold after all.
  void loadOptions(signal).then(() => signal.aborted || editBuy({ purchase: buy.purchase }))
}

/** Chooses a seller of the list, or the first one (undefined). */
export function pickSeller(seller: string | undefined): void {
  const before = buyProblem(buy)
  Object.assign(buy, { seller, url: undefined, urlStatus: 'idle' })
  // No prices were requested for an amount that the seller before does not take.
  if (before) readPrice()
  else readUrl()
}

function readPrice(): void {
  pricesRequest?.abort()
  pageRequest?.abort()
  const own = new AbortController()
  pricesRequest = own
  if (buyProblem(buy)) {
    // Nothing is asked for any more.
    buy.urlStatus = 'idle'
    return
  }
  setTimeout(() => {
    if (own.signal.aborted) return
    void askQuote(own.signal)
    readUrl(askOffers(own.signal))
  }, BUY_PAUSE_MS)
}

function readUrl(others?: Promise<void>): void {
  pageRequest?.abort()
  const own = new AbortController()
  pageRequest = own
  if (!buyProblem(buy)) void askUrl(own.signal, others)
}

async function askQuote(signal: AbortSignal): Promise<void> {
  const { networkId } = chains.active
  const payment = buy.payments.find(({ id }) => id === buy.payment)
  const purchase = buy.purchases.find(({ symbol }) => symbol === buy.purchase)
  if (!networkId || !payment || !purchase) return
  // After a failure it stays `failed`, and the seller in the list, until there is a price.
  if (buy.quoteStatus !== 'failed') buy.quoteStatus = 'loading'
  // The price for the network on which it is delivered.
  const reference = deliveredOn(networkId) ? '1' : String(chainIdOf(networkId))
  const network = purchase.networks.find(({ chain_id }) => chain_id === reference)?.name ?? purchase.networks[0]?.name ?? ''
  const wanted = { networkId, purchase, payment, amount: sum(), network }
  const quote = await onramp()
    .then(({ getOnrampQuote }) => getOnrampQuote(wanted, { signal }))
    .catch(() => null)
  if (signal.aborted) return
  // Without a price none is shown; the seller's page has one.
  const { coinbaseFee, paymentTotal, purchaseAmount } = quote ?? {}
  buy.quoteStatus = quote ? 'idle' : 'failed'
  buy.quote =
    coinbaseFee && paymentTotal && purchaseAmount
      ? { fee: coinbaseFee.amount, total: paymentTotal.amount, bought: purchaseAmount.amount }
      : undefined
}

/**
 * The code by which the listed sellers name a coin on a network, which is the only way to tell them the network. The symbol alone means
 * Ethereum, or the own coin of a chain of another namespace. Undefined where none of them delivers there.
 */
async function codeOn(networkId: CaipNetworkId, symbol: string, signal: AbortSignal): Promise<string | undefined> {
  const { namespace, reference } = parseCaipNetworkId(networkId)
  const { nativeCurrency, testnet } = networkOf(networkId)
  // Not for a test network: its addresses are valid on mainnet too, where coins for real money would be delivered.
  if (namespace !== 'eip155') return !testnet && nativeCurrency.symbol === symbol ? symbol : undefined
  const sold = await onramp()
    .then(({ getSoldCoins }) => getSoldCoins({ networkId }, { signal }))
    .catch((cause) => {
      if (reference !== '1') throw cause
      return [{ currencyCode: symbol, chainId: reference }]
    })
  // A code is in capitals, also that of a coin as cbETH.
  const wanted = symbol.toUpperCase()
  return sold.find(({ currencyCode, chainId }) => chainId === reference && currencyCode.toUpperCase().split('_')[0] === wanted)
    ?.currencyCode
}

/** A service that did not answer may sell all the same. */
const failureOf = (cause: unknown) => (Object(cause).code === 'API_UNAVAILABLE' ? 'silent' : 'failed')

/** Reads the offers of other sellers; without any the first seller remains. */
async function askOffers(signal: AbortSignal): Promise<void> {
  const { caipAddress, accountType } = chains.active
  const { purchase } = buy
  // A seller might deliver on another network, where a smart account's contract may not exist.
  if (!caipAddress || !purchase || accountType === 'smartAccount') return
  const { networkId, address } = parseCaipAddress(caipAddress)
  const wanted = { networkId, address, payment: buy.payment, amount: sum() }
  const told = await onramp()
    .then(async ({ getOffers, getSellers }) => {
      const code = await codeOn(networkId, purchase, signal)
      const [sellers, offers] = await Promise.all([
        getSellers({ networkId }, { signal }),
        code === undefined ? [] : getOffers({ ...wanted, symbol: code }, { signal }),
      ])
      return { code: code ?? '', sellers, offers }
    })
    .catch(failureOf)
  if (signal.aborted) return
  const isKnown = typeof told !== 'string'
  buy.offersStatus = isKnown ? 'idle' : told
  // Without an answer the chosen seller stays; its page will tell.
  if (!isKnown) return
  const { code, sellers, offers } = told
  const named = offers.flatMap(({ serviceProvider: seller, destinationAmount: bought, sourceAmount: total, totalFee }) => {
    const name = plainText(sellers.find((each) => each.serviceProvider === seller)?.name, 40)
    return name && compareDecimals(bought, '0') > 0 ? [{ seller, code, name, bought, total, fee: totalFee ?? '' }] : []
  })
  named.sort((a, b) => compareDecimals(b.bought, a.bought))
  // Some sellers answer once for each payment method.
  const seen = new Set<string>()
  buy.offers = named.filter(({ seller }) => !seen.has(seller) && seen.add(seller)).slice(0, 6)
  // The chosen seller may not sell for this amount.
  if (buy.seller !== undefined && !buy.offers.some((each) => each.seller === buy.seller)) pickSeller(undefined)
}

/** Whether the account is a contract, which may not exist on the network where the first seller delivers; assumed where no node answers. */
async function isContract(networkId: CaipNetworkId, address: string, signal: AbortSignal): Promise<boolean> {
  const { accountType } = chains.active
  if (accountType) return accountType === 'smartAccount'
  const network = networkOf(networkId)
  const loaded = await adapters[network.chainNamespace]?.transfers?.()
  return loaded?.transfers.smart?.isSmart(network, address, rpcContext(network), signal).catch(() => true) ?? false
}

/** URL of the chosen seller's payment page for an account; empty where it does not sell. Without an answer, why (`failureOf`). */
export async function askPage(caipAddress: CaipAddress, signal: AbortSignal): Promise<string | ReturnType<typeof failureOf>> {
  const { networkId, address } = parseCaipAddress(caipAddress)
  const { seller, payment, purchase: symbol = '' } = buy
  const amount = sum()
  const destination = { networkId, address, blockchain: blockchainOf(chainIdOf(networkId)), symbol, fiat: Number(sum()) }
  const code = buy.offers.find((each) => each.seller === seller)?.code ?? ''
  const isElsewhere = deliveredOn(networkId) !== undefined
  const sold = buy.purchases.find((each) => each.symbol === symbol)
  // A coin that the first seller does not list cannot be delivered on Ethereum instead.
  const isUnknown = isElsewhere && sold?.networks.length === 0
  try {
    const { getOnrampUrl, getSellerUrl } = await onramp()
    if (seller !== undefined) {
      const { widgetUrl } = await getSellerUrl({ networkId, address, symbol: code, payment, amount, seller }, { signal })
      return widgetUrl
    }
    if (isUnknown || (isElsewhere && (await isContract(networkId, address, signal)))) return ''
    const { url } = await getOnrampUrl(destination, { signal })
    return inCurrency(url, payment)
  } catch (cause) {
    return failureOf(cause)
  }
}

async function askUrl(signal: AbortSignal, others?: Promise<void>): Promise<void> {
  const { caipAddress } = chains.active
  if (!caipAddress || !buy.purchase) return
  // Any change of the form takes the page away at once.
  const isRenewal = buy.url !== undefined
  buy.urlStatus = 'loading'
  const { seller } = buy
  const answer = await askPage(caipAddress, signal)
  if (signal.aborted) return
  buy.url = paymentPage(answer, baseUrl('provider'))
  // One that sold a moment ago and does not answer now stays: nobody asked for another one, which has another price.
  const stays = isRenewal && answer === 'silent'
  if (seller === undefined && !stays) buy.firstHost = buy.url && new URL(buy.url).hostname
  if (!buy.url) {
    await others
    if (signal.aborted) return
    // If the first seller does not sell, choose the best of the others.
    const [next] = buy.offers
    if (seller === undefined && next && !stays) return pickSeller(next.seller)
  }
  const isSilent = [answer, seller === undefined && buy.offersStatus].includes('silent')
  buy.urlStatus = buy.url ? 'idle' : isSilent ? 'silent' : 'failed'
}

/** Notes that the payment page has been opened. */
export function startPurchase(): void {
  Object.assign(buy, { startedAt: Date.now(), buyer: chains.active.caipAddress, earlier: undefined })
  startWaiting()
}

/** Starts to wait for the purchase, or starts again. Purchases from other sellers are not in the history (`untold`). */
export function startWaiting(): void {
  Object.assign(buy, { waitingSince: Date.now(), progress: buy.seller ? 'untold' : 'waiting', bought: undefined })
}
