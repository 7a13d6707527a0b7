import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { cors } from 'hono/cors'
import { type Address, isAddress } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import type { Chain } from './chain'
import { type Piece, startHttp } from './listen'
import { DEV_MNEMONIC } from './networks'
import { readBalances } from './provider-balance'
import { failed, ProviderRefusal } from './provider-errors'
import { createFaults } from './provider-faults'
import { createHistory } from './provider-history'
import { rpcRoutes } from './provider-rpc'
import { readSolanaBalances } from './provider-solana'
import { walletRoutes } from './provider-wallets'
import type { SolanaChain } from './solana'

const LOCAL_PAGE = /^http:\/\/(localhost|127\.0\.0\.1)(:\d+)?$/
const DAY_CACHE = 'public, max-age=86400'
const CORS_HEADERS = ['content-type', 'solana-client', 'x-sdk-type', 'x-sdk-version']

// Only some accounts have a name, so that pages show both cases.
const names = new Map([
  [4, 'ada.demo.eth'],
  [5, 'grace.demo.eth'],
])
const identities = new Map(
  [...names].map(([index, name]) => [mnemonicToAccount(DEV_MNEMONIC, { addressIndex: index }).address.toLowerCase(), name]),
)

/**
 * The provider's API and the wallet-explorer API, answered from the local chains. `POST /control` takes a fault for a
 * path prefix (provider-faults.ts) or `{ reset: true }`; `GET /control/log` lists the requests seen.
 */
export async function startProviderApi(
  port: number,
  { chains, solana, walletUrl }: { chains: readonly Chain[]; solana?: SolanaChain; walletUrl: string },
): Promise<Piece> {
  const app = new Hono({ strict: false })
  const every = solana ? [...chains, solana] : chains
  const http = await startHttp(getRequestListener(app.fetch), port)
  const icon = (symbol: string) => `${http.url}/public/getTokenImage/${symbol}`
  const faults = createFaults()
  const history = createHistory(chains, icon)

  app.onError(failed)
  app.notFound((c) => failed(new ProviderRefusal('', 'Not found', 404), c))
  app.use(async (c, next) => {
    await next()
    c.res.headers.set('x-request-id', crypto.randomUUID())
  })
  app.use(
    cors({
      origin: (origin) => (LOCAL_PAGE.test(origin) ? origin : null),
      allowHeaders: CORS_HEADERS,
      exposeHeaders: ['date', 'retry-after', 'x-request-id'],
      maxAge: 600,
    }),
  )
  app.use(faults.middleware)

  app.post('/control', async (c) => {
    try {
      faults.order(await c.req.json())
    } catch {
      return c.json(
        { error: 'Expected { "reset": true } or { "path": "/…", status?, body?, contentType?, delayMs?, headers?, times? }' },
        400,
      )
    }
    return c.json({ ok: true })
  })
  app.get('/control/log', (c) => c.json(faults.log()))

  app.get('/v1/supported-chains', (c) =>
    c.json({ http: every.map(({ networkId }) => networkId), ws: [] }, 200, { 'cache-control': DAY_CACHE }),
  )

  app.get('/v1/identity/:address', (c) => identity(c.req.param('address')))
  app.get('/v1/account/:address/identity', (c) => identity(c.req.param('address')))
  const identity = (text: string) => {
    const address = ownerOf(text)
    const name = identities.get(address.toLowerCase()) ?? null
    const avatar = name && `${http.url}/public/getAssetImage/${name}`
    return Response.json(
      { name, avatar, resolvedAt: name && new Date().toISOString() },
      { headers: { 'cache-control': DAY_CACHE } },
    )
  }

  app.get('/v1/account/:address/balance', async (c) => {
    const { chainId, sv } = c.req.query()
    if (solana && chainId === solana.networkId) {
      const balances = await readSolanaBalances(solana, c.req.param('address'), icon)
      return c.json({ balances: sv || c.req.header('x-sdk-version') ? balances : [] })
    }
    const address = ownerOf(c.req.param('address'))
    const asked = chains.filter(({ networkId }) => !chainId || networkId === chainId)
    if (!asked.length) throw unsupported(chainId)
    // The real server gives a caller that does not name its version an empty list.
    if (!sv && !c.req.header('x-sdk-version')) return c.json({ balances: [] })
    return c.json({ balances: await readBalances(asked, address, icon) })
  })

  app.get('/v1/account/:address/history', async (c) => {
    const { chainId, cursor, onramp } = c.req.query()
    // The real server has no history of this chain either.
    if (solana && chainId === solana.networkId) return c.json({ data: [], next: null })
    const address = ownerOf(c.req.param('address'))
    if (onramp && onramp !== 'coinbase') throw new ProviderRefusal('onramp', 'The on-ramp provider is not supported')
    if (chainId && !chains.some(({ networkId }) => networkId === chainId)) throw unsupported(chainId)
    if (onramp) return c.json({ data: [], next: null })
    return c.json(await history(address, { chainId, cursor }))
  })

  app.route('/v1', rpcRoutes(every))
  app.route('/', walletRoutes(http.url, walletUrl))
  return http
}

function ownerOf(text: string): Address {
  if (!isAddress(text, { strict: false })) throw new ProviderRefusal('address', 'The address provided is invalid')
  return text
}

const unsupported = (chainId: string | undefined) =>
  new ProviderRefusal('chainId', `We don't support the chainId you provided: ${chainId ?? ''}`)
