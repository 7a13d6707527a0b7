import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { enMoney } from '../../locales/en-money'
import { chains } from '../../state/chains'
import { resetStores } from '../../state/store'
import { ReceiverField } from './ReceiverField'

afterEach(resetStores)
afterEach(() => vi.unstubAllGlobals())

test.each([
  ['eip155', true],
  ['solana', false],
] as const)('the receiver of a transfer on %s may be typed as a name, says its field: %s', (namespace, isNamed) => {
  vi.stubGlobal('navigator', {})
  chains.activeNamespace = namespace
  expect(renderToStaticMarkup(<ReceiverField />).includes(enMoney.send.receiverHint)).toBe(isNamed)
})
