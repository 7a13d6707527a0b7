import { afterEach, expect, test, vi } from 'vitest'
import { sessionStage } from '../lib/smart-session'
import { smartSessions } from '../state/smart-sessions'
import { resetStores } from '../state/store'
import { checkSessionClock } from './session-clock'

afterEach(() => {
  resetStores()
  vi.unstubAllGlobals()
})

test.each([
  ['that is still valid is active, with a clock hours ahead', 3_600_000, 'active', 1],
  ['that had expired is expired, with such a clock', 3 * 3_600_000, 'expired', 1],
  ['expired a day ago is so without asking the server for the time', 25 * 3_600_000, 'expired', 0],
  ['valid by this clock is so without asking the server for the time', -3_600_000, 'active', 0],
])('a session %s', async (_, ago, stage, times) => {
  const now = Date.now()
  const server = vi.fn(async () => new Response(null, { headers: { date: new Date(now - 2 * 3_600_000).toUTCString() } }))
  vi.stubGlobal('location', new URL('https://shop.example/'))
  vi.stubGlobal('fetch', server)
  const dates = { createdAt: 1, expiry: now - ago, revokedAt: undefined }
  const session = { pci: 'p', app: { name: 'App', icon: undefined }, permissions: [], wire: [], ...dates }
  await checkSessionClock([session])
  expect([sessionStage(session, now - smartSessions.skewMs), server.mock.calls.length]).toEqual([stage, times])
})
