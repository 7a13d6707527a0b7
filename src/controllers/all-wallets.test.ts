import { describe, expect, test } from 'vitest'
import type { ListedWallet, WalletInfo } from '../lib/wallet'
import { gridEntries } from './all-wallets'

const installed = (id: string, more: Partial<WalletInfo> = {}): WalletInfo => ({
  id,
  name: id,
  rdns: id,
  type: 'ANNOUNCED',
  namespaces: [],
  ...more,
})
const listed = (id: string, more: Partial<ListedWallet> = {}): ListedWallet => ({ id, name: id, ...more })
const all = () => true
const ids = (entries: readonly { id: string }[]) => entries.map(({ id }) => id)

describe('gridEntries', () => {
  test('installed wallets come first, each wallet once', () => {
    const entries = gridEntries(
      [installed('com.b', { name: 'B' }), installed('wc', { type: 'WALLET_CONNECT' })],
      [listed('1'), listed('2', { name: 'B!', rdns: 'com.b', imageUrl: 'https://x/b.png' }), listed('1')],
      all,
    )
    expect(entries).toEqual([
      { id: 'com.b', name: 'B', icon: 'https://x/b.png', installed: true },
      { id: '1', name: '1', icon: undefined, installed: false },
    ])
  })

  test('wallets are matched by name only if one of them has no rdns', () => {
    expect(
      ids(gridEntries([installed('fake.x', { name: 'Real' })], [listed('1', { name: 'Real', rdns: 'real.x' })], all)),
    ).toEqual(['fake.x', '1'])
    expect(ids(gridEntries([installed('fake.x', { name: 'Real' })], [listed('1', { name: 'real' })], all))).toEqual(['fake.x'])
  })

  test('two installed wallets that claim the rdns of a known one do not get its icon', () => {
    const claim = { rdns: 'com.b', name: 'B', duplicate: true }
    const entries = gridEntries(
      [installed('u1', claim), installed('u2', claim)],
      [listed('1', { rdns: 'com.b', imageUrl: 'https://x/b.png' })],
      all,
    )
    expect(entries.map(({ icon }) => icon)).toEqual([undefined, undefined])
  })

  test('a search keeps the installed wallets whose name matches', () => {
    expect(ids(gridEntries([installed('alpha'), installed('beta')], [listed('gamma')], all, ' ALP '))).toEqual(['alpha', 'gamma'])
  })

  test('wallets that the host excludes are left out', () => {
    expect(ids(gridEntries([installed('a'), installed('b')], [], ({ id }) => id !== 'a'))).toEqual(['b'])
  })

  test('ten thousand wallets beside fifty installed ones: each is compared a few times, not once with every other', () => {
    let looks = 0
    const counted = <T extends object>(wallet: T): T =>
      new Proxy(wallet, {
        get(target, name) {
          looks += 1
          return Reflect.get(target, name)
        },
      })
    const list = Array.from({ length: 10_000 }, (_, n) => counted(listed(`id${n}`, { name: `Wallet ${n}`, rdns: `com.w${n}` })))
    const here = Array.from({ length: 50 }, (_, n) => counted(installed(`com.w${n * 7}`)))
    expect(gridEntries(here, list, all)).toHaveLength(10_000)
    expect(looks / 10_050).toBeLessThan(20)
  })
})
