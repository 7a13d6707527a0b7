import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import { enMoney } from '../../locales/en-money'
import { send } from '../../state/send'
import { resetStores } from '../../state/store'
import Dangers from './Dangers'

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
