import { getRequestListener } from '@hono/node-server'
import { getConnInfo } from '@hono/node-server/conninfo'
import { Hono } from 'hono'
import { originOf } from '../../src/lib/origin'
import {
  bearerOf,
  corsHeaders,
  createLogin,
  type LoginOptions,
  LoginRefusal,
  loginHandler,
  problemOf,
} from '../../src/login-server'
import type { Chain } from './chain'
import { type Piece, startHttp } from './listen'
import { openStorage } from './login-storage'
import { BITCOIN_NETWORK_ID, POLKADOT_NETWORK_ID, SOLANA_NETWORK_ID } from './networks'
import { createFaults } from './provider-faults'

/** Chains whose accounts are keys: the signature alone decides. */
const KEY_CHAINS = [
  SOLANA_NETWORK_ID,
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  BITCOIN_NETWORK_ID,
  'bip122:000000000019d6689c085ae165831e93',
  POLKADOT_NETWORK_ID,
] as const

export type LoginBackendOptions = {
  /** The origins that may log in. */
  readonly origins: readonly string[]
  /** The chains, and the provider's address, through which each is asked a second time. */
  readonly chains: readonly Pick<Chain, 'networkId' | 'url'>[]
  readonly providerUrl: string
  /** `redis://…` for several backends behind one address, else a SQLite file; default: a database in memory. */
  readonly store?: string
  /** PEM; the same in every backend that shares a store. */
  readonly signingKey?: string
  readonly operators?: readonly string[]
  readonly rateLimits?: 'on' | 'off'
}

class NoOrigin extends Error {
  override name = 'NoOrigin'
  constructor(text: string) {
    super(`"${text}" in LOGIN_ORIGINS is no origin; write http://localhost:3000, for example.`)
  }
}

/** Settings from the environment: `LOGIN_ORIGINS`, `RATE_LIMITS`, `ADMIN_ASSIST` with `ADMIN_ADDRESSES`. Throws NoOrigin. */
export function loginSettings(env: Readonly<Record<string, string | undefined>>) {
  const words = (text: string | undefined) => text?.split(/[\s,]+/).filter(Boolean) ?? []
  return {
    origins: words(env.LOGIN_ORIGINS).map(readOrigin),
    rateLimits: env.RATE_LIMITS === 'off' ? ('off' as const) : ('on' as const),
    operators: env.ADMIN_ASSIST === 'on' ? words(env.ADMIN_ADDRESSES) : [],
  }
}

function readOrigin(text: string): string {
  const origin = originOf(text)
  if (origin && origin !== 'null') return origin
  throw new NoOrigin(text)
}

/**
 * The app's own backend: the login routes, and two routes that need a login: `GET /api/me` and `GET`, `PUT /api/note`.
 * `POST /control` and `GET /control/log` as for the provider.
 */
export async function startLoginBackend(port: number, options: LoginBackendOptions): Promise<Piece> {
  const { origins, chains, providerUrl, signingKey, operators = [], rateLimits = 'on' } = options
  const storage = openStorage(options.store ?? ':memory:')
  const login = createLogin({
    origins,
    storage,
    operators,
    rateLimits,
    chains: loginChains(chains, providerUrl),
    ...(signingKey && { signingKey }),
  })
  const handle = loginHandler(login, { origins })
  const faults = createFaults()
  const notes = new Map<string, string>()
  const app = new Hono()

  app.onError((error) => {
    if (error instanceof LoginRefusal) return Response.json(problemOf(error), { status: error.status })
    console.error(error)
    return Response.json({ title: 'Something went wrong', status: 500 }, { status: 500 })
  })
  app.use('*', async (c, next) => {
    await next()
    const origin = c.req.header('origin')
    if (origin && origins.includes(origin)) corsHeaders(c.res.headers, origin)
  })
  app.post('/control', async (c) => {
    faults.order(await c.req.json())
    return c.json({ ok: true })
  })
  app.get('/control/log', (c) => c.json(faults.log()))
  app.use(faults.middleware)
  app.use(async (c, next) => (await handle(c.req.raw, getConnInfo(c).remote.address ?? '')) ?? next())

  app.options('/api/*', (c) => c.body(null, 204))
  app.get('/api/me', async (c) => {
    const { sub, addr, cid, scope, act } = await login.authorize(bearerOf(c.req.raw), 'read')
    return c.json({ id: sub, address: addr, chain: cid, scope, ...(act && { operator: act.sub }) })
  })
  app.get('/api/note', async (c) => {
    const { sub } = await login.authorize(bearerOf(c.req.raw), 'read')
    return c.json({ text: notes.get(sub) ?? '' })
  })
  app.put('/api/note', async (c) => {
    const { sub } = await login.authorize(bearerOf(c.req.raw), 'write')
    notes.set(sub, (await c.req.text()).slice(0, 1000))
    return c.json({ text: notes.get(sub) })
  })

  const http = await startHttp(getRequestListener(app.fetch), port)
  return {
    url: http.url,
    stop: async () => {
      await http.stop()
      await storage.close()
    },
  }
}

// Two endpoints for each chain: its own, and the provider's RPC.
function loginChains(chains: LoginBackendOptions['chains'], providerUrl: string): LoginOptions['chains'] {
  const rpc = ({ networkId, url }: Pick<Chain, 'networkId' | 'url'>) => [
    url,
    `${providerUrl}v1/?chainId=${networkId}&projectId=local`,
  ]
  return Object.fromEntries([
    ...chains.map((chain) => [chain.networkId, { rpc: rpc(chain) }]),
    ...KEY_CHAINS.map((id) => [id, {}]),
  ])
}
