import { Hono } from 'hono'
import {
  type Address,
  createPublicClient,
  encodeFunctionData,
  erc20Abi,
  getAddress,
  type Hex,
  http,
  isAddress,
  isAddressEqual,
  maxUint256,
} from 'viem'
import * as z from 'zod/mini'
import type { Chain } from './chain'
import exchange from './contracts/abi/Exchange.json'
import { COIN_ADDRESS, EXCHANGE_ADDRESS } from './exchange'
import { localNetworks } from './networks'
import type { PriceOf } from './prices'
import { ProviderRefusal } from './provider-errors'

const Build = z.object({
  amount: z.string().check(z.regex(/^\d{1,78}$/)),
  from: z.string(),
  to: z.string(),
  userAddress: z.string(),
  eip155: z.object({ slippage: z.int().check(z.minimum(0), z.maximum(50)) }),
})
const Prices = z.object({
  currency: z.enum(['usd', 'eur', 'gbp', 'aud', 'cad', 'inr', 'jpy', 'btc', 'eth']),
  addresses: z.array(z.string()).check(z.minLength(1)),
})

type Asset = {
  readonly chain: Chain
  readonly address: Address
  readonly name: string
  readonly symbol: string
  readonly decimals: number
}

/** The provider API's swap routes, over the local exchange: `/convert/*` and `/fungible/price`. */
export function convertRoutes(
  chains: readonly Chain[],
  { iconOf, priceOf }: { readonly iconOf: (symbol: string) => string; readonly priceOf: PriceOf },
): Hono {
  const routes = new Hono()
  const client = ({ url }: Chain) => createPublicClient({ transport: http(url) })

  const chainOf = (chainId: string | undefined): Chain => {
    const chain = chains.find(({ networkId }) => networkId === chainId)
    if (!chain) throw new ProviderRefusal('chainId', `We don't support the chainId you provided: ${chainId ?? ''}`)
    return chain
  }
  const assetsOf = (chain: Chain): Asset[] => {
    const network = localNetworks.find(({ chainId }) => chainId === chain.chainId)
    const coin = {
      chain,
      address: getAddress(COIN_ADDRESS),
      name: network?.currency ?? 'Ether',
      symbol: network?.symbol ?? 'ETH',
      decimals: 18,
    }
    return [coin, ...chain.tokens.map(({ address, name, symbol, decimals }) => ({ chain, address, name, symbol, decimals }))]
  }
  const accountIn = (text: string | undefined, field: string): { chain: Chain; address: Address } => {
    const [namespace, reference, address = ''] = (text ?? '').split(':')
    const chain = chainOf(`${namespace}:${reference}`)
    if (!isAddress(address, { strict: false })) throw new ProviderRefusal(field, 'The address provided is invalid')
    return { chain, address: getAddress(address) }
  }
  const assetIn = (text: string | undefined, field: string): Asset => {
    const { chain, address } = accountIn(text, field)
    const asset = assetsOf(chain).find((each) => isAddressEqual(each.address, address))
    if (!asset) throw new ProviderRefusal(field, 'Conversion parameter error: token not found')
    return asset
  }
  const isCoin = ({ address }: Asset) => isAddressEqual(address, COIN_ADDRESS)
  const quote = async (from: Asset, to: Asset, amount: bigint): Promise<bigint> => {
    if (from.chain !== to.chain) throw new ProviderRefusal('to', 'Both tokens must be on the same chain')
    const call = { address: EXCHANGE_ADDRESS, abi: exchange.abi, functionName: 'quote', args: [from.address, to.address, amount] }
    return client(from.chain)
      .readContract(call)
      .then(BigInt as (value: unknown) => bigint, () => {
        throw new ProviderRefusal('', 'Conversion parameter error: insufficient liquidity')
      })
  }
  const amountIn = (text: string | undefined) => {
    if (!/^\d{1,78}$/.test(text ?? '')) throw new ProviderRefusal('amount', 'Invalid parameter')
    return BigInt(text ?? 0)
  }
  const gasPriceOf = async (chain: Chain) => client(chain).getGasPrice()

  routes.get('/convert/tokens', (c) => {
    const chain = chainOf(c.req.query('chainId'))
    const tokens = assetsOf(chain).map((asset) => ({
      name: asset.name,
      symbol: asset.symbol,
      address: `${chain.networkId}:${asset.address.toLowerCase()}`,
      decimals: asset.decimals,
      logoUri: iconOf(asset.symbol),
      eip2612: null,
    }))
    return c.json({ tokens })
  })

  routes.get('/convert/quotes', async (c) => {
    const { from: fromAccount, to: toAccount, amount } = c.req.query()
    const [from, to] = [assetIn(fromAccount, 'from'), assetIn(toAccount, 'to')]
    const toAmount = await quote(from, to, amountIn(amount))
    return c.json({ quotes: [{ id: null, fromAmount: amount, fromAccount, toAmount: toAmount.toString(), toAccount }] })
  })

  routes.get('/convert/allowance', async (c) => {
    const { tokenAddress, userAddress } = c.req.query()
    const [token, owner] = [assetIn(tokenAddress, 'tokenAddress'), accountIn(userAddress, 'userAddress')]
    if (isCoin(token)) return c.json({ allowance: maxUint256.toString() })
    const call = {
      address: token.address,
      abi: erc20Abi,
      functionName: 'allowance',
      args: [owner.address, EXCHANGE_ADDRESS],
    } as const
    return c.json({ allowance: (await client(token.chain).readContract(call)).toString() })
  })

  routes.get('/convert/gas-price', async (c) => {
    const wei = await gasPriceOf(chainOf(c.req.query('chainId')))
    return c.json({ standard: String(wei), fast: String((wei * 11n) / 10n), instant: String((wei * 5n) / 4n) })
  })

  routes.get('/convert/build-approve', async (c) => {
    const { userAddress, from, to, amount } = c.req.query()
    const token = assetIn(from, 'from')
    accountIn(userAddress, 'userAddress')
    const value = amount === undefined ? maxUint256 : amountIn(amount)
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [EXCHANGE_ADDRESS, value] })
    const gasPrice = String(await gasPriceOf(token.chain))
    // Like the real server: both echo the request, and the transaction goes to the source token.
    return c.json({ tx: { from, to, data, value: '0', eip155: { gasPrice } } })
  })

  routes.post('/convert/build-transaction', async (c) => {
    const asked = z.safeParse(Build, await c.req.json().catch(() => undefined))
    if (!asked.success) throw new ProviderRefusal('', 'Failed to deserialize the JSON body', 422)
    const { amount, eip155 } = asked.data
    const [from, to] = [assetIn(asked.data.from, 'from'), assetIn(asked.data.to, 'to')]
    const user = accountIn(asked.data.userAddress, 'userAddress')
    const out = await quote(from, to, BigInt(amount))
    const least = (out * BigInt(100 - eip155.slippage)) / 100n
    const args = [from.address, to.address, BigInt(amount), least, user.address]
    const data: Hex = encodeFunctionData({ abi: exchange.abi, functionName: 'swap', args })
    const gasPrice = String(await gasPriceOf(from.chain))
    return c.json({
      tx: {
        from: asked.data.userAddress,
        to: `${from.chain.networkId}:${EXCHANGE_ADDRESS.toLowerCase()}`,
        data,
        amount: out.toString(),
        eip155: { gas: '231000', gasPrice },
      },
    })
  })

  routes.post('/fungible/price', async (c) => {
    const asked = z.safeParse(Prices, await c.req.json().catch(() => undefined))
    if (!asked.success) throw new ProviderRefusal('', 'Failed to deserialize the JSON body', 422)
    // Only the first one is priced, like on the real server.
    const asset = assetIn(asked.data.addresses[0], 'addresses')
    const { name, symbol, decimals } = asset
    const fungible = { name, symbol, iconUrl: iconOf(symbol), price: priceOf(symbol), decimals }
    return c.json({ fungibles: [{ address: asked.data.addresses[0], ...fungible }] })
  })
  return routes
}
