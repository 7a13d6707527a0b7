import { Hono } from 'hono'
import { ProviderRefusal } from './provider-errors'

type Chain = { readonly networkId: string; readonly url: string }

// What a public endpoint allows: reads, and transactions that are already signed. The chain behind it would also sign
// with the development keys, and a page that relies on that works nowhere else.
const ALLOWED = /^(eth_|net_|web3_)/
const ALLOWED_ON_SOLANA = /^(get|is|minimum|simulate|send)[A-Z]/
const REFUSED = new Set([
  'eth_accounts',
  'eth_requestAccounts',
  'eth_coinbase',
  'eth_sendTransaction',
  'eth_sendUnsignedTransaction',
])
const SIGNS = /^eth_sign/

type Call = { id?: unknown; method?: unknown }

/** JSON-RPC of each local chain under `/v1?chainId=<CAIP-2>`, one call or a batch, as text or JSON. */
export function rpcRoutes(chains: readonly Chain[]): Hono {
  const routes = new Hono()
  routes.post('/', async (c) => {
    const chainId = c.req.query('chainId')
    const chain = chains.find(({ networkId }) => networkId === chainId)
    if (!chain) throw new ProviderRefusal('chainId', `We don't support the chainId you provided: ${chainId ?? ''}`)
    const text = await c.req.text()
    const refused = refusedCall(text, chain.networkId)
    if (refused)
      return c.json({
        jsonrpc: '2.0',
        id: refused.id ?? null,
        error: { code: -32601, message: `The method ${refused.method} is not available` },
      })
    const answer = await fetch(chain.url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: text })
    return new Response(answer.body, { status: answer.status, headers: { 'content-type': 'application/json' } })
  })
  routes.get('/', (c) => c.text('Upgrade Required', 426))
  return routes
}

// The first call that a public endpoint would refuse. Invalid JSON is passed on: the chain returns the right error.
function refusedCall(text: string, networkId: string): Call | undefined {
  try {
    const calls = [JSON.parse(text)].flat() as (Call | null)[]
    return calls.flatMap((call) => call ?? []).find(({ method }) => typeof method === 'string' && !allowed(method, networkId))
  } catch {
    return undefined
  }
}

const allowed = (method: string, networkId: string) =>
  networkId.startsWith('solana:')
    ? ALLOWED_ON_SOLANA.test(method)
    : ALLOWED.test(method) && !REFUSED.has(method) && !SIGNS.test(method)
