import { encodeAbiParameters, stringToHex } from 'viem'
import { afterAll, expect, test } from 'vitest'
import type { Network } from '../lib/network'
import { symbolOf } from './eip155-symbol'
import { answering, calls, endpoint, stops } from './test-endpoint'

afterAll(() => Promise.all(stops.map((stop) => stop())))

const network: Network = {
  ...{ id: 31337, caipNetworkId: 'eip155:31337', chainNamespace: 'eip155', name: 'Local', rpcUrls: [] },
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
}
const text = (symbol: string) => encodeAbiParameters([{ type: 'string' }], [symbol])

test.each([
  ['a text', text('USDC'), 'USDC'],
  ['one word, as before the standard', stringToHex('MKR', { size: 32 }), 'MKR'],
  ['too much text, with hidden characters', text(`A\u202eB${'C'.repeat(40)}`), `AB${'C'.repeat(17)}…`],
  ['an empty text', text(''), ''],
  ['a truncated text', text('USDC').slice(0, -64), ''],
  ['nothing', '0x', ''],
  ['no bytes', 'USDC', ''],
])('the symbol of a token whose contract answers %s', async (_, answer, symbol) => {
  const { url, seen } = await endpoint(answering(answer))
  expect(await symbolOf(network, `0x${'a'.repeat(40)}`, { urls: [url], batch: 1 })).toBe(symbol)
  expect(calls(seen)).toContain('eth_call')
})
