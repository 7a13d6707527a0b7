import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AUTH_ID } from '../lib/auth-id'
import type { Network } from '../lib/network'
import { WATCH } from '../lib/wallet'
import { chainOf } from '../state/chains'
import { networks } from '../state/networks'
import { resetStores } from '../state/store'
import UnsupportedChain from './UnsupportedChain'

const ofTheSite = (count: number): Network[] =>
  Array.from({ length: count }, (_, at) => ({
    id: at + 1,
    name: `Network ${at + 1}`,
    chainNamespace: 'eip155',
    caipNetworkId: `eip155:${at + 1}`,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: [],
  }))

beforeEach(() => {
  vi.stubGlobal('location', new URL('https://shop.example'))
  vi.stubGlobal('document', { title: 'Harvest', querySelectorAll: () => [], querySelector: () => null })
  Object.assign(chainOf('eip155'), {
    status: 'connected',
    networkId: 'eip155:999',
    caipAddress: 'eip155:999:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    connectorId: 'io.metamask',
  })
})
afterEach(resetStores)
afterEach(() => vi.unstubAllGlobals())

test.each([
  [6, 0],
  [7, 1],
])('%i networks to switch to from an unsupported one: %i search fields, as in the network list', (count, fields) => {
  networks.list = ofTheSite(count)
  const drawn = renderToStaticMarkup(<UnsupportedChain />)
  expect(drawn.match(/Switch</g)).toHaveLength(count)
  expect(drawn.match(/<input/g) ?? []).toHaveLength(fields)
})

test.each([
  ['io.metamask', true],
  [AUTH_ID, false],
  [WATCH, false],
])('that the wallet will ask for a confirmation is only said of one that does: %s, %s', (connectorId, asks) => {
  networks.list = ofTheSite(2)
  chainOf('eip155').connectorId = connectorId
  const drawn = renderToStaticMarkup(<UnsupportedChain />)
  expect(drawn.includes('Your wallet will ask you to confirm.')).toBe(asks)
  expect(drawn.includes('Switch to a network that this site uses, or disconnect.')).toBe(!asks)
})
