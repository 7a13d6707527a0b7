import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Network } from '../lib/network'
import { discoversAssets, getAssets } from './eip155-assets'
import { CAPABILITIES_LIMIT_MS } from './eip155-capabilities'
import examples from './vectors/erc7811_examples.json'

const network: Network = {
  ...{ caipNetworkId: 'eip155:42161', chainNamespace: 'eip155', id: 42161, name: 'Arbitrum', rpcUrls: [] },
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
}
const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const metadata = {
  name: 'USD\u202E Coin',
  symbol: 'USDC',
  decimals: 6,
  price: 1,
  iconUrl: 'https://img.example/a.png',
  value: 25.48,
}
const usdc = { address: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48', balance: '0x184e2e0', type: 'ERC20', metadata }
const answering = (answer: unknown) => ({
  request: vi.fn<(call: { method: string; params?: unknown }) => Promise<unknown>>(async () => answer),
})

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('discoversAssets', () => {
  test.each([
    [{ '0xa4b1': { assetDiscovery: { supported: true } } }, true],
    [{ '0xA4B1': { assetDiscovery: { supported: true } } }, true],
    [{ '0xa4b1': { assetDiscovery: { supported: 'yes' } } }, false],
    [{ '0xa4b1': { assetDiscovery: { supported: false } } }, false],
    [{ '0x0': { assetDiscovery: { supported: true } } }, true],
    [{ '0x1': { assetDiscovery: { supported: true } } }, false],
    [{}, false],
    [null, false],
    ['0xa4b1', false],
  ])('%j: %s', async (answer, supported) => expect(await discoversAssets(answering(answer), network, address)).toBe(supported))

  test('error: a wallet that never answers, or throws, counts as without asset discovery', async () => {
    const silent = discoversAssets({ request: () => new Promise(() => {}) }, network, address)
    await vi.advanceTimersByTimeAsync(CAPABILITIES_LIMIT_MS)
    expect(await silent).toBe(false)
    expect(await discoversAssets({ request: () => Promise.reject(new Error('4200')) }, network, address)).toBe(false)
  })
})

describe('getAssets', () => {
  test('gives the coin without an address and tokens with exact amounts', async () => {
    const coin = { address: 'native', balance: '0x214e8348c4f0000', type: 'NATIVE', metadata: { decimals: 18 } }
    const wallet = answering({ '0xa4b1': [coin, usdc] })
    expect(await getAssets(wallet, network, address)).toEqual([
      expect.objectContaining({
        name: 'Ether',
        symbol: 'ETH',
        address: undefined,
        quantity: { decimals: '18', numeric: '0.15' },
      }),
      {
        ...{ name: 'USD Coin', symbol: 'USDC', chainId: 'eip155:42161', address: `eip155:42161:${usdc.address}` },
        ...{ value: '25.48', price: '1', quantity: { decimals: '6', numeric: '25.486048' }, iconUrl: metadata.iconUrl },
      },
    ])
    expect(wallet.request.mock.calls[0]?.[0]).toEqual({
      method: 'wallet_getAssets',
      params: [{ account: address, chainFilter: ['0xa4b1'] }],
    })
  })

  test('reads the list of a wallet that writes the chain id in capitals, without pictures that may not be loaded', async () => {
    const pictured = { ...usdc, metadata: { ...metadata, iconUrl: 'javascript:alert(1)' } }
    expect(await getAssets(answering({ '0xA4B1': [pictured] }), network, address)).toMatchObject([{ iconUrl: undefined }])
  })

  test('tokens without decimals are dropped', async () => {
    const whole = { ...usdc, metadata: { ...metadata, decimals: 0 } }
    expect(await getAssets(answering({ '0xa4b1': [whole, usdc] }), network, address)).toHaveLength(1)
  })

  test.each([
    ['nothing', null],
    ['an empty list', { '0xa4b1': [] }],
    ['another network', { '0x1': [usdc] }],
    ['more than can be shown', { '0xa4b1': Array(10_001).fill(usdc) }],
    ['an amount in decimal', { '0xa4b1': [{ ...usdc, balance: '25' }] }],
    ['impossible decimals', { '0xa4b1': [{ ...usdc, metadata: { ...metadata, decimals: 256 } }] }],
    ['an invalid address', { '0xa4b1': [{ ...usdc, address: 'javascript:alert(1)' }] }],
  ])('error: %s is not a list', async (_, answer) => expect(await getAssets(answering(answer), network, address)).toBeUndefined())
})

test('the examples of ERC-7811 can be read (vectors/rpc)', async () => {
  const exampleOf = (wanted: string) => examples.find(({ section }) => section === wanted)?.value
  const on = (id: number, caipNetworkId: `eip155:${number}`): Network => ({ ...network, id, caipNetworkId })
  expect(await discoversAssets(answering(exampleOf('Capabilities')), on(10, 'eip155:10'), address)).toBe(true)
  const held = await getAssets(answering(exampleOf('Example response')), on(1, 'eip155:1'), address)
  expect(held?.map(({ symbol, address: token, quantity }) => [symbol, token, quantity.numeric])).toEqual([
    ['TOK', 'eip155:1:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', '14.604790206809659138'],
    ['ETH', undefined, '14.604790206809659138'],
  ])
  // An asset of another kind, at an invalid address.
  expect(await getAssets(answering(exampleOf('Example response')), on(10, 'eip155:10'), address)).toBeUndefined()
})
