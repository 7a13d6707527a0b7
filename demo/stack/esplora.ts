import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { cors } from 'hono/cors'
import { bitcoinAccounts } from './bitcoin-keys'
import { type Piece, startHttp } from './listen'
import { BITCOIN_NETWORK_ID } from './networks'

/** The first block of Bitcoin's test chain. */
const GENESIS = '000000000933ea01ad0ee984209779baaec3ced90fa3f408719526f8d77f4943'
/** What each development account holds, in satoshis. */
const BITCOIN_HOLDINGS: readonly number[] = [50_000_000, 12_345, 300_000_000]

export type Esplora = Piece & { readonly networkId: typeof BITCOIN_NETWORK_ID }

/** A mock Bitcoin server with Esplora's API, as far as balances need it; it identifies as the test chain. */
export async function startEsplora(port: number): Promise<Esplora> {
  const account = await bitcoinAccounts()
  const holdings = new Map(BITCOIN_HOLDINGS.map((satoshis, index) => [account(index).payment, satoshis]))
  const told = (address: string) => {
    const value = holdings.get(address) ?? 0
    const moved = (funded_txo_sum: number, spent_txo_sum: number) => ({ funded_txo_sum, spent_txo_sum })
    // Part of it is in the mempool, so that the balance has to be summed up.
    const [chain_stats, mempool_stats] = value ? [moved(value + 999, 1_000), moved(2, 1)] : [moved(0, 0), moved(0, 0)]
    return { address, chain_stats, mempool_stats }
  }
  const routes = new Hono()
  routes.use(cors())
  routes.get('/block-height/0', (c) => c.text(GENESIS))
  routes.get('/blocks/tip/height', (c) => c.text('100'))
  routes.get('/address/:address', (c) => c.json(told(c.req.param('address'))))
  const piece = await startHttp(getRequestListener(routes.fetch), port)
  return { ...piece, networkId: BITCOIN_NETWORK_ID }
}
