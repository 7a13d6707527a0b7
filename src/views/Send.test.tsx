import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { loadNetworks } from '../controllers/network-list'
import type { TokenBalance } from '../lib/token'
import { enMoney } from '../locales/en-money'
import { chainOf, chains } from '../state/chains'
import { config } from '../state/config'
import { send } from '../state/send'
import { resetStores } from '../state/store'
import { tokens } from '../state/tokens'

afterEach(resetStores)
afterEach(() => vi.unstubAllGlobals())

const network = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const owner = `${network}:7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv`

test.each([
  ['150', ['$0.75', '$1.50']],
  ['0', ['0.005 SOL', '0.01 SOL']],
  [undefined, ['0.005 SOL', '0.01 SOL']],
])('with a price of the coin of %s dollars, the expected fee and the deposit are %j', async (price, figures) => {
  vi.stubGlobal('document', new EventTarget())
  const { Fee } = await import('./Send')
  config.networks = [network]
  await loadNetworks()
  chains.activeNamespace = 'solana'
  Object.assign(chainOf('solana'), { status: 'connected', networkId: network, caipAddress: owner })
  const coin = { name: 'Solana', symbol: 'SOL', price, quantity: { decimals: '9', numeric: '1' } }
  Object.assign(tokens, { owner, status: 'ready', list: [coin] as unknown as TokenBalance[] })
  send.cost = { fee: '5000000', maxFee: '9000000', deposit: '10000000', least: '0' }
  const facts = () => renderToStaticMarkup(<Fee />).match(/(?<=<d[dt]>|<bdi[^>]*>)[^<]+/g)
  const { fee, deposit, feeUnknown } = enMoney.send
  expect(facts()).toEqual([fee, figures[0], deposit, figures[1]])
  send.cost.deposit = '0'
  expect(facts()).toEqual([fee, figures[0]])
  Object.assign(send, { cost: undefined, costFailed: 'FEE_UNKNOWN' })
  expect(facts()?.at(-1)).toBe(feeUnknown)
})
