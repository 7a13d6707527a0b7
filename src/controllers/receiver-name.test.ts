import { afterEach, expect, test, vi } from 'vitest'
import { clearApiCache } from '../api/call'
import { configureApi } from '../api/settings'
import { resetStores } from '../state/store'
import { resolveReceiver } from './receiver-name'

const SOLANA = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

afterEach(() => {
  resetStores()
  clearApiCache()
  configureApi({ projectId: undefined })
  vi.unstubAllGlobals()
})

test('error: a name is no address on Solana, where none is looked up; one that people have there was said to lead nowhere', async () => {
  configureApi({ projectId: 'key' })
  const record = { name: 'grace.reown.id', addresses: { 60: { address: `0x${'1'.repeat(40)}` } } }
  vi.stubGlobal('fetch', async (url: URL) => Response.json(/chains$/.test(url.pathname) ? { http: [SOLANA], ws: [] } : record))
  expect(await resolveReceiver('grace.reown.id', SOLANA)).toEqual({ status: 'invalid' })
})
