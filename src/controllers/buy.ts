import { adapters } from '../adapters'
import { baseUrl } from '../api/settings'
import { type CaipNetworkId, chainIdOf, parseCaipAddress, parseCaipNetworkId } from '../lib/caip'
import { compareDecimals } from '../lib/decimal'
import { isDecimal } from '../lib/format'
import { blockchainOf, deliveredOn, fallbackPayment, fallbackPurchase, inCurrency, paymentPage } from '../lib/onramp'
import { plainText } from '../lib/text'
import { buy, emptyBuy } from '../state/buy'
import { chains } from '../state/chains'
import { reset } from '../state/store'
import { loadNetworks, networkOf } from './network-list'
import { onChange } from './on-change'
import { rpcContext } from './rpc'

/** A price is asked for when nobody has typed for so long. */
const BUY_PAUSE_MS = 300
/** What is paid where the service names no limit: the first seller takes whole units only (facts: provider-api §2.16). */
export const LEAST = '1'
/** No service of ours names a larger sum. */
const MAX_DIGITS = 12

// What asks services loads behind the form.
const onramp = () => import('../api/onramp')

let following: AbortController | undefined
let asking: AbortController | undefined
let leading: AbortController | undefined

/** Nobody waits for what is under way any more. */
function giveUp(): void {
  for (const each of [following, asking, leading]) each?.abort()
}

/** While the form is on screen it follows the account. Returns its stop. */
export function startBuy(): () => void {
  const follow = () => {
    giveUp()
    const own = new AbortController()
    following = own
    const owner = chains.active.caipAddress
    if (buy.owner !== owner) reset(buy, { ...emptyBuy(owner), amount: buy.amount, payment: buy.payment })
    void loadOptions(own.signal).then(() => own.signal.aborted || readPrice())
  }
  const stop = onChange([chains], () => chains.active.caipAddress, follow)
  follow()
  return () => {
    stop()
    giveUp()
  }
}

async function loadOptions(signal: AbortSignal): Promise<void> {
  const { networkId } = chains.active
  if (!networkId) return
  // Without them the network's coin is not known, and the first of what is sold is offered.
  await loadNetworks().catch(() => [])
  if (signal.aborted) return
  if (buy.optionsStatus === 'idle') buy.optionsStatus = 'loading'
  const { paymentCurrencies, purchaseCurrencies } = await onramp()
    .then(({ getOnrampOptions }) => getOnrampOptions({ networkId }, { signal }))
    .catch(() => ({ paymentCurrencies: [], purchaseCurrencies: [] }))
  if (signal.aborted) return
  // Where the service does not say, the specification does; what it names is of Ethereum, and the coin of others is another one.
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

/** What every seller is asked for: the page of one may not say another sum than the price of the other. */
const sum = () => wholeSums(buy.amount)[0]

/** Takes what is typed, as its field reads it, or picked. */
export function editBuy(change: Partial<Pick<typeof buy, 'amount' | 'payment' | 'purchase' | 'method'>>): void {
  const { payment, purchase } = change
  Object.assign(buy, change, { url: undefined, urlStatus: 'idle' })
  // Of another sum they all keep their places, and only the figures go: what is read and pressed next stays where it is.
  const unknown = { fee: '', total: '', bought: '' }
  Object.assign(
    buy,
    payment === undefined && purchase === undefined
      ? { quote: buy.quote && unknown, offers: buy.offers.map((each) => ({ ...each, ...unknown })) }
      : { quote: undefined, quoteStatus: 'idle', offers: [], seller: undefined },
  )
  readPrice()
}

/** Another seller of the list, or the first one; what is paid and bought stays. */
export function pickSeller(seller: string | undefined): void {
  const before = buyProblem(buy)
  Object.assign(buy, { seller, url: undefined, urlStatus: 'idle' })
  // Of a sum that the one before does not take nobody has been asked.
  if (before) readPrice()
  else readUrl()
}

type BuyProblem = 'amount-missing' | 'amount-invalid' | 'too-little' | 'too-much' | 'cents'

/** Why nothing can be bought yet; undefined when it can. */
export function buyProblem({
  amount,
  payment,
  method,
  seller,
  payments,
}: Pick<typeof buy, 'amount' | 'payment' | 'method' | 'seller'> & { readonly payments: typeof buy.payments }):
  | BuyProblem
  | undefined {
  if (amount === '') return 'amount-missing'
  if (!isDecimal(amount) || amount.startsWith('-')) return 'amount-invalid'
  const ways = payments.find(({ id }) => id === payment)?.payment_method_limits
  // Not every currency is paid in each way, and each way has limits of its own; they are the first seller's, and nobody else's.
  const limit = seller === undefined ? (ways?.find(({ id }) => id === method) ?? ways?.[0]) : undefined
  if (compareDecimals(amount, limit?.min ?? LEAST) < 0) return 'too-little'
  if (limit && compareDecimals(amount, limit.max) > 0) return 'too-much'
  const [below] = wholeSums(amount)
  if (below.length > MAX_DIGITS) return 'amount-invalid'
  return compareDecimals(amount, below) === 0 ? undefined : 'cents'
}

/** A decimal amount in whole units of its currency, cut, and the next sum above. */
export function wholeSums(amount: string): readonly [string, string] {
  const below = BigInt(amount.split('.')[0] ?? '')
  return [below.toString(), (below + 1n).toString()]
}

function readPrice(): void {
  asking?.abort()
  leading?.abort()
  const own = new AbortController()
  asking = own
  if (buyProblem(buy)) return
  setTimeout(() => {
    if (own.signal.aborted) return
    void askQuote(own.signal)
    readUrl(askOffers(own.signal))
  }, BUY_PAUSE_MS)
}

function readUrl(others?: Promise<void>): void {
  leading?.abort()
  const own = new AbortController()
  leading = own
  if (!buyProblem(buy)) void askUrl(own.signal, others)
}

async function askQuote(signal: AbortSignal): Promise<void> {
  const { networkId } = chains.active
  const [payment, purchase] = [
    buy.payments.find(({ id }) => id === buy.payment),
    buy.purchases.find(({ symbol }) => symbol === buy.purchase),
  ]
  if (!networkId || !payment || !purchase) return
  // One that names no price stands among the others until it does.
  if (buy.quoteStatus !== 'failed') buy.quoteStatus = 'loading'
  // Priced where it is delivered.
  const reference = deliveredOn(networkId) ? '1' : String(chainIdOf(networkId))
  const network = purchase.networks.find(({ chain_id }) => chain_id === reference)?.name ?? purchase.networks[0]?.name ?? ''
  const wanted = { networkId, purchase, payment, amount: sum(), network }
  const quote = await onramp()
    .then(({ getOnrampQuote }) => getOnrampQuote(wanted, { signal }))
    .catch(() => null)
  if (signal.aborted) return
  // No price is better than a made-up one: the seller's page tells it.
  const { coinbaseFee, paymentTotal, purchaseAmount } = quote ?? {}
  buy.quoteStatus = quote ? 'idle' : 'failed'
  buy.quote =
    coinbaseFee && paymentTotal && purchaseAmount
      ? { fee: coinbaseFee.amount, total: paymentTotal.amount, bought: purchaseAmount.amount }
      : undefined
}

/**
 * By which code the list's sellers deliver a coin on a network: they are told no other way. Its bare name is that of Ethereum, where
 * nobody tells more, and of a chain of another kind if it is its own coin. Undefined where none of them delivers there.
 */
async function codeOn(networkId: CaipNetworkId, symbol: string, signal: AbortSignal): Promise<string | undefined> {
  const { namespace, reference } = parseCaipNetworkId(networkId)
  const { nativeCurrency, testnet } = networkOf(networkId)
  // Of a test network the address is one of the chain itself, too: there they would be delivered, for money.
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

/** Without other sellers there is the first one. */
async function askOffers(signal: AbortSignal): Promise<void> {
  const { caipAddress, accountType } = chains.active
  const { purchase } = buy
  // Who delivers on another network after all does it where a smart account's contract may never be.
  if (!caipAddress || !purchase || accountType === 'smartAccount') return
  const { networkId, address } = parseCaipAddress(caipAddress)
  const wanted = { networkId, address, payment: buy.payment, amount: sum() }
  const told = await onramp()
    .then(async ({ getOffers, getSellers }) => {
      const code = await codeOn(networkId, purchase, signal)
      const asking = code === undefined ? [] : getOffers({ ...wanted, symbol: code }, { signal })
      return [code ?? '', ...(await Promise.all([getSellers({ networkId }, { signal }), asking]))] as const
    })
    .catch(failureOf)
  if (signal.aborted) return
  const isKnown = typeof told !== 'string'
  buy.offersStatus = isKnown ? 'idle' : told
  // Where nobody answers, who was chosen may sell all the same: their page tells.
  if (!isKnown) return
  const [code, sellers, offers] = told
  const named = offers.flatMap(({ serviceProvider: seller, destinationAmount: bought, sourceAmount: total, totalFee }) => {
    const name = plainText(sellers.find((each) => each.serviceProvider === seller)?.name, 40)
    return name && compareDecimals(bought, '0') > 0 ? [{ seller, code, name, bought, total, fee: totalFee ?? '' }] : []
  })
  named.sort((a, b) => compareDecimals(b.bought, a.bought))
  // Some answer once for each way of paying.
  const seen = new Set<string>()
  buy.offers = named.filter(({ seller }) => !seen.has(seller) && seen.add(seller)).slice(0, 6)
  // Who was chosen may not sell for this sum.
  if (buy.seller !== undefined && !buy.offers.some((each) => each.seller === buy.seller)) pickSeller(undefined)
}

/** Whether the account is a contract: where the first seller delivers instead it may never be. So it is taken where no node says. */
async function isContract(networkId: CaipNetworkId, address: string, signal: AbortSignal): Promise<boolean> {
  const { accountType } = chains.active
  if (accountType) return accountType === 'smartAccount'
  const network = networkOf(networkId)
  const loaded = await adapters[network.chainNamespace]?.transfers?.()
  return loaded?.transfers.smart?.isSmart(network, address, rpcContext(network), signal).catch(() => true) ?? false
}

async function askUrl(signal: AbortSignal, others?: Promise<void>): Promise<void> {
  const { caipAddress } = chains.active
  if (!caipAddress || !buy.purchase) return
  const { networkId, address } = parseCaipAddress(caipAddress)
  buy.urlStatus = 'loading'
  const destination = {
    networkId,
    address,
    blockchain: blockchainOf(chainIdOf(networkId)),
    symbol: buy.purchase,
    fiat: Number(sum()),
  }
  const { seller, payment } = buy
  const code = buy.offers.find((each) => each.seller === seller)?.code ?? ''
  const amount = sum()
  const isElsewhere = deliveredOn(networkId) !== undefined
  const sold = buy.purchases.find(({ symbol }) => symbol === buy.purchase)
  // The coin of a network that the first one does not know is none of Ethereum.
  const isUnknown = isElsewhere && sold?.networks.length === 0
  const answer = await onramp()
    .then(async ({ getOnrampUrl, getSellerUrl }) =>
      seller !== undefined
        ? (await getSellerUrl({ networkId, address, symbol: code, payment, amount, seller }, { signal })).widgetUrl
        : isUnknown || (isElsewhere && (await isContract(networkId, address, signal)))
          ? ''
          : inCurrency((await getOnrampUrl(destination, { signal })).url, payment),
    )
    .catch(failureOf)
  if (signal.aborted) return
  buy.url = paymentPage(answer, baseUrl('provider'))
  if (seller === undefined) buy.firstHost = buy.url && new URL(buy.url).hostname
  if (!buy.url) {
    await others
    if (signal.aborted) return
    // Where the first one does not sell, the best of the others does.
    const [next] = buy.offers
    if (seller === undefined && next) return pickSeller(next.seller)
  }
  const isSilent = [answer, seller === undefined && buy.offersStatus].includes('silent')
  buy.urlStatus = buy.url ? 'idle' : isSilent ? 'silent' : 'failed'
}

/** The payment page has been opened. */
export function startPurchase(): void {
  Object.assign(buy, { startedAt: Date.now(), buyer: chains.active.caipAddress, earlier: undefined })
  startWaiting()
}

/** It is waited for from now on, also once more; what was bought meanwhile counts. Only what the first seller sold is told of. */
export function startWaiting(): void {
  Object.assign(buy, { waitingSince: Date.now(), progress: buy.seller ? 'untold' : 'waiting', bought: undefined })
}
