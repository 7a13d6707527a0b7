import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ListedWallet } from '../lib/wallet'
import { resetStores } from '../state/store'
import { wallets } from '../state/wallets'
import { storeLinks } from './store-links'

const agents = {
  chrome: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
  firefox: 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0',
  iphone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/131.0 Mobile/15E148',
  android: 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36',
}
const wallet = (name: string, more: Partial<ListedWallet> = {}): ListedWallet => ({
  id: name,
  name,
  homepage: `https://${name}.example/`,
  appStore: 'https://apps.apple.com/app/id1',
  playStore: 'https://play.google.com/store/apps/details?id=x',
  chromeStore: 'https://chromewebstore.google.com/detail/x',
  ...more,
})
const useAgent = (userAgent: string) => vi.stubGlobal('navigator', { userAgent, maxTouchPoints: 0 })

beforeEach(() => {
  resetStores()
  useAgent(agents.chrome)
})
afterEach(() => vi.unstubAllGlobals())

describe('storeLinks', () => {
  test.each([
    ['chrome', 'chrome', 'https://chromewebstore.google.com/detail/x'],
    ['firefox', 'site', 'https://a.example/'],
    ['iphone', 'apple', 'https://apps.apple.com/app/id1'],
    ['android', 'google', 'https://play.google.com/store/apps/details?id=x'],
  ] as const)('%s is sent to: %s', (agent, store, url) => {
    useAgent(agents[agent])
    expect(storeLinks([wallet('a')], [])).toMatchObject([{ store, url }])
  })

  test('a wallet without a page in the store is got from its own site', () => {
    const { chromeStore: _, ...siteOnly } = wallet('a')
    expect(storeLinks([siteOnly], [])).toMatchObject([{ store: 'site', url: 'https://a.example/' }])
  })

  test('what is installed, hidden or named before is left out', () => {
    wallets.excluded = ['c']
    const list = [wallet('a', { rdns: 'com.a' }), wallet('b'), wallet('b'), wallet('c'), wallet('d')]
    const installed = [{ id: 'com.a', name: 'A', rdns: 'com.a', type: 'ANNOUNCED' as const, namespaces: [] }]
    expect(storeLinks(list, installed).map(({ wallet: { id } }) => id)).toEqual(['b', 'd'])
  })

  test('five at most', () => {
    expect(
      storeLinks(
        ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => wallet(name)),
        [],
      ),
    ).toHaveLength(5)
  })

  test.each(['javascript:alert(1)', 'http://a.example/', 'data:text/html,x', 'metamask://x'])('error: %s is no link', (link) => {
    expect(storeLinks([{ id: 'a', name: 'a', chromeStore: link, homepage: link }], [])).toEqual([])
  })
})
