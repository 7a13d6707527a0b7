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

/** A stand-in for a Bitcoin server with Esplora's API, as far as balances need it: it says that it is the test chain. */
export async function startEsplora(port: number): Promise<Esplora> {
  const account = await bitcoinAccounts()
  const holdings = new Map(BITCOIN_HOLDINGS.map((satoshis, index) => [account(index).payment, satoshis]))
  const unspent = (address: string) => {
    const value = holdings.get(address)
    const status = { confirmed: true, block_height: 100, block_hash: GENESIS, block_time: 1_700_000_000 }
    // In two pieces, so that somebody has to add them up.
    return value ? [value - 1, 1].map((part, vout) => ({ txid: 'ab'.repeat(32), vout, status, value: part })) : []
  }
  const routes = new Hono()
  routes.use(cors())
  routes.get('/block-height/0', (c) => c.text(GENESIS))
  routes.get('/blocks/tip/height', (c) => c.text('100'))
  routes.get('/address/:address/utxo', (c) => c.json(unspent(c.req.param('address'))))
  const piece = await startHttp(getRequestListener(routes.fetch), port)
  return { ...piece, networkId: BITCOIN_NETWORK_ID }
}
