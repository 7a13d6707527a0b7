import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ListedWallet } from '../lib/wallet'
import { storeLink } from './store-link'

const agents = {
  chrome: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
  firefox: 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0',
  iphone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/131.0 Mobile/15E148',
  android: 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36',
}
const wallet: ListedWallet = {
  id: 'a',
  name: 'a',
  homepage: 'https://a.example/',
  appStore: 'https://apps.apple.com/app/id1',
  playStore: 'https://play.google.com/store/apps/details?id=x',
  chromeStore: 'https://chromewebstore.google.com/detail/x',
}
const useAgent = (userAgent: string) => vi.stubGlobal('navigator', { userAgent, maxTouchPoints: 0 })

beforeEach(() => useAgent(agents.chrome))
afterEach(() => vi.unstubAllGlobals())

describe('storeLink', () => {
  test.each([
    ['chrome', 'chrome', 'https://chromewebstore.google.com/detail/x'],
    ['firefox', 'site', 'https://a.example/'],
    ['iphone', 'apple', 'https://apps.apple.com/app/id1'],
    ['android', 'google', 'https://play.google.com/store/apps/details?id=x'],
  ] as const)('%s is sent to: %s', (agent, store, url) => {
    useAgent(agents[agent])
    expect(storeLink(wallet)).toEqual({ wallet, store, url })
  })

  test('a wallet without a store page uses its homepage, and one without either has no link', () => {
    const { chromeStore: _, ...siteOnly } = wallet
    expect(storeLink(siteOnly)).toMatchObject({ store: 'site', url: 'https://a.example/' })
    expect(storeLink({ id: 'a', name: 'a' })).toBeUndefined()
  })

  test('error: a forbidden URL is left out', () => {
    expect(storeLink({ id: 'a', name: 'a', chromeStore: 'javascript:alert(1)//' })).toBeUndefined()
  })
})
