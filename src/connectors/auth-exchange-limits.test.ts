import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import '../lib/embedded-errors'
import '../lib/later-errors'
import type { WalletError } from '../lib/errors'
import { DEVICE_LIMIT_MS, PERSON_LIMIT_MS, REQUEST_LIMIT_MS, SETTLE_MS } from './auth-exchange'
import { setUp } from './test-exchange'

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'resolved',
    (error: WalletError) => error.code,
  )

describe('limits of createExchange', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  // The last two wait for the visitor, longer than for a frame that never starts.
  test.each(['CONNECT_EMAIL', 'CONNECT_DEVICE', 'CONNECT_FARCASTER'] as const)(
    'promise 3, fault 38, error: a frame that never gets ready is given up 30 s after the call of %s, and only then',
    async (name) => {
      const onDead = vi.fn()
      const { exchange } = setUp(onDead)
      const code = codeOf(exchange.ask(name))
      await vi.advanceTimersByTimeAsync(REQUEST_LIMIT_MS - 1)
      expect([exchange.open(), onDead.mock.calls.length]).toEqual([1, 0])
      const later = codeOf(exchange.ask('CONNECT_DEVICE'))
      await vi.advanceTimersByTimeAsync(1)
      expect([exchange.open(), onDead.mock.calls.length, vi.getTimerCount()]).toEqual([0, 1, 0])
      expect(await Promise.all([code, later])).toEqual(['EMBEDDED_WALLET_TIMEOUT', 'EMBEDDED_WALLET_TIMEOUT'])
    },
  )

  test.each([
    ['CONNECT_EMAIL', REQUEST_LIMIT_MS, 'SOCIALS_TIMEOUT'],
    ['CONNECT_OTP', REQUEST_LIMIT_MS, 'SOCIALS_TIMEOUT'],
    ['CONNECT_SOCIAL', REQUEST_LIMIT_MS, 'SOCIALS_TIMEOUT'],
    ['GET_SOCIAL_REDIRECT_URI', REQUEST_LIMIT_MS, 'SOCIALS_TIMEOUT'],
    ['CONNECT_DEVICE', DEVICE_LIMIT_MS, 'SOCIALS_TIMEOUT'],
    ['CONNECT_FARCASTER', PERSON_LIMIT_MS, 'REQUEST_FAILED'],
    ['SIGN_OUT', REQUEST_LIMIT_MS, 'REQUEST_FAILED'],
  ] as const)('error: %s without an answer for %d ms', async (name, limit, code) => {
    const { exchange, ready } = setUp()
    ready()
    const ended = codeOf(exchange.ask(name))
    await vi.advanceTimersByTimeAsync(limit - 1)
    expect(exchange.open()).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(await ended).toBe(code)
  })

  test('what continues after a reload is posted half a second after the frame is ready, all else at once', async () => {
    const { exchange, posted, ready } = setUp()
    const names = () => posted.map(({ type }) => type)
    const ends = [codeOf(exchange.ask('CONNECT_SOCIAL', { uri: 'https://a.example' }, { settled: true }))]
    ends.push(codeOf(exchange.ask('IS_CONNECTED')))
    await vi.advanceTimersByTimeAsync(5_000)
    ready()
    expect(names()).toEqual(['@w3m-app/IS_CONNECTED'])
    await vi.advanceTimersByTimeAsync(SETTLE_MS - 1)
    expect(names()).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(names()[1]).toBe('@w3m-app/CONNECT_SOCIAL')
    ends.push(codeOf(exchange.ask('CONNECT_SOCIAL', { uri: 'https://b.example' }, { settled: true })))
    expect(names()).toHaveLength(3)
    // The 30 s still count from the call.
    await vi.advanceTimersByTimeAsync(REQUEST_LIMIT_MS - 5_000 - SETTLE_MS)
    expect(await Promise.all(ends.slice(0, 2))).toEqual(['SOCIALS_TIMEOUT', 'REQUEST_FAILED'])
    exchange.fail('REQUEST_FAILED')
    expect([await ends[2], vi.getTimerCount()]).toEqual(['REQUEST_FAILED', 0])
  })

  test('what waits for that half second is not posted once it is given up, and once if the frame restarts within it', async () => {
    const { exchange, posted, ready } = setUp()
    const stop = new AbortController()
    const kept = codeOf(exchange.ask('CONNECT_SOCIAL', { uri: 'https://a.example' }, { settled: true }))
    const left = codeOf(exchange.ask('CONNECT_SOCIAL', { uri: 'https://b.example' }, { settled: true, signal: stop.signal }))
    ready()
    stop.abort()
    exchange.restart()
    await vi.advanceTimersByTimeAsync(SETTLE_MS)
    expect([await left, posted]).toEqual(['REQUEST_FAILED', []])
    ready()
    await vi.advanceTimersByTimeAsync(SETTLE_MS)
    expect(posted.map(({ payload }) => payload)).toEqual([{ uri: 'https://a.example' }])
    exchange.fail('REQUEST_FAILED')
    expect([await kept, vi.getTimerCount()]).toEqual(['REQUEST_FAILED', 0])
  })

  test('error: an answer’s own limit counts from when the request is posted, again where the frame restarts', async () => {
    const { exchange, ready } = setUp()
    const ended = codeOf(exchange.ask('SIGN_OUT', undefined, { answerMs: 10_000 }))
    await vi.advanceTimersByTimeAsync(5_000)
    ready()
    await vi.advanceTimersByTimeAsync(9_000)
    exchange.restart()
    await vi.advanceTimersByTimeAsync(3_000)
    ready()
    await vi.advanceTimersByTimeAsync(9_999)
    expect(exchange.open()).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    expect([exchange.open(), await ended, vi.getTimerCount()]).toEqual([0, 'REQUEST_FAILED', 0])
  })

  test('error: a request with less than 30 s left ends alone where the frame still loads, which others wait for', async () => {
    const onDead = vi.fn()
    const { exchange, ready } = setUp(onDead)
    const code = codeOf(exchange.ask('CONNECT_EMAIL', { email: 'a@b.co' }, { limitMs: 5_000 }))
    const other = codeOf(exchange.ask('GET_CHAIN_ID'))
    await vi.advanceTimersByTimeAsync(5_000)
    expect([await code, onDead.mock.calls.length, exchange.open()]).toEqual(['SOCIALS_TIMEOUT', 0, 1])
    ready()
    await vi.advanceTimersByTimeAsync(REQUEST_LIMIT_MS)
    expect([await other, onDead.mock.calls.length]).toEqual(['REQUEST_FAILED', 0])
  })

  test('a request that the visitor has to approve has no time limit', async () => {
    const { exchange, ready } = setUp()
    ready()
    void exchange.ask('RPC_REQUEST', { method: 'personal_sign' }, { limitMs: Number.POSITIVE_INFINITY }).catch(() => {})
    await vi.advanceTimersByTimeAsync(24 * 3_600_000)
    expect(exchange.open()).toBe(1)
  })
})
