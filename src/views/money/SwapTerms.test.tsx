import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import { messages } from '../../state/messages'
import { resetStores } from '../../state/store'
import { type SwapAsset, swap } from '../../state/swap'
import Terms from './SwapTerms'

afterEach(resetStores)

test('both sides of a rate use the language’s digits', () => {
  const token = (symbol: string) => ({ symbol, decimals: 18 }) as SwapAsset
  messages.locale = 'fa'
  swap.amount = '0.5'
  const drawn = renderToStaticMarkup(
    <Terms from={token('ETH')} to={token('DUSD')} out="1700" impact={undefined} isHigh={false} />,
  )
  expect(drawn).toContain('۱ ETH = ۳٬۴۰۰ DUSD')
})
