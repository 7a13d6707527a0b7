import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { timeFast } from './own-headers'

const served = (headers: Record<string, string>) =>
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(null, { headers }))
const ago = (ms: number) => new Date(Date.now() - ms).toUTCString()

beforeEach(() => vi.stubGlobal('location', new URL('https://bakery.example/')))
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('timeFast', () => {
  test('gives in words how far the clock is ahead of the page’s server (fault 28)', async () => {
    served({ Date: ago(600_000) })
    expect(await timeFast('en')).toBe('10 minutes')
  })

  test.each([
    ['within what the relay allows', { Date: ago(100_000) }],
    ['behind', { Date: ago(-600_000) }],
    ['of a server without a Date header', {} as Record<string, string>],
    ['of a proxy that serves from its cache', { Date: ago(600_000), Age: '600' }],
  ])('ignores a clock %s', async (_, headers) => {
    served(headers)
    expect(await timeFast('en')).toBeUndefined()
  })

  test('error: is undefined if the server does not answer', async () => {
    vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'))
    expect(await timeFast('en')).toBeUndefined()
  })
})
