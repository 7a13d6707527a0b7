import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { enMoney } from '../locales/en-money'
import { enTrade } from '../locales/en-trade'
import { resetStores } from '../state/store'
import { type SwapReview as Review, swap } from '../state/swap'

afterEach(resetStores)
afterEach(() => vi.unstubAllGlobals())

test.each([
  [[], enTrade.swap.final],
  [undefined, enMoney.send.final],
] as const)(
  'error: it says that a swap was tried out only if it was; it did beside "This could not be tried out" (%j)',
  async (changes, final) => {
    vi.stubGlobal('document', new EventTarget())
    const { default: SwapReview } = await import('./SwapReview')
    const review: Review = {
      ...{ amount: '1', out: '2', least: '1.98', fee: '0.1', router: `0x${'c'.repeat(40)}`, step: 'swap', allows: '1' },
      ...{ contracts: [undefined, undefined], changes },
    }
    Object.assign(swap, { status: 'reviewing', review })
    const words = renderToStaticMarkup(<SwapReview />).split(/<[^>]+>/)
    const told = [enTrade.swap.final('Wallet'), enMoney.send.final('Wallet')].filter((each) => words.includes(each))
    expect(told).toEqual([final('Wallet')])
    expect(words.includes(enMoney.send.unchecked)).toBe(changes === undefined)
  },
)
