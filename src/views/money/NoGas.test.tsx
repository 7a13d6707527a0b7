import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import { configure } from '../../controllers/config'
import { loadNetworks } from '../../controllers/network-list'
import { chainOf } from '../../state/chains'
import { send } from '../../state/send'
import { resetStores } from '../../state/store'
import NoGas from './NoGas'

afterEach(resetStores)

test.each([
  ['eip155:42161', true],
  // What is sold instead is delivered on Ethereum, for real money, and pays no fee here.
  ['eip155:421614', false],
] as const)('the fee’s coin can be bought on %s: %s', async (networkId, isSold) => {
  configure({ networks: [networkId] })
  await loadNetworks()
  Object.assign(chainOf('eip155'), { status: 'connected', networkId, caipAddress: `${networkId}:0x${'a'.repeat(40)}` })
  const note = renderToStaticMarkup(<NoGas />)
  expect(note).toContain('Not enough ETH for the fee')
  expect(note.includes('Buy')).toBe(isSold)
})

test('the sum it names pays for all that a transfer may take: the highest fee, and the deposit for the receiver', async () => {
  const networkId = 'eip155:42161'
  configure({ networks: [networkId] })
  await loadNetworks()
  Object.assign(chainOf('eip155'), { status: 'connected', networkId, caipAddress: `${networkId}:0x${'a'.repeat(40)}` })
  send.cost = { fee: `${10n ** 14n}`, maxFee: `${2n * 10n ** 15n}`, deposit: `${5n * 10n ** 15n}`, least: '0' }
  expect(renderToStaticMarkup(<NoGas />)).toContain('You need about 0.007 ETH on Arbitrum')
})
