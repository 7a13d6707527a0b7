import { Hono } from 'hono'
import { createTestClient, getAddress, http, isAddress, parseUnits, publicActions, walletActions } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import * as z from 'zod/mini'
import type { Chain } from './chain'
import { DEV_MNEMONIC, localNetworks } from './networks'
import type { PriceOf } from './prices'
import { ProviderRefusal } from './provider-errors'
import type { Line } from './wire-history'

const METHODS = [
  { id: 'card', min: '10.00', max: '7500.00' },
  { id: 'ach_bank_account', min: '10.00', max: '25000.00' },
]
const FEE = 0.035
/** The last development account pays out; no test spends from it. */
const FAUCET_INDEX = 9

/** The other sellers and their prices. */
const SELLERS = [
  { id: 'DEMO_BANK', name: 'Demo Bank', fee: 0.02 },
  { id: 'DEMO_TILL', name: 'Demo Till', fee: 0.05 },
]

const MultiQuote = z.object({
  // The real server only accepts a number.
  sourceAmount: z.number(),
  sourceCurrencyCode: z.string(),
  destinationCurrencyCode: z.string(),
})
const Session = z.object({
  sessionData: z.object({
    ...MultiQuote.shape,
    sourceAmount: z.string(),
    serviceProvider: z.string(),
    walletAddress: z.string(),
  }),
})

const Quote = z.object({
  purchaseCurrency: z.object({ symbol: z.string() }),
  paymentCurrency: z.object({ id: z.string() }),
  amount: z.string(),
})
const Order = z.object({
  destinationWallets: z
    .array(z.object({ address: z.string(), blockchains: z.array(z.string()), assets: z.array(z.string()) }))
    .check(z.minLength(1)),
  presetFiatAmount: z.int().check(z.positive(), z.maximum(100_000)),
})

type Purchase = {
  id: string
  owner: string
  symbol: string
  amount: string
  hash: string
  at: string
  status: 'SUCCESS' | 'IN_PROGRESS' | 'FAILED'
}

/** The on-ramp: options, quotes, a page to pay at, and purchases that a faucet really pays out. */
export function createOnramp(chains: readonly Chain[], { priceOf, url }: { readonly priceOf: PriceOf; readonly url: string }) {
  const purchases: Purchase[] = []
  const routes = new Hono()
  const faucet = mnemonicToAccount(DEV_MNEMONIC, { addressIndex: FAUCET_INDEX })
  const [chain] = chains
  const network = localNetworks.find(({ chainId }) => chainId === chain?.chainId)
  const coin = network?.symbol ?? 'ETH'
  const symbols = [coin, ...(chain?.tokens.map(({ symbol }) => symbol) ?? [])]

  routes.get('/v1/onramp/options', (c) =>
    c.json({
      paymentCurrencies: ['USD', 'EUR'].map((id) => ({ id, payment_method_limits: METHODS })),
      purchaseCurrencies: symbols.map((symbol) => ({
        ...{ id: symbol.toLowerCase(), name: symbol, symbol },
        networks: chains.map(({ chainId }) => ({ name: `local-${chainId}`, chain_id: String(chainId) })),
      })),
    }),
  )

  routes.post('/v1/onramp/quote', async (c) => {
    const asked = z.safeParse(Quote, await c.req.json().catch(() => undefined))
    if (!asked.success) throw new ProviderRefusal('', 'Failed to deserialize the JSON body', 422)
    const { amount, purchaseCurrency, paymentCurrency } = asked.data
    const price = priceOf(purchaseCurrency.symbol)
    if (!price) throw new ProviderRefusal('purchaseCurrency', 'Conversion parameter error: token not found')
    const fee = Number(amount) * FEE
    const money = (sum: number) => ({ amount: sum.toFixed(2), currency: paymentCurrency.id })
    return c.json({
      quoteId: crypto.randomUUID(),
      ...{
        coinbaseFee: money(fee),
        networkFee: money(0),
        paymentSubtotal: money(Number(amount) - fee),
        paymentTotal: money(Number(amount)),
      },
      purchaseAmount: { amount: ((Number(amount) - fee) / price).toFixed(6), currency: purchaseCurrency.symbol },
    })
  })

  routes.post('/v1/generators/onrampurl', async (c) => {
    const asked = z.safeParse(Order, await c.req.json().catch(() => undefined))
    const [wallet] = asked.data?.destinationWallets ?? []
    if (!asked.success || !wallet || !isAddress(wallet.address, { strict: false }))
      throw new ProviderRefusal('', 'Invalid parameter')
    const query = new URLSearchParams({
      to: getAddress(wallet.address),
      asset: wallet.assets[0] ?? coin,
      fiat: String(asked.data.presetFiatAmount),
    })
    return c.json({ url: `${url}/pay?${query}` })
  })

  routes.get('/v1/onramp/providers', (c) =>
    c.json(SELLERS.map(({ id, name }) => ({ serviceProvider: id, name, status: 'LIVE' }))),
  )

  // A symbol without a chain means Ethereum, like on the real server.
  const codeOn = (chainId: number, symbol: string) => (chainId === 1 ? symbol : `${symbol}_CHAIN${chainId}`)
  const symbolIn = (code: string) => code.split('_')[0] ?? ''
  routes.get('/v1/onramp/providers/properties', (c) =>
    c.json(
      chains.flatMap(({ chainId }) =>
        symbols.map((symbol) => ({ currencyCode: codeOn(chainId, symbol), name: symbol, chainId: String(chainId) })),
      ),
    ),
  )

  routes.post('/v1/onramp/multi/quotes', async (c) => {
    const asked = z.safeParse(MultiQuote, await c.req.json().catch(() => undefined))
    if (!asked.success) throw new ProviderRefusal('', 'Failed to deserialize the JSON body', 422)
    const { sourceAmount, sourceCurrencyCode, destinationCurrencyCode } = asked.data
    const price = priceOf(symbolIn(destinationCurrencyCode))
    if (!price) throw new ProviderRefusal('destinationCurrencyCode', 'token not found')
    return c.json(
      SELLERS.map(({ id, fee }) => ({
        ...{ serviceProvider: id, sourceAmount, sourceCurrencyCode, destinationCurrencyCode },
        ...{
          totalFee: sourceAmount * fee,
          destinationAmount: (sourceAmount * (1 - fee)) / price,
          paymentMethodType: 'CREDIT_DEBIT_CARD',
        },
      })),
    )
  })

  routes.post('/v1/onramp/widget', async (c) => {
    const asked = z.safeParse(Session, await c.req.json().catch(() => undefined))
    const { walletAddress, destinationCurrencyCode, sourceAmount, serviceProvider } = asked.data?.sessionData ?? {}
    const isSeller = SELLERS.some(({ id }) => id === serviceProvider)
    if (!isSeller || !walletAddress || !isAddress(walletAddress, { strict: false }))
      throw new ProviderRefusal('', 'Invalid parameter')
    const fiat = String(Math.round(Number(sourceAmount)))
    const asset = symbolIn(destinationCurrencyCode ?? coin)
    const query = new URLSearchParams({ to: getAddress(walletAddress), asset, fiat })
    return c.json({ widgetUrl: `${url}/pay?${query}` })
  })

  // The seller's pages: a form without a script, and its answer.
  const policy = { 'content-security-policy': "default-src 'none'; form-action 'self'" }
  routes.get('/pay', (c) => {
    const { to = '', asset = '', fiat = '' } = c.req.query()
    if (!isAddress(to) || !symbols.includes(asset) || !/^\d{1,6}$/.test(fiat)) return c.text('Nothing to pay', 400)
    const fields = Object.entries({ to, asset, fiat }).map(
      ([name, value]) => `<input type="hidden" name="${name}" value="${value}">`,
    )
    const button = (outcome: string, label: string) => `<button name="outcome" value="${outcome}">${label}</button>`
    return c.html(
      `<!doctype html><html lang="en"><meta charset="utf-8"><title>Demo seller</title><h1>Buy ${asset} for $${fiat}</h1><p>To ${to}</p>` +
        `<form method="post" action="/pay">${fields.join('')}${button('pay', 'Pay')} ${button('decline', 'Decline')}</form></html>`,
      200,
      policy,
    )
  })
  routes.post('/pay', async (c) => {
    const { to, asset, fiat, outcome } = (await c.req.parseBody()) as Record<string, string>
    if (!chain || !isAddress(to ?? '') || !asset || !symbols.includes(asset) || !/^\d{1,6}$/.test(fiat ?? ''))
      return c.text('Nothing to pay', 400)
    const amount = ((Number(fiat) * (1 - FEE)) / (priceOf(asset) || 1)).toFixed(6)
    const paid: Purchase = {
      ...{
        id: crypto.randomUUID(),
        owner: String(to).toLowerCase(),
        symbol: asset,
        amount,
        hash: '',
        at: new Date().toISOString(),
      },
      status: outcome === 'pay' ? 'SUCCESS' : 'FAILED',
    }
    if (outcome === 'pay') paid.hash = await payOut(chain, getAddress(String(to)), asset, amount)
    purchases.unshift(paid)
    return c.html(
      `<!doctype html><html lang="en"><meta charset="utf-8"><title>Demo seller</title><h1>${outcome === 'pay' ? 'Paid' : 'Declined'}</h1></html>`,
      200,
      policy,
    )
  })

  async function payOut(to: Chain, receiver: `0x${string}`, asset: string, amount: string): Promise<string> {
    const client = createTestClient({ mode: 'anvil', transport: http(to.url), pollingInterval: 50 })
      .extend(publicActions)
      .extend(walletActions)
    const token = to.tokens.find(({ symbol }) => symbol === asset)
    if (!token) return client.sendTransaction({ account: faucet, chain: null, to: receiver, value: parseUnits(amount, 18) })
    const [holder, units] = [mnemonicToAccount(DEV_MNEMONIC), parseUnits(amount, token.decimals)]
    const data = `0xa9059cbb${receiver.slice(2).padStart(64, '0')}${units.toString(16).padStart(64, '0')}` as const
    return client.sendTransaction({ account: holder, chain: null, to: token.address, data })
  }

  /** An account's purchases in the history's format. */
  const historyOf = (owner: string) =>
    purchases
      .filter((each) => each.owner === owner.toLowerCase())
      .map(({ id, symbol, amount, hash, at, status }) => ({
        id,
        metadata: {
          ...{ operationType: 'buy', hash, minedAt: at, sentFrom: 'Coinbase', sentTo: owner, nonce: 0, application: null },
          ...{ status: `ONRAMP_TRANSACTION_STATUS_${status}`, chain: chain?.networkId ?? null },
        },
        transfers: [
          {
            ...{ fungible_info: { name: symbol, symbol, icon: null }, nft_info: null, direction: 'in' },
            ...{ quantity: { numeric: amount }, value: null, price: null },
          },
        ],
      }))

  /** Marks a line of an account's chain history as a purchase if it was paid out here. */
  const told = (owner: string, line: Line): Line => {
    const bought = purchases.some((each) => each.hash === line.metadata.hash && each.owner === owner.toLowerCase())
    return bought ? { ...line, metadata: { ...line.metadata, operationType: 'buy' } } : line
  }

  return { routes, historyOf, told }
}
