import { afterEach, describe, expect, test, vi } from 'vitest'
import { clearApiCache } from '../api/call'
import { configureApi } from '../api/settings'
import { resetStores } from '../state/store'
import { wallets } from '../state/wallets'
import { searchWallets } from './wallet-search'
import { forgetWallets } from './wallets'

afterEach(() => {
  searchWallets('')
  forgetWallets()
  clearApiCache()
  configureApi({ walletsUrl: undefined, projectId: undefined })
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('searchWallets', () => {
  test.each([
    ['a name', 'Bread Wallet', 1],
    ['an e-mail address', 'ada@example.org', 0],
    ['a pairing link', `wc:${'ab'.repeat(32)}@2?relay-protocol=irn&symKey=${'cd'.repeat(32)}`, 0],
    ['a signature', `0x${'ab'.repeat(65)}`, 0],
    ['a key', 'ab'.repeat(32), 0],
    ['a token', 'eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiJhIn0.c2lnbmF0dXJl', 0],
  ])('promise 6: %s is put into a URL only if it may be a wallet’s name', async (_, text, times) => {
    resetStores()
    configureApi({ walletsUrl: 'https://wallets.example', projectId: 'p' })
    vi.useFakeTimers()
    const asked: string[] = []
    vi.stubGlobal('fetch', async (url: URL) => {
      asked.push(String(url))
      return Response.json({ count: 0, data: [] })
    })
    searchWallets(text)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(asked).toHaveLength(times)
    expect(wallets.search).toMatchObject({ text, status: 'ready', results: [] })
  })
})
