import { registerWallet } from '@wallet-standard/wallet'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import urls from '../lib/vectors/urls.json'
import { MAX_NAME_LENGTH, MAX_WALLETS } from './limits'
import type { Connector, ConnectorEvent } from './types'
import { discover } from './wallet-standard'

const ICON = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>'
const feature = { version: '1.0.0' }
const features = { 'standard:connect': feature, 'standard:events': feature, 'solana:signTransaction': feature }
const wallet = (more: Record<string, unknown> = {}) => ({
  version: '1.0.0',
  name: 'Burner',
  icon: ICON,
  chains: ['solana:devnet'],
  features,
  accounts: [],
  ...more,
})
const register = (...wallets: unknown[]) =>
  window.dispatchEvent(
    new CustomEvent('wallet-standard:register-wallet', {
      detail: ({ register }: { register: (...wallets: unknown[]) => () => void }) => register(...wallets),
    }),
  )

let list: Connector[]
let stop: () => void
const add = (connector: Connector) => {
  list = [...list.filter(({ id }) => id !== connector.id), connector]
}
const remove = (id: string) => {
  list = list.filter((each) => each.id !== id)
}

beforeEach(() => {
  vi.stubGlobal('window', new EventTarget())
  list = []
  stop = discover(add, remove)
})
afterEach(() => {
  stop()
  vi.unstubAllGlobals()
})

describe('discover', () => {
  test('a wallet that registers, now or later, is listed under its name', () => {
    registerWallet(wallet() as Parameters<typeof registerWallet>[0])
    expect(list).toMatchObject([{ id: 'Burner', name: 'Burner', type: 'ANNOUNCED', icon: ICON, namespaces: ['solana'] }])
    expect(list[0]?.duplicate).toBe(undefined)
  })

  test('wallets loaded before us are told that the page is ready', () => {
    stop()
    list = []
    registerWallet(wallet() as Parameters<typeof registerWallet>[0])
    expect(list).toEqual([])
    stop = discover(add, remove)
    expect(list).toHaveLength(1)
  })

  test('a wallet that unregisters is removed, and its connection too', () => {
    let unregister = () => {}
    window.dispatchEvent(
      new CustomEvent('wallet-standard:register-wallet', {
        detail: (api: { register: (wallet: unknown) => () => void }) => {
          unregister = api.register(wallet())
        },
      }),
    )
    const events: ConnectorEvent[] = []
    list[0]?.on((event) => events.push(event))
    unregister()
    expect(list).toEqual([])
    expect(events).toEqual([{ type: 'disconnect', reason: 'wallet' }])
    unregister()
    expect(events).toHaveLength(1)
  })

  test('the same wallet twice is listed once', () => {
    const one = wallet()
    register(one, one)
    register(one)
    expect(list).toHaveLength(1)
  })

  test('two wallets of one name are both listed, both marked, neither under the name', () => {
    register(wallet())
    register(wallet({ name: 'burner' }))
    expect(list.map(({ name, duplicate }) => [name, duplicate])).toEqual([
      ['Burner', true],
      ['burner', true],
    ])
    expect(list.some(({ id }) => /burner/i.test(id))).toBe(false)
    register(wallet({ name: 'BURNER' }))
    expect(new Set(list.map(({ id }) => id)).size).toBe(3)
    // With an invisible sign.
    register(wallet({ name: 'Bur\uFE0Fner' }))
    expect(list.map(({ duplicate }) => duplicate)).toEqual([true, true, true, true])
  })

  test.each(['walletConnect', 'io.metamask', 'injected', 'safe', 'eip155:1', 'ID_AUTH', '6a8e1c7e-3f0b-4a55-9a53-0d2f6c1b9e11'])(
    'a wallet named %s does not get that id',
    (name) => {
      register(wallet({ name }))
      expect(list.map(({ id }) => id)).toEqual([`wallet-standard:${name}`])
    },
  )

  test('after stop nothing is added', () => {
    stop()
    register(wallet())
    expect(list).toEqual([])
  })

  test('wallets of other chains, and those that cannot sign, are left out', () => {
    const { 'solana:signTransaction': _, ...rest } = features
    const { 'standard:events': __, ...silent } = features
    register(wallet({ chains: ['sui:mainnet'] }), wallet({ features: rest }), wallet({ features: silent }))
    expect(list).toEqual([])
    register(wallet({ features: { ...rest, 'solana:signAndSendTransaction': feature } }))
    expect(list).toHaveLength(1)
  })

  test('at most 50 wallets are listed, with names cut', () => {
    for (let index = 0; index < 10_000; index++) register(wallet({ name: `${index} ${'x'.repeat(100)}` }))
    expect(list).toHaveLength(MAX_WALLETS)
    expect(list.every(({ name }) => name.length <= MAX_NAME_LENGTH)).toBe(true)
  })

  test.each(urls.cases.filter(({ use, ok }) => use === 'img' && !ok).map(({ url }) => url))(
    'error: %s is not used as an icon',
    (icon) => {
      register(wallet({ icon }))
      expect(list).toHaveLength(1)
      expect(list[0]?.icon).toBe(undefined)
    },
  )

  test('a remote icon, whose host would hear of the visitor, is dropped', () => {
    register(wallet({ icon: 'https://example.org/icon.png' }))
    expect(list[0]?.icon).toBe(undefined)
  })

  test.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'Burner'],
    ['no name', wallet({ name: undefined })],
    ['an invisible name', wallet({ name: '\u200b\u202e' })],
    ['no features', wallet({ features: null })],
    ['no chains', wallet({ chains: 'solana:devnet' })],
    [
      'a name that throws',
      {
        ...wallet(),
        get name() {
          throw new Error('no')
        },
      },
    ],
    [
      'features that throw',
      wallet({
        features: new Proxy(features, {
          has() {
            throw new Error('no')
          },
        }),
      }),
    ],
    [
      'everything throws',
      new Proxy(
        {},
        {
          get() {
            throw new Error('no')
          },
        },
      ),
    ],
  ])('error: %s is not listed', (_, value) => {
    register(value)
    register(wallet({ name: 'Good' }))
    expect(list.map(({ name }) => name)).toEqual(['Good'])
  })

  test('P66: a register callback that throws is survived', () => {
    const callback = () => {
      throw new Error('no')
    }
    expect(() => window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: callback }))).not.toThrow()
    window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: 'nothing to call' }))
    window.dispatchEvent(new Event('wallet-standard:register-wallet'))
    register(wallet())
    expect(list).toHaveLength(1)
  })
})
