import { beforeEach, describe, expect, test } from 'vitest'
import { config } from '../state/config'
import { resetStores } from '../state/store'
import { configure } from './config'
import { loadNetworks, networkOf } from './network-list'
import { readNetworks } from './read-networks'
import { rpcContext } from './rpc'
import { unreadable } from './unread-networks'

beforeEach(resetStores)

describe('preset="login"', () => {
  test.each([
    ['localhost', ['eip155:31337'], 'eip155:31337'],
    ['testnet', ['eip155:421614', 'eip155:97'], 'eip155:97'],
    ['production', ['eip155:56', 'eip155:42161'], 'eip155:42161'],
  ] as const)('%s means %j, and starts with %s', (mode, networks, start) => {
    configure({ preset: 'login', mode })
    expect([[...config.networkIds].sort(), config.startNetwork]).toEqual([[...networks].sort(), start])
  })

  test('sign-in is required; e-mail, socials, on-ramp, swap, analytics and Coinbase are off, whatever the host sets', () => {
    configure({
      preset: 'login',
      signInMode: 'off',
      email: true,
      socials: ['google'],
      features: ['send', 'swap', 'onramp', 'activity'],
      analyticsUrl: 'https://analytics.example/',
      excludeWallets: ['some.wallet'],
    })
    expect(config).toMatchObject({ signInMode: 'required', email: false, socials: [], features: ['send', 'activity'] })
    expect(config.analyticsUrl).toBeUndefined()
    expect(config.excludeWallets).toEqual(expect.arrayContaining(['some.wallet', 'com.coinbase.wallet', 'coinbaseWallet']))
  })

  test('chain calls go one per request; without the preset up to a thousand share one', async () => {
    await loadNetworks()
    configure({ preset: 'login' })
    expect(rpcContext(networkOf('eip155:56')).batch).toBe(1)
    configure({})
    expect(rpcContext(networkOf('eip155:56')).batch).toBe(1000)
  })

  test('the default statement is "Login wallet", and the default referrer is the zero address', () => {
    configure({ preset: 'login' })
    expect([config.signInStatement, config.referral]).toEqual(['Login wallet', `0x${'0'.repeat(40)}`])
  })
})

describe('the app’s networks', () => {
  test.each([
    [{}, ['eip155:56', 'eip155:42161'], 'eip155:42161'],
    [{ mode: 'testnet' }, ['eip155:421614', 'eip155:97'], 'eip155:97'],
    [{ mode: 'localhost' }, ['eip155:31337'], 'eip155:31337'],
    [{ networks: ['eip155:10', 'eip155:8453'] }, ['eip155:10', 'eip155:8453'], 'eip155:10'],
    [{ networks: ['eip155:10', 'eip155:42161'] }, ['eip155:10', 'eip155:42161'], 'eip155:42161'],
    [{ networks: ['eip155:10', 'eip155:8453'], defaultNetwork: 'eip155:8453' }, ['eip155:10', 'eip155:8453'], 'eip155:8453'],
    [{ networks: ['eip155:10'], defaultNetwork: 'eip155:1' }, ['eip155:10'], 'eip155:10'],
  ] satisfies [Parameters<typeof configure>[0], string[], string][])('%j: %j, and starts with %s', (given, networks, start) => {
    configure(given)
    expect([[...config.networkIds].sort(), config.startNetwork]).toEqual([[...networks].sort(), start])
  })

  test('the host’s own network is included with its name, coin and RPC URL', async () => {
    const own = {
      id: 7_777_777,
      name: 'Orchard',
      nativeCurrency: { name: 'Apple', symbol: 'APL', decimals: 6 },
      rpcUrls: { default: { http: ['https://orchard.example/rpc'] } },
    }
    const read = readNetworks(['eip155:56', own])
    configure({ networks: [...(read?.networks ?? [])], customNetworks: [...(read?.customNetworks ?? [])] })
    expect(config.networkIds).toEqual(['eip155:56', 'eip155:7777777'])
    await loadNetworks()
    expect(networkOf('eip155:7777777')).toMatchObject({ name: 'Orchard', nativeCurrency: { symbol: 'APL', decimals: 6 } })
    expect(rpcContext(networkOf('eip155:7777777')).urls).toContain('https://orchard.example/rpc')
  })

  test.each([
    [[{}]],
    [[null]],
    [['nonsense']],
    [[{ id: -1, name: 'X' }]],
    [[{ id: 1, name: 'X', rpcUrls: ['javascript:alert(1)'] }]],
  ])('error: %j is no list of networks', (values) => expect(readNetworks(values)).toBe(undefined))

  test('error: of several networks the unreadable one is named, whatever it is', () => {
    const [good, bad] = ['eip155:56', { id: 4711, name: 'Orchard', nativeCurrency: { symbol: 'APL' } }]
    const hostile = {
      get id() {
        throw new Error('No')
      },
    }
    expect([bad, 'nonsense', null, hostile, Object.create(null)].map((each) => unreadable([good, each, {}]))).toEqual([
      '{"id":4711,"name":"Orchard"}',
      'nonsense',
      'null',
      '…',
      '{}',
    ])
  })
})

describe('login-url', () => {
  test('makes sign-in required, unless it is set to optional or off', () => {
    const mode = (given: Parameters<typeof configure>[0]) => {
      configure({ loginUrl: 'https://login.example/', ...given })
      return config.signInMode
    }
    expect([mode({}), mode({ signInMode: 'optional' }), mode({ signInMode: 'off' })]).toEqual(['required', 'optional', 'off'])
  })
})
