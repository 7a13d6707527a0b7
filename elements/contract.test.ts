import { readdirSync, readFileSync } from 'node:fs'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { defaults } from '../src/state/config'
import { attributeNames, parseAttribute, parseProperty, propertyOf } from './attributes'
import { WalletModal } from './index'
import type { WalletModalProps } from './jsx'
import { WalletButtonElement } from './wallet-button'
import { WalletModalElement } from './wallet-modal'
import { WalletNetworkButtonElement } from './wallet-network-button'

/** The public names. Changing a line of this file breaks someone's page: additions are free, a rename is a major version. */

const source = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8')
const value = (name: string, text: string) => {
  const parsed = parseAttribute(name, text)
  return parsed.ok ? parsed.value : undefined
}

describe('<wallet-modal>', () => {
  test('has these attributes', () => {
    expect(attributeNames).toEqual(
      (
        'project-id mode preset networks default-network rpc-url provider-url wallets-url relay-url secure-site-url login-url ' +
        'analytics-url app-name app-description app-url app-icon features email socials connect-order featured-wallets ' +
        'include-wallets exclude-wallets all-wallets account-type sign-in sign-in-statement referral name-zone wrong-network ' +
        'reconnect locale terms-url privacy-url legal-checkbox storage-prefix debug open embedded view theme'
      ).split(' '),
    )
  })

  test('has a property of the same name in camelCase for each, and signInMode for sign-in', () => {
    const missing = attributeNames.map(propertyOf).filter((name) => !(name in WalletModalElement.prototype))
    expect(missing).toEqual([])
    expect(propertyOf('sign-in')).toBe('signInMode')
    expect(propertyOf('rpc-url')).toBe('rpcUrl')
  })

  test('has these other properties and methods', () => {
    const names = Object.getOwnPropertyNames(WalletModalElement.prototype)
    const given = attributeNames.map(propertyOf)
    const internal = ['constructor', 'connectedCallback', 'disconnectedCallback', 'attributeChangedCallback', 'showState']
    expect(names.filter((name) => !given.includes(name) && !internal.includes(name)).sort()).toEqual(
      (
        'assist close connect customNetworks customWallets diagnose disconnect externalConnectors getProvider login loginFetch ' +
        'messages networkPlan ready show signClient signIn signMessage signOut siweConfig siwx state switchNetwork themeVariables'
      ).split(' '),
    )
    expect(WalletModal.version).toMatch(/^\d+\.\d+\.\d+/)
    expect(WalletModal).toBe(WalletModalElement)
  })

  test('has these defaults', () => {
    const { features, socials, customNetworks, ...rest } = defaults()
    expect([features.join(' '), socials, customNetworks]).toEqual([
      'send receive swap onramp activity nfts names sessions',
      [],
      [],
    ])
    expect(Object.fromEntries(Object.entries(rest).filter(([, each]) => each !== undefined))).toEqual({
      mode: 'production',
      rpcUrl: {},
      relayUrl: 'wss://relay.walletconnect.org',
      secureSiteUrl: 'https://secure.walletconnect.org/sdk',
      email: false,
      featuredWallets: [],
      includeWallets: [],
      excludeWallets: [],
      allWallets: 'show',
      accountType: 'eoa',
      signInMode: 'off',
      signInStatement: 'Login wallet',
      referral: '0x0000000000000000000000000000000000000000',
      nameZone: 'reown.id',
      wrongNetwork: 'prompt',
      reconnect: 'on',
      legalCheckbox: false,
      storagePrefix: 'wallet-modal',
      debug: false,
    })
  })

  test('has these events', () => {
    const events = [...source('events.ts').matchAll(/^ {2}'(wallet-[a-z-]+)':/gm)].map(([, name]) => name)
    expect(events).toEqual(
      (
        'wallet-ready wallet-before-connect wallet-connected wallet-disconnected wallet-account-changed wallet-network-changed ' +
        'wallet-signed-in wallet-signed-out wallet-login wallet-logout wallet-before-transaction wallet-transaction wallet-open ' +
        'wallet-close wallet-close-request wallet-view-changed wallet-error'
      ).split(' '),
    )
  })

  test('exports each type that its members and events use', () => {
    const types = [...source('index.ts').matchAll(/^export type \{([^}]+)\}/gm)].flatMap(
      ([, names = '']) => names.match(/\w+/g) ?? [],
    )
    expect(types.sort()).toEqual(
      (
        'AnalyticsBatch AnalyticsEvents CaipAddress CaipNetworkId ChainNamespace ConnectOptions Diagnosis ErrorCode LoginClient ' +
        'LoginUser PlannedHost PublicAccount PublicState ShowOptions Siwx SiwxMessage SiwxSession SupportView ViewName WalletError ' +
        'WalletEvents WalletIdentity'
      ).split(' '),
    )
  })

  test('has these slots', () => {
    const slots = [...source('wallet-modal.ts').matchAll(/@slot ([a-z-]+)/g)].map(([, name]) => name)
    expect(slots).toEqual(['logo', 'title'])
  })

  test('has these parts', () => {
    const parts = [...source('wallet-modal.ts').matchAll(/@csspart ([a-z-]+)/g)].map(([, name]) => name)
    expect(parts).toEqual(
      (
        'dialog backdrop header title close back body footer button primary-button list-item wallet-list qr input tabs tab avatar ' +
        'balance snack alert'
      ).split(' '),
    )
  })

  test('renders each of these parts, and no other', () => {
    const documented = [...source('wallet-modal.ts').matchAll(/@csspart ([a-z-]+)/g)].map(([, name]) => name)
    const files = ['../src/ui/', '../src/views/'].flatMap((folder) =>
      readdirSync(new URL(folder, import.meta.url), { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.tsx$/.test(file))
        .map((file) => source(folder + file)),
    )
    const given = files.flatMap((code) =>
      [...code.matchAll(/\bpart(?:="([^"]*)"|=\{([^}]*)\}|: ([^,\n]*'[^,\n]*),)/g)].flatMap(([, bare, braced, property]) =>
        bare
          ? bare.split(' ')
          : [...(braced ?? property ?? '').matchAll(/(?<![=] )'([a-z -]+)'/g)].flatMap(([, names = '']) => names.split(' ')),
      ),
    )
    expect([...new Set(given)].sort()).toEqual([...documented].sort())
  })
})

describe('companions', () => {
  test('have these attributes', () => {
    expect(WalletButtonElement.observedAttributes).toEqual(['for', 'label', 'size', 'balance', 'namespace'])
    expect(WalletNetworkButtonElement.observedAttributes).toEqual(['for', 'size'])
  })

  test('have a property of the same name for each', () => {
    for (const { prototype, observedAttributes } of [WalletButtonElement, WalletNetworkButtonElement])
      expect(observedAttributes.filter((name) => !(name in prototype))).toEqual([])
  })
})

describe('parseAttribute', () => {
  test('booleans are true when present and false when "false"', () => {
    expect(['', 'email', 'true', 'false'].map((text) => value('email', text))).toEqual([true, true, true, false])
  })

  test('lists are words separated by white space', () => {
    expect(value('networks', '  eip155:56\n\teip155:42161 ')).toEqual(['eip155:56', 'eip155:42161'])
    expect(value('networks', 'eip155:56, eip155:42161, eip155:56')).toEqual(['eip155:56', 'eip155:42161'])
    expect(value('networks', '')).toEqual([])
  })

  test('lists may have commas: frameworks stringify an array that way before the element is defined', () => {
    for (const text of [String(['eip155:56', 'eip155:42161']), 'eip155:56, eip155:42161,'])
      expect(value('networks', text)).toEqual(['eip155:56', 'eip155:42161'])
  })

  test('app-icon is https, local http while developing, or a data URL', () => {
    for (const url of ['https://bakery.example/a.png', 'http://localhost:8080/a.png', 'data:image/svg+xml,%3Csvg/%3E'])
      expect(value('app-icon', url)).toBe(url)
  })

  test('storage-prefix accepts names like those of sites and packages', () => {
    for (const text of ['bakery', 'till.bakery.example', '@bakery/till', 'bakery:'])
      expect(value('storage-prefix', text)).toBe(text)
  })

  test('locale may be written in any case', () => expect(value('locale', 'PT-br')).toBe('pt-BR'))

  test('rpc-url keeps the order of several URLs of one chain', () => {
    expect(value('rpc-url', 'eip155:56=https://a.example/?k=1 eip155:1=http://b.example eip155:56=https://c.example')).toEqual({
      'eip155:56': ['https://a.example/?k=1', 'https://c.example/'],
      'eip155:1': ['http://b.example/'],
    })
  })

  test.each([
    ['mode', 'prod'],
    ['networks', 'eip155:56 56'],
    ['default-network', 'ethereum'],
    ['rpc-url', 'https://a.example'],
    ['rpc-url', 'eip155:1=javascript:alert(1)'],
    ['provider-url', 'javascript:alert(1)'],
    ['relay-url', 'https://relay.example'],
    ['socials', 'google telegram'],
    ['features', 'mint'],
    ['referral', '0x123'],
    ['locale', 'not a tag'],
    ['theme', 'blue'],
    ['storage-prefix', 'a b'],
    ['storage-prefix', '\ud800'],
    ['storage-prefix', 'x'.repeat(65)],
    ['view', 'toString'],
    // Wallets show it: nothing that hides or reorders it, and not nothing.
    ['sign-in-statement', ' '],
    ['sign-in-statement', 'Log in to the bakery\u202e'],
    ['sign-in-statement', 'Log in\nURI: https://bakery.example'],
    ['sign-in-statement', 'x'.repeat(501)],
    ['name-zone', '../x'],
    ['all-wallets', 'SHOW'],
    // Such a link is not shown, nor a box to tick for it.
    ['terms-url', 'http://bakery.example/terms'],
    ['privacy-url', 'http://localhost.example/privacy'],
    // Nor is it given to wallets, which get the page's own URL and icon.
    ['app-url', 'http://bakery.example/'],
    ['app-icon', 'http://bakery.example/icon.png'],
    ['app-icon', 'data:text/html,bakery'],
    ['app-icon', 'data:image?png,bakery'],
  ])('error: %s="%s" is refused, with what was expected', (name, text) => {
    expect(parseAttribute(name, text)).toEqual({ ok: false, given: text, expected: expect.stringMatching(/\w/) })
  })
})

test.each(['networks', 'default-network', 'rpc-url'])('an error about %s has an example', (name) => {
  expect(parseAttribute(name, '!')).toMatchObject({ ok: false, expected: expect.stringContaining('e.g. "eip155:56') })
})

describe('an empty URL', () => {
  afterEach(() => vi.unstubAllGlobals())

  test.each([
    ['login-url', ''],
    ['analytics-url', ''],
    ['app-icon', ''],
    ['rpc-url', 'eip155:1='],
  ])('error: %s="%s" is not resolved to the page’s URL', (name, text) => {
    vi.stubGlobal('document', { baseURI: 'https://bakery.example/' })
    expect([parseAttribute(name, text).ok, value('login-url', 'login')]).toEqual([false, 'https://bakery.example/login'])
  })
})

describe('parseProperty', () => {
  test('lists may be arrays, and rpcUrl a record', () => {
    expect(parseProperty('socials', ['google', 'x'])).toEqual({ ok: true, value: ['google', 'x'] })
    expect(parseProperty('rpc-url', { 'eip155:1': ['https://a.example/', 'https://b.example/'] })).toEqual({
      ok: true,
      value: { 'eip155:1': ['https://a.example/', 'https://b.example/'] },
    })
    expect(parseProperty('email', true)).toEqual({ ok: true, value: true })
    // As from an environment without that variable.
    expect(parseProperty('rpc-url', { 'eip155:1': undefined })).toEqual({ ok: true, value: {} })
  })

  test('ids may be typed as text, as in a host’s own settings', () => {
    const own: string[] = ['eip155:56', 'eip155:42161']
    const given: Pick<WalletModalElement, 'networks' | 'defaultNetwork'> = { networks: own, defaultNetwork: own[1] }
    expect(parseProperty('networks', given.networks)).toEqual({ ok: true, value: own })
    const written: WalletModalProps = { networks: own, 'default-network': own[1] }
    for (const each of [given.defaultNetwork, written['default-network']])
      expect(parseProperty('default-network', each)).toEqual({ ok: true, value: own[1] })
  })

  test('an empty string without a meaning is undefined, as Vue and Preact set it', () => {
    for (const name of ['theme', 'mode', 'locale', 'view', 'login-url']) expect(parseProperty(name, '')).toEqual({ ok: true })
    expect(parseProperty('email', '')).toEqual({ ok: true, value: true })
  })

  test('error: a value that no attribute could have is refused, whatever its type', () => {
    for (const each of [Symbol.iterator, { a: 1 }, () => 1, 12, Object.create(null), [Object.create(null)]])
      expect(parseProperty('mode', each).ok).toBe(false)
  })
})
