import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { cors } from 'hono/cors'
import { type Address, createPublicClient, http, isAddress } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { getEnsName } from 'viem/actions'
import type { Chain } from './chain'
import { openDatabase } from './database'
import { followEvm } from './index-evm'
import { followSolana } from './index-solana'
import { type Piece, startHttp } from './listen'
import { NAMES_ADDRESS } from './names'
import { DEV_MNEMONIC } from './networks'
import { pricesOf } from './prices'
import { readBalances } from './provider-balance'
import { convertRoutes } from './provider-convert'
import { failed, ProviderRefusal } from './provider-errors'
import { createFaults } from './provider-faults'
import { createHistory } from './provider-history'
import { createNames, nameRoutes } from './provider-names'
import { createOnramp } from './provider-onramp'
import { rpcRoutes } from './provider-rpc'
import { sessionRoutes } from './provider-sessions'
import { readSolanaBalances, solanaOwnerOf } from './provider-solana'
import { walletRoutes } from './provider-wallets'
import type { SolanaChain } from './solana'

const LOCAL_PAGE = /^http:\/\/(localhost|127\.0\.0\.1)(:\d+)?$/
const DAY_CACHE = 'public, max-age=86400'
const CORS_HEADERS = ['content-type', 'solana-client', 'x-sdk-type', 'x-sdk-version']

// Only some accounts have a name, so that pages show both cases.
const named = [
  [4, 'ada-lovelace.reown.id'],
  [5, 'grace.reown.id'],
] as const
const ETHER_COIN_TYPE = 60

/**
 * The provider's API and the wallet-explorer API, answered from the local chains. `POST /control` takes a fault for a
 * path prefix (provider-faults.ts) or `{ reset: true }`; `GET /control/log` lists the requests seen. `database` is the file
 * of its index and names, in memory if absent; prices `drift` unless a test needs them fixed.
 */
export async function startProviderApi(
  port: number,
  {
    chains,
    solana,
    walletUrl,
    database,
    drift = true,
  }: { chains: readonly Chain[]; solana?: SolanaChain; walletUrl: string; database?: string | undefined; drift?: boolean },
): Promise<Piece> {
  const app = new Hono({ strict: false })
  const every = solana ? [...chains, solana] : chains
  const server = await startHttp(getRequestListener(app.fetch), port)
  const icon = (symbol: string) => `${server.url}/public/getTokenImage/${symbol}`
  const faults = createFaults()
  const db = openDatabase(database)
  const world = { priceOf: pricesOf({ drift }), iconOf: icon }
  const indexes = new Map(chains.map((chain) => [chain, followEvm(chain, db, world)]))
  const readSolana = solana && followSolana(solana, db, world)
  const seller = createOnramp(chains, { ...world, url: server.url })
  const history = createHistory(db)
  const names = createNames(db)
  for (const [addressIndex, name] of named) {
    const { address } = mnemonicToAccount(DEV_MNEMONIC, { addressIndex })
    if (!names.find(name)) names.register(name, address, [ETHER_COIN_TYPE])
  }

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
  const identity = async (text: string) => {
    const address = ownerOf(text)
    const name = (await ensNameOf(chains, address)) ?? names.of(address)[0]?.name ?? null
    const avatar = name && `${server.url}/public/getAssetImage/${name}`
    return Response.json(
      { name, avatar, resolvedAt: name && new Date().toISOString() },
      // The real server caches for a day; here a newly registered name is available at once.
      { headers: { 'cache-control': 'no-cache' } },
    )
  }

  app.get('/v1/account/:address/balance', async (c) => {
    const { chainId, sv } = c.req.query()
    if (solana && chainId === solana.networkId) {
      const balances = await readSolanaBalances(solana, c.req.param('address'), world)
      return c.json({ balances: sv || c.req.header('x-sdk-version') ? balances : [] })
    }
    const address = ownerOf(c.req.param('address'))
    const asked = chains.filter(({ networkId }) => !chainId || networkId === chainId)
    if (!asked.length) throw unsupported(chainId)
    // Like the real server: an empty list for callers that do not send their version.
    if (!sv && !c.req.header('x-sdk-version')) return c.json({ balances: [] })
    const balances = await Promise.all(
      asked.map(async (chain) => {
        const contracts = await indexes.get(chain)?.()
        return contracts ? readBalances(chain, address, { db, contracts, ...world }) : []
      }),
    )
    return c.json({ balances: balances.flat() })
  })

  app.get('/v1/account/:address/history', async (c) => {
    const { chainId, cursor, onramp } = c.req.query()
    if (onramp && onramp !== 'coinbase') throw new ProviderRefusal('onramp', 'The on-ramp provider is not supported')
    if (solana && chainId === solana.networkId) {
      const owner = solanaOwnerOf(c.req.param('address'))
      await readSolana?.(owner)
      return c.json(history(owner, { networks: [chainId], cursor }))
    }
    const address = ownerOf(c.req.param('address'))
    const asked = chains.filter(({ networkId }) => !chainId || networkId === chainId)
    if (!asked.length) throw unsupported(chainId)
    if (onramp) return c.json({ data: seller.historyOf(address), next: null })
    await Promise.all(asked.map((chain) => indexes.get(chain)?.()))
    const { data, next } = history(address.toLowerCase(), { networks: asked.map(({ networkId }) => networkId), cursor })
    return c.json({ data: data.map((line) => seller.told(address, line)), next })
  })

  app.route('/v1/profile', nameRoutes(names, chains))
  app.route('/', seller.routes)
  app.route('/v1', convertRoutes(chains, world))
  app.route('/v1', rpcRoutes(every))
  app.route('/v1', sessionRoutes(chains))
  app.route('/', walletRoutes(server.url, walletUrl))
  return {
    ...server,
    stop: async () => {
      await server.stop()
      db.close()
    },
  }
}

function ownerOf(text: string): Address {
  if (!isAddress(text, { strict: false })) throw new ProviderRefusal('address', 'The address provided is invalid')
  return text
}

/** An address's ENS name on Ethereum; the resolver itself checks that it resolves back. */
async function ensNameOf(chains: readonly Chain[], address: Address): Promise<string | undefined> {
  const ethereum = chains.find(({ chainId }) => chainId === 1)
  if (!ethereum) return undefined
  const client = createPublicClient({ transport: http(ethereum.url) })
  const name = await getEnsName(client, { address, universalResolverAddress: NAMES_ADDRESS }).catch(() => null)
  return name ?? undefined
}

const unsupported = (chainId: string | undefined) =>
  new ProviderRefusal('chainId', `We don't support the chainId you provided: ${chainId ?? ''}`)
