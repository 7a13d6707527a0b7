import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { messages } from '../state/messages'
import { resetStores } from '../state/store'
import { wallets } from '../state/wallets'
import AllWallets from './AllWallets'

afterEach(resetStores)
afterEach(() => vi.unstubAllGlobals())

test('how many wallets can be searched reads as in the row that leads there, also in a page from right to left', () => {
  vi.stubGlobal('document', new EventTarget())
  wallets.count = 114
  messages.direction = 'rtl'
  expect(renderToStaticMarkup(<AllWallets />)).toContain('\u2066110+\u2069')
})
