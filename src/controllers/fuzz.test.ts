import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { hostileLike, hostileObject, hostileText, inputs, made, survive } from '../../.ci/hostile'
import { isCaipNetworkId } from '../lib/caip'
import type { SiwxData } from '../lib/siwx'
import { auth } from '../state/login'
import { readChallenge } from './login-siwx'
import { readNetworks } from './read-networks'
import { keepReferral } from './referral'

const coin = { name: 'Ether', symbol: 'ETH', decimals: 18 }
const network = {
  ...{ id: 900, name: 'Local', nativeCurrency: coin, rpcUrls: { default: { http: ['https://rpc.example'] } } },
  ...{ blockExplorers: { default: { url: 'https://explorer.example/' } }, testnet: true },
}
const another = { id: 'x', caipNetworkId: 'solana:x', chainNamespace: 'solana', name: 'S', nativeCurrency: coin, rpcUrls: [] }

test(`fuzz: networks described by a host, ${inputs}`, async () => {
  // A coin whose member throws is found only by reading it.
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

describe(`fuzz: a login’s and the page URL’s texts, ${inputs} each`, () => {
  const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
  beforeEach(() => vi.stubGlobal('location', new URL('https://a.example/')))
  afterEach(() => void vi.unstubAllGlobals())

  test('messages that a backend wants signed', async () => {
    const well = `a.example wants you to sign in with your Ethereum account:\n${address}\n\nLogin\n\nURI: https://a.example\nVersion: 1\nChain ID: 56\nNonce: 12345678\nIssued At: 2026-01-01T00:00:00Z\nRequest ID: c`
    expect(readChallenge(well, { address, chain: 'eip155:56' }).requestId).toBe('c')
    await fc.assert(
      fc.asyncProperty(hostileText(well), async (text) => {
        const read = (await survive(() => readChallenge(text, { address, chain: 'eip155:56' }))) as SiwxData | undefined
        if (read && (read.domain !== 'a.example' || new URL(read.uri).origin !== 'https://a.example'))
          throw new Error('A text for another page')
      }),
      { numRuns: inputs },
    )
  })

  test('the referrer', async () => {
    await fc.assert(
      fc.asyncProperty(hostileText(`?ref=${address}`, `?a=b&ref=${address.toLowerCase()}`), async (search) => {
        vi.stubGlobal('location', { search })
        await survive(keepReferral)
        if (!/^0x[0-9a-fA-F]{40}$/.test(auth.ref)) throw new Error(`${auth.ref} referred the visitor`)
      }),
      { numRuns: inputs },
    )
  })
})
