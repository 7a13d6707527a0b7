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
const mints = [
  'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB',
  `So${'1'.repeat(38)}AbC2`,
]

test('among the tokens of the account and those to send, and in the form, those with the same symbol show their addresses, in their own case; others none', async () => {
  // The rows listen for keys as soon as they load.
  vi.stubGlobal('document', new EventTarget())
  const [{ default: SendToken }, { TokensPanel }, { Fee }] = await Promise.all([
    import('./SendToken'),
    import('./TokensPanel'),
    import('./Send'),
  ])
  config.networks = [network]
  await loadNetworks()
  chains.activeNamespace = 'solana'
  Object.assign(chainOf('solana'), { status: 'connected', networkId: network, caipAddress: owner })
  const list = ['USDC', 'usdc', 'BONK'].map((symbol, at) => ({
    ...{ name: 'USD Coin', symbol, address: `${network}:${mints[at]}` },
    quantity: { decimals: '6', numeric: `${at + 1}` },
  }))
  Object.assign(tokens, { owner, status: 'ready', list: list as unknown as TokenBalance[] })
  for (const drawn of [renderToStaticMarkup(<TokensPanel />), renderToStaticMarkup(<SendToken />)]) {
    expect(drawn.match(/\w{6}…\w{4}/g)).toEqual(['EPjFWd…Dt1v', 'Es9vMF…wNYB'])
    expect(drawn).toContain('BONK')
  }
  send.tokenId = list[1]?.address ?? ''
  expect(renderToStaticMarkup(<Fee />)).toMatch(/<dt>usdc<.*Es9vMF…wNYB/)
  send.tokenId = list[2]?.address ?? ''
  expect(renderToStaticMarkup(<Fee />)).not.toContain('<dt>BONK')
  Object.assign(send, { isSmart: true, cost: { fee: '5', maxFee: '5', deposit: '0', least: '0' } })
  // As the review says it: only the wallet knows.
  expect(renderToStaticMarkup(<Fee />)).toContain(enMoney.send.noFeeNeeded)
})
