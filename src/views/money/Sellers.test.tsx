import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import { enTrade } from '../../locales/en-trade'
import { buy } from '../../state/buy'
import { resetStores } from '../../state/store'
import Sellers, { Purpose } from './Sellers'

afterEach(resetStores)

test.each([
  ['is on its way', 'idle', ['You get – ETH', 'You get 2 ETH']],
  ['will not come', 'failed', [enTrade.buy.noQuote, 'You get 2 ETH']],
] as const)('what a seller gives that %s', (_, offersStatus, words) => {
  const offers = ['', '2'].map((bought) => ({ seller: `A${bought}`, name: `Seller ${bought}`, bought, fee: '', total: '' }))
  Object.assign(buy, { purchase: 'ETH', offers, offersStatus })
  const drawn = renderToStaticMarkup(<Sellers />)
  expect(drawn.match(/You get [^<]*|The price[^<]*/g)).toEqual(words)
})

test('where there is no seller’s page, nothing is told there', () => {
  const drawn = () => renderToStaticMarkup(<Purpose address="0x1" place={undefined} />)
  Object.assign(buy, { quoteStatus: 'failed', urlStatus: 'loading' })
  expect(drawn()).toBe(enTrade.buy.noQuote)
  buy.urlStatus = 'failed'
  expect(drawn()).toBe('')
})
