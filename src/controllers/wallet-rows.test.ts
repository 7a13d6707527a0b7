import { afterEach, describe, expect, test } from 'vitest'
import type { ListedWallet, WalletInfo } from '../lib/wallet'
import { messages } from '../state/messages'
import { resetStores } from '../state/store'
import { expandWords, isSameWallet } from './wallet-match'
import { installedFor, type RowsInput, roundedCount, walletRows } from './wallet-rows'

afterEach(resetStores)

const installed = (name: string, more: Partial<WalletInfo> = {}): WalletInfo => ({
  id: `com.${name.toLowerCase()}`,
  name,
  rdns: `com.${name.toLowerCase()}`,
  type: 'ANNOUNCED',
  namespaces: ['eip155'],
  ...more,
})
const listed = (name: string, more: Partial<ListedWallet> = {}): ListedWallet => ({
  id: `list-${name.toLowerCase()}`,
  name,
  rdns: `com.${name.toLowerCase()}`,
  mobileLink: `${name.toLowerCase()}://`,
  ...more,
})
const walletConnect: WalletInfo = { id: 'walletConnect', name: 'WalletConnect', type: 'WALLET_CONNECT', namespaces: ['eip155'] }

const rows = (input: Partial<RowsInput>) =>
  walletRows({
    connectors: [],
    recent: [],
    featured: [],
    custom: [],
    recommended: [],
    include: [],
    exclude: [],
    feature: [],
    allWallets: 'show',
    mobile: false,
    ...input,
  })
const told = (list: readonly { name: string; mark?: string }[]) =>
  list.map(({ name, mark }) => (mark ? `${name} (${mark})` : name))

describe('walletRows: installed and used', () => {
  test.each([false, true])('the Safe around the page comes first, before the last used and featured wallets', (mobile) => {
    const safe = installed('Safe', { id: 'safe', type: 'EXTERNAL' })
    const connectors = [installed('A'), installed('B'), safe]
    const { here } = rows({ connectors, recent: [listed('B')], feature: ['com.a'], mobile })
    expect(here.map(({ name }) => name)).toEqual(['Safe', 'B', 'A'])
  })

  test('the last used wallet is matched by id and rdns before its name', () => {
    const namesake: WalletInfo = { id: 'Real', name: 'Real', type: 'ANNOUNCED', namespaces: ['solana'] }
    const recent = [listed('Real', { rdns: 'io.x' })]
    const real = installed('Real', { id: 'u1', rdns: 'io.x' })
    const first = (connectors: WalletInfo[]) => rows({ connectors, recent }).here.map(({ id, mark }) => [id, mark])
    expect(first([namesake, real])[0]).toEqual(['u1', 'last-used'])
    expect(first([namesake])).toEqual([['Real', 'last-used']])
    expect(first([namesake, { ...namesake, id: 'Real 2' }])[0]).toEqual(['list-real', 'last-used'])
    expect(rows({ connectors: [real, namesake], recent: [namesake] }).here[0]?.id).toBe('Real')
  })

  test.each<[string, Partial<RowsInput>, string[]]>([
    ['nothing installed leaves the list empty', { connectors: [walletConnect] }, []],
    [
      'installed wallets are listed in the order they were found',
      { connectors: [installed('B'), installed('A')] },
      ['B (installed)', 'A (installed)'],
    ],
    [
      'no installed wallet is left out for space',
      { connectors: ['A', 'B', 'C', 'D', 'E', 'F'].map((name) => installed(name)) },
      ['A', 'B', 'C', 'D', 'E', 'F'].map((name) => `${name} (installed)`),
    ],
    [
      'external and injected ones count as installed',
      { connectors: [installed('A', { type: 'INJECTED' }), installed('B', { type: 'EXTERNAL' })] },
      ['A (installed)', 'B (installed)'],
    ],
    [
      'the last used one is first, the one before second',
      { connectors: [installed('A'), installed('B'), installed('C')], recent: [listed('C'), listed('B')] },
      ['C (last-used)', 'B (installed)', 'A (installed)'],
    ],
    [
      'a last used wallet on another device is first',
      { connectors: [installed('A')], recent: [listed('Phone')] },
      ['Phone (last-used)', 'A (installed)'],
    ],
    ['two recent ones at most', { recent: [listed('A'), listed('B'), listed('C')] }, ['A (last-used)', 'B (recent)']],
    ['a recent one that is gone and has no link is left out', { recent: [{ id: 'x', name: 'Gone', rdns: 'gone' }] }, []],
    [
      'two that claim one rdns are both listed, marked, and neither is preferred',
      {
        connectors: [
          installed('Z'),
          installed('Real', { id: 'u1', rdns: 'io.x', duplicate: true }),
          installed('Fake', { id: 'u2', rdns: 'io.x', duplicate: true }),
        ],
        recent: [listed('Real', { rdns: 'io.x' })],
        feature: ['io.x'],
      },
      ['Z (installed)', 'Real (duplicate)', 'Fake (duplicate)'],
    ],
    [
      'an unreachable one is listed, and its mark wins over others',
      { connectors: [installed('A', { unreachable: true, duplicate: true })], recent: [listed('A')] },
      ['A (unreachable)'],
    ],
    [
      'featured installed ones go before the others',
      { connectors: [installed('A'), installed('B'), installed('C')], feature: ['com.c', 'com.b'] },
      ['C (installed)', 'B (installed)', 'A (installed)'],
    ],
    ['exclude hides by rdns', { connectors: [installed('A'), installed('B')], exclude: ['com.a'] }, ['B (installed)']],
    [
      'exclude hides by name in any case',
      { connectors: [installed('Alpha'), installed('B')], exclude: ['ALPHA'] },
      ['B (installed)'],
    ],
    ['exclude hides recent ones', { recent: [listed('A')], exclude: ['list-a'] }, []],
    [
      'include hides what it does not name',
      { connectors: [installed('A'), installed('B')], include: ['com.b'] },
      ['B (installed)'],
    ],
    [
      'include leaves what the host featured or made itself',
      { connectors: [installed('A'), installed('B', { type: 'EXTERNAL' })], include: ['x'], feature: ['com.a'] },
      ['A (installed)', 'B (installed)'],
    ],
    ['a phone marks nothing as installed', { mobile: true, connectors: [installed('A')] }, ['A']],
    [
      'in a wallet’s own browser that wallet comes before the last used one',
      { mobile: true, connectors: [installed('A')], recent: [listed('B')] },
      ['A', 'B (last-used)'],
    ],
  ])('%s', (_, input, expected) => {
    expect(told(rows(input).here)).toEqual(expected)
  })
})

describe('walletRows: suggestions', () => {
  const recommended = ['P', 'Q', 'R'].map((name) => listed(name))
  test.each<[string, Partial<RowsInput>, string[]]>([
    ['recommended ones fill up to two rows', { recommended }, ['P', 'Q']],
    ['one installed wallet leaves room for one', { recommended, connectors: [installed('A')] }, ['P']],
    ['two installed wallets leave none', { recommended, connectors: [installed('A'), installed('B')] }, []],
    ['an installed and last used one counts once', { recommended, connectors: [installed('A')], recent: [listed('A')] }, ['P']],
    ['featured ones replace recommended ones', { recommended, featured: [listed('F')] }, ['F']],
    [
      'custom ones replace recommended ones and come after featured ones',
      { recommended, featured: [listed('F')], custom: [listed('K')] },
      ['F', 'K'],
    ],
    ['three at most', { featured: ['F', 'G', 'H', 'I'].map((name) => listed(name)) }, ['F', 'G', 'H']],
    ['an installed one is not suggested again', { recommended, connectors: [installed('P')] }, ['Q']],
    ['a used one is not suggested again', { recommended, recent: [listed('P')] }, ['Q']],
    [
      'the phone app of MetaMask is MetaMask',
      {
        recommended: [listed('MM', { rdns: 'io.metamask.mobile' }), listed('Q')],
        connectors: [installed('MetaMask', { rdns: 'io.metamask' })],
      },
      ['Q'],
    ],
    [
      'no wallet twice',
      { featured: [listed('F'), listed('F2', { id: 'list-f' })], custom: [listed('F3', { rdns: 'com.f' })] },
      ['F'],
    ],
    ['exclude hides featured ones too', { featured: [listed('F')], exclude: ['com.f'] }, []],
    ['include limits recommended ones', { recommended, include: ['list-q'] }, ['Q']],
    ['include leaves featured and custom ones', { featured: [listed('F')], custom: [listed('K')], include: ['x'] }, ['F', 'K']],
  ])('%s', (_, input, expected) => {
    expect(told(rows(input).suggested)).toEqual(expected)
  })

  test('of five thousand wallets that a host describes, no more are compared than it takes to find three', () => {
    let reads = 0
    const custom = Array.from({ length: 5_000 }, (_, at) => ({
      ...listed(`K${at}`),
      // Each is listed twice.
      get rdns() {
        reads++
        return `com.k${at >> 1}`
      },
    }))
    expect(told(rows({ custom }).suggested)).toEqual(['K0', 'K2', 'K4'])
    expect(reads).toBeLessThan(100)
  })
})

describe('walletRows: the rows below', () => {
  test.each<[string, Partial<RowsInput>, boolean, boolean]>([
    ['both by default', {}, true, true],
    ['no QR code with a WalletConnect session', { paired: true }, false, true],
    ['exclude removes the QR code', { exclude: ['walletConnect'] }, false, true],
    ['all-wallets="hide"', { allWallets: 'hide' }, true, false],
    ['all-wallets="mobile" on a desktop', { allWallets: 'mobile' }, true, false],
    ['all-wallets="mobile" on a phone', { allWallets: 'mobile', mobile: true }, true, true],
  ])('%s', (_, input, qr, allWallets) => {
    expect(rows(input)).toMatchObject({ qr, allWallets })
  })

  test.each([
    [0, undefined],
    [7, '7'],
    [9, '9'],
    [10, '10+'],
    [39, '30+'],
    [612, '610+'],
  ])('a count of %i is shown as %s', (count, expected) => {
    expect(roundedCount(count)).toBe(expected)
  })
  test.each([
    ['fa', 7, '۷'],
    ['fa', 612, '۶۱۰+'],
    ['de', 1234, '1.230+'],
  ])('in %s, a count of %i is shown as %s', (locale, count, expected) => {
    messages.locale = locale
    expect(roundedCount(count)).toBe(expected)
  })
})

describe('installedFor', () => {
  test('finds the installed wallet of a listed one by rdns', () => {
    expect(installedFor(listed('A'), [installed('B'), installed('A')])?.id).toBe('com.a')
  })
  test('does not match by name alone', () => {
    expect(installedFor(listed('A', { rdns: 'real.a' }), [installed('A', { rdns: 'fake.a' })])).toBeUndefined()
    expect(installedFor({ id: 'list-a', name: 'A' }, [installed('A')])).toBeUndefined()
  })
  test('matches the Safe around the page, which has no rdns, by its URL', () => {
    const safe: WalletInfo = { id: 'safe', name: 'Safe', type: 'EXTERNAL', namespaces: ['eip155'] }
    const [own, other] = ['https://app.safe.global/', 'https://safe.example/'].map((webappLink) => ({
      id: webappLink,
      name: 'Safe{Wallet}',
      webappLink,
    }))
    expect([own, other].map((each) => each && installedFor(each, [safe])?.id)).toEqual(['safe', undefined])
  })
  test('matches neither of two that claim the rdns', () => {
    expect(
      installedFor(listed('A'), [installed('A', { duplicate: true }), installed('A', { id: 'u2', duplicate: true })]),
    ).toBeUndefined()
  })
})

describe('isSameWallet', () => {
  test.each([
    ['the same id', { id: '1', name: 'A' }, { id: '1', name: 'B' }, true],
    ['the same rdns', { id: '1', name: 'A', rdns: 'io.x' }, { id: '2', name: 'B', rdns: 'IO.X' }, true],
    ['another rdns under the same name', { id: '1', name: 'A', rdns: 'io.x' }, { id: '2', name: 'A', rdns: 'io.y' }, false],
    ['the same name if one has no rdns', { id: '1', name: 'Trust Wallet' }, { id: '2', name: 'trust', rdns: 'com.trust' }, true],
    ['another name', { id: '1', name: 'A' }, { id: '2', name: 'B' }, false],
  ])('%s', (_, one, other, expected) => {
    expect(isSameWallet(one, other)).toBe(expected)
  })
})

describe('expandWords', () => {
  test('a list id also stands for the installed wallet with that rdns', () => {
    const exclude = expandWords(['list-a'], [listed('A')])
    expect(exclude).toEqual(['list-a', 'com.a', 'A'])
    expect(told(rows({ connectors: [installed('A'), installed('B')], exclude }).here)).toEqual(['B (installed)'])
  })
  test('an unknown word is kept', () => {
    expect(expandWords(['nobody'], [listed('A')])).toEqual(['nobody'])
  })
})
