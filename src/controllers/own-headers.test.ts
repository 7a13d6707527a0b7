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
  test('a clock that is ahead of the page’s server is told by how much, in words (fault 28)', async () => {
    served({ Date: ago(600_000) })
    expect(await timeFast('en')).toBe('10 minutes')
  })

  test.each([
    ['within what the relay allows', { Date: ago(100_000) }],
    ['behind', { Date: ago(-600_000) }],
    ['of a server that does not tell its own', {} as Record<string, string>],
    ['of what stands before the server, which hands out what it kept,', { Date: ago(600_000), Age: '600' }],
  ])('a clock %s is not called fast', async (_, headers) => {
    served(headers)
    expect(await timeFast('en')).toBeUndefined()
  })

  test('error: a server that does not answer says nothing', async () => {
    vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'))
    expect(await timeFast('en')).toBeUndefined()
  })
})
