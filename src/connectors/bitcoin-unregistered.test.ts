import { registerWallet } from '@wallet-standard/wallet'
import { describe, expect, test, vi } from 'vitest'
import { bitcoinPage, provider, xverse } from '../../.ci/bitcoin-wallet-world'
import { MAX_NAME_LENGTH, MAX_WALLETS } from './limits'
import { LATE_MS } from './unregistered'

const page = bitcoinPage()

describe('wallets found in the page', () => {
  test('Xverse, Leather, OKX and self-listed ones, each once and late ones too', async () => {
    const orange = provider({}).provider
    Object.assign(page.window, { XverseProviders: { BitcoinProvider: xverse().provider }, Orange: { bitcoin: orange } })
    page.window.btc_providers = [
      { id: 'XverseProviders.BitcoinProvider', name: '\u202eevil', icon: 'data:image/svg+xml,<svg/>' },
      { id: 'Orange.bitcoin', name: ' Orange\u200b ', icon: 'https://orange.example/icon.png' },
      { id: 'Orange.bitcoin', name: 'Orange again' },
    ]
    page.start()
    expect(page.list).toMatchObject([
      { id: 'bip122:Xverse', name: 'Xverse', icon: 'data:image/svg+xml,<svg/>', namespaces: ['bip122'], type: 'ANNOUNCED' },
      { id: 'bip122:Orange', name: 'Orange' },
    ])
    expect(page.list[1]?.icon).toBe(undefined)
    page.window.LeatherProvider = provider({}).provider
    await vi.advanceTimersByTimeAsync(LATE_MS[0] ?? 0)
    page.window.okxwallet = { bitcoin: { signMessage: () => {} } }
    await vi.runAllTimersAsync()
    expect(page.list.map(({ name }) => name)).toEqual(['Xverse', 'Orange', 'Leather', 'OKX Wallet'])
    expect(vi.getTimerCount()).toBe(0)
  })

  const throwing = new Proxy(
    {},
    {
      get() {
        throw new Error('no')
      },
    },
  )
  test.each<[string, unknown]>([
    ['no list', { length: 2 }],
    ['a list that throws', throwing],
    ['a list of junk', [null, 7, 'Orange', throwing, {}, { id: 7, name: 'x' }, { id: 'Good', name: '\u200b' }]],
    [
      'invalid paths',
      ['', '.', 'Good.', 'a[0]', 'x'.repeat(101), '__proto__', 'constructor'].map((id) => ({ id, name: id || 'x' })),
    ],
    [
      'nothing that can be called',
      [
        { id: 'Empty', name: 'Empty' },
        { id: 'Missing.deep.down', name: 'Missing' },
        { id: 'Bad', name: 'Bad' },
      ],
    ],
  ])('error: %s, and the others are found all the same', async (_, btc_providers) => {
    Object.assign(page.window, { btc_providers, Empty: {}, Bad: throwing, LeatherProvider: provider({}).provider })
    Object.defineProperty(page.window, 'okxwallet', { get: () => throwing })
    page.start()
    await vi.runAllTimersAsync()
    expect(page.list.map(({ name }) => name)).toEqual(['Leather'])
  })

  test('their number is limited, and names are cut', () => {
    const many = Array.from({ length: 10_000 }, (_, index) => ({ id: `W${index}`, name: `${index} ${'x'.repeat(100)}` }))
    for (const { id } of many.slice(0, 200)) page.window[id] = provider({}).provider
    page.window.btc_providers = many
    page.start()
    expect(page.list).toHaveLength(MAX_WALLETS)
    expect(page.list.every(({ name }) => name.length <= MAX_NAME_LENGTH)).toBe(true)
  })

  test('are replaced by the same wallet of the standard, under either of its names', () => {
    page.window.XverseProviders = { BitcoinProvider: xverse().provider }
    page.start()
    const features = { 'bitcoin:connect': {}, 'bitcoin:signMessage': {} }
    const wallet = {
      version: '1.0.0',
      name: 'Xverse Wallet',
      icon: 'data:image/svg+xml,<svg/>',
      chains: ['bitcoin:mainnet'],
      accounts: [],
      features,
    }
    registerWallet(wallet as never)
    expect(page.list.map(({ id }) => id)).toEqual(['bip122:Xverse Wallet'])
  })
})
