import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { enMoney } from '../../locales/en-money'
import { chains } from '../../state/chains'
import { send } from '../../state/send'
import { resetStores } from '../../state/store'
import { Changes } from './Changes'
import Dangers from './Dangers'
import { ReceiverField } from './ReceiverField'

afterEach(resetStores)

const KNOWN = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
test.each([
  ['0x70990000000000000000000000000000000079C8', true],
  ['0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC', false],
])(
  'the explanation of address poisoning is shown only for an address that looks like a known one: %s, %s',
  (address, isAlike) => {
    Object.assign(send, { found: { address, name: 'ada.example' }, lookAlike: KNOWN })
    const drawn = renderToStaticMarkup(<Dangers />)
    expect(drawn).toContain(enMoney.send.lookAlike)
    expect(drawn.includes(enMoney.send.lookAlikeHelp)).toBe(isAlike)
  },
)

test('a simulated change is shown to its last digit, also of a token with more decimals than usual; it was cut at 36', () => {
  const amount = `0.${'1'.repeat(60)}2`
  const drawn = renderToStaticMarkup(<Changes changes={[{ symbol: 'TINY', amount: `-${amount}`, token: KNOWN }]} />)
  expect(drawn.replace(/<[^>]+>/g, '')).toContain(amount)
})

test.each([
  ['eip155', true],
  ['solana', false],
] as const)('the receiver of a transfer on %s may be typed as a name, says its field: %s', (namespace, isNamed) => {
  vi.stubGlobal('navigator', {})
  chains.activeNamespace = namespace
  expect(renderToStaticMarkup(<ReceiverField />).includes(enMoney.send.receiverHint)).toBe(isNamed)
  vi.unstubAllGlobals()
})
