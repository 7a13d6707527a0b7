import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hostileLike, hostileObject, inputs, made, survive } from '../../.ci/hostile'
import { isCaipNetworkId } from '../lib/caip'
import { readNetworks } from './read-networks'

const coin = { name: 'Ether', symbol: 'ETH', decimals: 18 }
const network = {
  ...{ id: 900, name: 'Local', nativeCurrency: coin, rpcUrls: { default: { http: ['https://rpc.example'] } } },
  ...{ blockExplorers: { default: { url: 'https://explorer.example/' } }, testnet: true },
}
const another = { id: 'x', caipNetworkId: 'solana:x', chainNamespace: 'solana', name: 'S', nativeCurrency: coin, rpcUrls: [] }

test(`fuzz: networks that a host describes, ${inputs}`, async () => {
  // A coin whose member throws is found only by looking into it.
  const inside = hostileObject.map((make) => () => ({ ...network, nativeCurrency: make(), name: make() }))
  const given = fc.oneof(hostileLike(network, another).map(made), hostileObject, inside)
  await fc.assert(
    fc.asyncProperty(given, async (make) => {
      const read = (await survive(() => readNetworks([make()]))) as ReturnType<typeof readNetworks>
      for (const { caipNetworkId, name, nativeCurrency, rpcUrls } of read?.customNetworks ?? []) {
        const { symbol, decimals } = nativeCurrency
        const texts = [name, nativeCurrency.name, symbol]
        if (texts.some((text) => typeof text !== 'string' || text.length > 2_000)) throw new Error('A text is none, or long')
        if (!isCaipNetworkId(caipNetworkId)) throw new Error(`${caipNetworkId} is no network`)
        if (!Number.isInteger(decimals) || decimals < 0 || decimals > 36) throw new Error(`${decimals} decimals`)
        if (rpcUrls.some((url) => !/^https?:/.test(url))) throw new Error('An endpoint is no web address')
      }
    }),
    { numRuns: inputs },
  )
  expect(readNetworks([network, another, 'eip155:1'])?.networks).toEqual(['eip155:900', 'solana:x', 'eip155:1'])
})
