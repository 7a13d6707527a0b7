import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import { enTrade } from '../../locales/en-trade'
import { buy } from '../../state/buy'
import { resetStores } from '../../state/store'
import Sellers, { Purpose, Unsold } from './Sellers'

afterEach(resetStores)

test.each([
  ['is on its way', 'idle', ['You get – ETH', 'You get 2 ETH']],
  ['will not come', 'failed', [enTrade.buy.noQuote, 'You get 2 ETH']],
] as const)('a seller’s output that %s', (_, offersStatus, words) => {
  const offers = ['', '2'].map((bought) => ({ seller: `A${bought}`, name: `Seller ${bought}`, bought, fee: '', total: '' }))
  Object.assign(buy, { purchase: 'ETH', offers, offersStatus })
  const drawn = renderToStaticMarkup(<Sellers />)
  expect(drawn.match(/You get [^<]*|The price[^<]*/g)).toEqual(words)
})

test.each(['failed', 'silent'] as const)('without a seller’s page (%s), its purpose says nothing', (urlStatus) => {
  const drawn = () => renderToStaticMarkup(<Purpose address="0x1" place={undefined} />)
  Object.assign(buy, { quoteStatus: 'failed', urlStatus: 'loading' })
  expect(drawn()).toBe(enTrade.buy.noQuote)
  buy.urlStatus = urlStatus
  expect(drawn()).toBe('')
})

test.each([
  ['failed', 'Buying is not available here', false],
  ['silent', 'The service did not answer', true],
] as const)('for a page that is %s it says: %s; retry offered: %s', (urlStatus, words, isOffered) => {
  buy.urlStatus = urlStatus
  const drawn = renderToStaticMarkup(<Unsold />)
  expect(drawn).toContain(`<strong>${words}</strong>`)
  expect(drawn.includes('Try again</')).toBe(isOffered)
})
