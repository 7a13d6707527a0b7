import { beforeEach, describe, expect, test } from 'vitest'
import type { ListedWallet } from '../lib/wallet'
import { resetStores } from '../state/store'
import { wallets } from '../state/wallets'
import { installableWallets } from './installable-wallets'

const wallet = (name: string, more: Partial<ListedWallet> = {}): ListedWallet => ({
  id: name,
  name,
  homepage: `https://${name}.example/`,
  appStore: 'https://apps.apple.com/app/id1',
  playStore: 'https://play.google.com/store/apps/details?id=x',
  chromeStore: 'https://chromewebstore.google.com/detail/x',
  ...more,
})

beforeEach(resetStores)

describe('installableWallets', () => {
  test('installed, excluded and repeated wallets are left out', () => {
    wallets.excluded = ['c']
    const list = [wallet('a', { rdns: 'com.a' }), wallet('b'), wallet('b'), wallet('c'), wallet('d')]
    const installed = [{ id: 'com.a', name: 'A', rdns: 'com.a', type: 'ANNOUNCED' as const, namespaces: [] }]
    expect(installableWallets(list, installed).map(({ wallet: { id } }) => id)).toEqual(['b', 'd'])
  })

  test('lists five at most', () => {
    expect(
      installableWallets(
        ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => wallet(name)),
        [],
      ),
    ).toHaveLength(5)
  })

  test('of five thousand wallets that a host describes, no more are compared than it takes to find five', () => {
    let reads = 0
    const list = Array.from({ length: 5_000 }, (_, at) => ({
      ...wallet(`k${at}`),
      get rdns() {
        reads++
        return `com.k${at >> 1}`
      },
    }))
    expect(installableWallets(list, []).map(({ wallet: { id } }) => id)).toEqual(['k0', 'k2', 'k4', 'k6', 'k8'])
    expect(reads).toBeLessThan(200)
  })

  test.each(['javascript:alert(1)', 'http://a.example/', 'data:text/html,x', 'metamask://x'])('error: %s is no link', (link) => {
    expect(installableWallets([{ id: 'a', name: 'a', chromeStore: link, homepage: link }], [])).toEqual([])
  })
})
