import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { CACHE_CAPACITY, createCache } from './cache'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const answer = (value: number) => async () => value
const aborted = expect.objectContaining({ code: 'ABORTED' })

/** A request that the test settles. */
function held() {
  let settle = (_: number) => {}
  let fail = (_: unknown) => {}
  const request = vi.fn(
    (_: AbortSignal) =>
      new Promise<number>((resolve, reject) => {
        settle = resolve
        fail = reject
      }),
  )
  return { request, settle: (value: number) => settle(value), fail: (error: unknown) => fail(error) }
}

describe('createCache', () => {
  test('an answer is kept for its lifetime and no longer', async () => {
    const cache = createCache<number>()
    expect(await cache.load('a', 1_000, answer(1))).toBe(1)
    vi.advanceTimersByTime(999)
    expect(await cache.load('a', 1_000, answer(2))).toBe(1)
    vi.advanceTimersByTime(1)
    expect(cache.get('a')).toBeUndefined()
    expect(await cache.load('a', 1_000, answer(3))).toBe(3)
  })

  test('the 8193rd entry drops the least recently used one', async () => {
    const cache = createCache<number>()
    for (let i = 0; i < CACHE_CAPACITY; i++) await cache.load(`k${i}`, 60_000, answer(i))
    expect(cache.get('k0')).toBe(0)
    await cache.load('one more', 60_000, answer(-1))
    expect(cache.size).toBe(8_192)
    expect(cache.get('k0')).toBe(0)
    expect(cache.get('k1')).toBeUndefined()
    expect(cache.get('one more')).toBe(-1)
  })

  test('simultaneous callers share one request', async () => {
    const cache = createCache<number>()
    const { request, settle } = held()
    const all = Array.from({ length: 50 }, () => cache.load('a', 1_000, request))
    await vi.advanceTimersByTimeAsync(0)
    settle(7)
    expect(new Set(await Promise.all(all))).toEqual(new Set([7]))
    expect(request).toHaveBeenCalledTimes(1)
  })

  test('error: one caller’s abort leaves the others waiting', async () => {
    const cache = createCache<number>()
    const { request, settle } = held()
    const leaver = new AbortController()
    const gone = cache.load('a', 1_000, request, { signal: leaver.signal })
    const stays = cache.load('a', 1_000, request)
    await vi.advanceTimersByTimeAsync(0)
    leaver.abort()
    await expect(gone).rejects.toEqual(aborted)
    expect(request.mock.calls[0]?.[0].aborted).toBe(false)
    settle(7)
    expect(await stays).toBe(7)
  })

  test('error: the request is aborted once every caller has left, and the next one starts a new request', async () => {
    const cache = createCache<number>()
    const { request } = held()
    const first = new AbortController()
    const second = new AbortController()
    const both = [
      cache.load('a', 1_000, request, { signal: first.signal }),
      cache.load('a', 1_000, request, { signal: second.signal }),
    ]
    const settled = Promise.allSettled(both)
    await vi.advanceTimersByTimeAsync(0)
    first.abort()
    expect(request.mock.calls[0]?.[0].aborted).toBe(false)
    second.abort()
    expect(request.mock.calls[0]?.[0].aborted).toBe(true)
    expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await cache.load('a', 1_000, answer(8))).toBe(8)
  })

  test('error: an aborted signal causes no request', async () => {
    const request = vi.fn(answer(1))
    await expect(createCache<number>().load('a', 1_000, request, { signal: AbortSignal.abort() })).rejects.toEqual(aborted)
    expect(request).not.toHaveBeenCalled()
  })

  test('an abort after the answer changes nothing', async () => {
    const cache = createCache<number>()
    const late = new AbortController()
    expect(await cache.load('a', 1_000, answer(1), { signal: late.signal })).toBe(1)
    late.abort()
    expect(cache.get('a')).toBe(1)
  })

  test('error: a failure reaches all callers and is not cached', async () => {
    const cache = createCache<number>()
    const { request, fail } = held()
    const all = Promise.allSettled([cache.load('a', 1_000, request), cache.load('a', 1_000, request)])
    await vi.advanceTimersByTimeAsync(0)
    fail(new Error('down'))
    expect((await all).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await cache.load('a', 1_000, answer(2))).toBe(2)
  })

  test('a refresh bypasses the cached answer, and an older answer that arrives late does not replace it', async () => {
    const cache = createCache<number>()
    const { request, settle } = held()
    const slow = cache.load('a', 60_000, request)
    await vi.advanceTimersByTimeAsync(0)
    expect(await cache.load('a', 60_000, answer(2), { refresh: true })).toBe(2)
    settle(1)
    expect(await slow).toBe(1)
    expect(cache.get('a')).toBe(2)
    expect(await cache.load('a', 60_000, answer(3), { refresh: true })).toBe(3)
    expect(cache.get('a')).toBe(3)
  })

  test('a request made before a clear is not cached after it', async () => {
    const cache = createCache<number>()
    const { request, settle } = held()
    const old = cache.load('a', 60_000, request)
    await vi.advanceTimersByTimeAsync(0)
    cache.clear()
    settle(1)
    expect(await old).toBe(1)
    expect(cache.get('a')).toBeUndefined()
  })

  test.each([
    ['ends', false],
    ['is left', true],
  ])(
    'error: one made before a clear is not shared after it, nor when it %s does it end the sharing of a newer one',
    async (_, leaves) => {
      const cache = createCache<number>()
      const [before, after, third] = [held(), held(), held()]
      const leaver = new AbortController()
      const old = cache.load('a', 60_000, before.request, { signal: leaver.signal }).catch(() => 0)
      await vi.advanceTimersByTimeAsync(0)
      cache.clear()
      const newer = cache.load('a', 60_000, after.request)
      await vi.advanceTimersByTimeAsync(0)
      if (leaves) leaver.abort()
      else before.settle(1)
      await old
      const shared = cache.load('a', 60_000, third.request)
      await vi.advanceTimersByTimeAsync(0)
      after.settle(2)
      expect([await newer, await shared, third.request.mock.calls]).toEqual([2, 2, []])
    },
  )

  test('error: a request that throws at once rejects like any other', async () => {
    const cache = createCache<number>()
    const broken = () => {
      throw new Error('sync')
    }
    await expect(cache.load('a', 1_000, broken)).rejects.toThrow('sync')
    expect(await cache.load('a', 1_000, answer(2))).toBe(2)
  })
})
