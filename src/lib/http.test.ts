import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { httpStatus, request } from './http'

const url = 'https://api.example/v1/thing'
const json = (body: unknown, init?: ResponseInit) => new Response(JSON.stringify(body), init)
const read = { retry: true }
/** The statuses after which a read is asked again (specification §8). */
const retried = [403, 408, 413, 429, 500, 502, 503, 504]

/** Answers each call with the next of `answers`, the last one repeatedly; returns the mock. */
function serve(...answers: (() => Response | Promise<Response>)[]) {
  const mock = vi.fn(async (_url: string | URL, _init?: RequestInit) => {
    const next = answers.length > 1 ? answers.shift() : answers[0]
    if (!next) throw new Error('no answer')
    return next()
  })
  vi.stubGlobal('fetch', mock)
  return mock
}

/** The outcome of a promise while the clock runs, with the error's code and message. */
async function outcome<T>(promise: Promise<T>, runMs = 60_000) {
  const settled = promise.then(
    (value) => ({ value }),
    (error: Error & { code?: string }) => ({ code: error.code, message: error.message, status: httpStatus(error) }),
  )
  await vi.advanceTimersByTimeAsync(runMs)
  return settled
}

beforeEach(() => void vi.useFakeTimers({ now: Date.parse('Sat, 01 Aug 2026 00:00:00 GMT') }))
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('request', () => {
  test('returns the parsed body, the status and the server’s clock', async () => {
    serve(() => json({ a: 1 }, { headers: { date: 'Sat, 01 Aug 2026 00:05:00 GMT' } }))
    expect(await request(url, read)).toEqual({ status: 200, body: { a: 1 }, date: Date.parse('2026-08-01T00:05:00Z') })
  })

  test('an empty answer is undefined', async () => {
    serve(
      () => new Response(null, { status: 204 }),
      () => new Response(''),
      () => new Response('\n'),
    )
    for (const _ of ['none', 'no text', 'a line']) expect((await request(url, read)).body).toBeUndefined()
  })

  test('a GET sends no header that would need a preflight, and no cookie', async () => {
    const mock = serve(() => json({}))
    await request(url, read)
    expect(mock.mock.calls[0]?.[1]).toMatchObject({ method: 'GET', credentials: 'omit' })
    expect(mock.mock.calls[0]?.[1]).not.toHaveProperty('headers')
    expect(mock.mock.calls[0]?.[1]).not.toHaveProperty('body')
  })

  test.each(retried)('fault 56: a read answered with %i is tried 4 times, after 150 ms, doubled each time', async (status) => {
    const times: number[] = []
    serve(() => {
      times.push(Date.now())
      return json({}, { status })
    })
    const code = [403, 413].includes(status) ? 'API_REFUSED' : 'API_UNAVAILABLE'
    expect(await outcome(request(url, read))).toMatchObject({ status, code })
    expect(times.map((time) => time - (times[0] ?? 0))).toEqual([0, 150, 450, 1_050])
  })

  test.each(retried)('error: a write answered with %i is tried once', async (status) => {
    const mock = serve(() => json({}, { status }))
    expect(await outcome(request(url, { method: 'POST', body: '{}', retry: false }))).toMatchObject({ status })
    expect(mock).toHaveBeenCalledTimes(1)
  })

  test.each([400, 401, 404, 410, 422, 426, 501])('error: %i is not retried', async (status) => {
    const mock = serve(() => json({}, { status }))
    expect(await outcome(request(url, read))).toMatchObject({ status, code: status >= 500 ? 'API_UNAVAILABLE' : 'API_REFUSED' })
    expect(mock).toHaveBeenCalledTimes(1)
  })

  test('a read that works at the second try succeeds', async () => {
    serve(
      () => json({}, { status: 503 }),
      () => json({ ok: true }),
    )
    expect(await outcome(request(url, read))).toMatchObject({ value: { body: { ok: true } } })
  })

  test('a network failure is retried and then API_UNAVAILABLE', async () => {
    const mock = serve(() => Promise.reject(new TypeError('Failed to fetch')))
    expect(await outcome(request(url, read))).toMatchObject({ code: 'API_UNAVAILABLE', message: 'The service did not answer' })
    expect(mock).toHaveBeenCalledTimes(4)
  })

  test.each([
    ['seconds', '3', 3_000],
    ['a date on the server’s clock', 'Sat, 01 Aug 2026 01:00:05 GMT', 5_000],
    ['something unreadable', 'soon', 150],
    ['the past', 'Sat, 01 Aug 2020 00:00:00 GMT', 150],
  ])('fault 56: Retry-After in %s is respected', async (_, header, waitMs) => {
    const times: number[] = []
    serve(
      () => {
        times.push(Date.now())
        return json({}, { status: 429, headers: { 'retry-after': header, date: 'Sat, 01 Aug 2026 01:00:00 GMT' } })
      },
      () => {
        times.push(Date.now())
        return json({})
      },
    )
    await outcome(request(url, read))
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBe(waitMs)
  })

  test('error: fault 56: a Retry-After over 10 s ends the waiting at once', async () => {
    const mock = serve(() => json({}, { status: 429, headers: { 'retry-after': '11' } }))
    expect(await outcome(request(url, read), 0)).toMatchObject({ code: 'API_UNAVAILABLE', status: 429 })
    expect(mock).toHaveBeenCalledTimes(1)
  })

  test('error: a server that is silent for 10 s is given up', async () => {
    const mock = serve(() => new Promise<Response>(() => {}))
    const ending = outcome(request(url, read), 10_000)
    expect(await ending).toMatchObject({ code: 'API_UNAVAILABLE' })
    expect(mock).toHaveBeenCalledTimes(1)
  })

  test('error: a body that stalls is given up too', async () => {
    serve(() => new Response(new ReadableStream({ start: (stream) => stream.enqueue(new TextEncoder().encode('{"a":')) })))
    expect(await outcome(request(url, read), 10_000)).toMatchObject({ code: 'API_UNAVAILABLE' })
  })

  /** An answer in this many parts, one per second. */
  const slowly = (parts: number) => {
    let sent = 0
    return new Response(
      new ReadableStream({
        async pull(stream) {
          if (sent > 0) await new Promise((resolve) => setTimeout(resolve, 1_000))
          stream.enqueue(new TextEncoder().encode(sent === 0 ? '["' : sent < parts ? 'a' : '"]'))
          if (sent++ === parts) stream.close()
        },
      }),
    )
  }

  test('if more than 1 MB is expected, a body that keeps arriving is waited for', async () => {
    serve(() => slowly(30))
    expect(await outcome(request(url, { ...read, maxBytes: 4_000_000 }), 31_000)).toHaveProperty('value.status', 200)
    expect(vi.getTimerCount()).toBe(0)
  })

  test.each([
    ['more than a minute in total', () => slowly(100), 4_000_000, 60_000],
    [
      '10 s of silence',
      () => new Response(new ReadableStream({ start: (stream) => stream.enqueue(new TextEncoder().encode('["')) })),
      4_000_000,
      10_000,
    ],
    ['10 s in total, if less is expected', () => slowly(100), undefined, 10_000],
  ])('error: %s is given up', async (_, answer, maxBytes, afterMs) => {
    serve(answer)
    expect(await outcome(request(url, { ...read, maxBytes }), afterMs)).toMatchObject({ code: 'API_UNAVAILABLE' })
  })

  test.each([
    [
      'reasons',
      { message: 'Invalid', reasons: [{ field: 'name', description: 'Name is already registered: ada.reown.id' }] },
      'Name is already registered: ada.reown.id',
    ],
    ['a message', { code: 'X', message: 'Conversion parameter error: amount' }, 'Conversion parameter error: amount'],
    ['hostile text', { reasons: [{ description: `a\u202E\n${'é'.repeat(5_000)}` }] }, `a ${'é'.repeat(197)}…`],
    ['reasons of wrong types', { reasons: [7], message: { a: 1 } }, 'The service refused the request'],
    ['null', null, 'The service refused the request'],
  ])('error: the reason is read from %s', async (_, body, message) => {
    serve(() => json(body, { status: 400 }))
    expect(await outcome(request(url, read))).toMatchObject({ code: 'API_REFUSED', message })
  })

  test.each([
    ['a signature', `0x${'ab'.repeat(65)}`],
    ['an e-mail address', 'ada@example.org'],
    ['a token', `eyJ${'a'.repeat(30)}.eyJ${'b'.repeat(30)}.${'c'.repeat(43)}`],
    ['a pairing link', `wc:${'ab'.repeat(32)}@2?relay-protocol=irn&symKey=${'cd'.repeat(32)}`],
    ['the key of one alone', 'cd'.repeat(32)],
    ['a signature of Solana', '5Kb8kLf9zgWQnogidDA76MzPL6TsZZY36hWXMssSzNydYXYB9KF5Kb8kLf9zgWQnogidDA76MzPL6TsZZY36hWX'],
    ['a signature of Bitcoin', `${'H+/b'.repeat(21)}Tc4=`],
  ])('promise 6, error: %s echoed by a service is removed from the reason', async (_, secret) => {
    serve(() => json({ message: `Bad request: ${secret} was not expected` }, { status: 400 }))
    expect(await outcome(request(url, read))).toMatchObject({ message: 'Bad request: … was not expected' })
  })

  test('error: a plain text failure gets the catalogue’s text', async () => {
    serve(() => new Response('Internal server error', { status: 500 }))
    expect(await outcome(request(url, read))).toMatchObject({ code: 'API_UNAVAILABLE', message: 'The service did not answer' })
  })

  test('error: the server’s messages on the set-up become their alerts, and are not asked for again', async () => {
    const mock = serve(() => new Response('Unauthorized: origin not allowed', { status: 403 }))
    expect(await outcome(request(url, read))).toMatchObject({ code: 'ORIGIN_NOT_ALLOWED' })
    expect(mock).toHaveBeenCalledTimes(1)
    serve(() => json({ message: 'Unauthorized: invalid key' }, { status: 401 }))
    expect(await outcome(request(url, read))).toMatchObject({ code: 'PROJECT_ID_INVALID' })
  })

  test.each([
    ['HTML', () => new Response('<!doctype html><title>502</title>', { headers: { 'content-type': 'text/html' } })],
    ['cut JSON', () => new Response('{"a":')],
    ['bytes', () => new Response(new Uint8Array([0xff, 0xfe, 0x00]))],
  ])('error: %s with 200 is API_RESPONSE_INVALID, tried once (fault 58)', async (_, answer) => {
    const mock = serve(answer)
    expect(await outcome(request(url, read))).toMatchObject({ code: 'API_RESPONSE_INVALID', status: 200 })
    expect(mock).toHaveBeenCalledTimes(1)
  })

  test('error: fault 58: a 10 MB body is canceled after the first megabyte', async () => {
    const chunk = new Uint8Array(100_000).fill(0x20)
    let sent = 0
    let canceled = false
    const body = () =>
      new ReadableStream<Uint8Array>({
        pull: (stream) => (++sent > 100 ? stream.close() : stream.enqueue(chunk)),
        cancel: () => {
          canceled = true
        },
      })
    serve(() => new Response(body()))
    expect(await outcome(request(url, read))).toMatchObject({ code: 'API_RESPONSE_INVALID' })
    expect(canceled).toBe(true)
    expect(sent).toBeLessThan(15)
  })

  test('a body split inside a character is decoded', async () => {
    const bytes = new TextEncoder().encode('{"a":"€"}')
    serve(
      () =>
        new Response(
          new ReadableStream({
            start: (stream) => {
              for (const byte of bytes) stream.enqueue(new Uint8Array([byte]))
              stream.close()
            },
          }),
        ),
    )
    expect((await request(url, read)).body).toEqual({ a: '€' })
  })

  test('error: fault 59: an abort ends the request, whether or not fetch listens', async () => {
    for (const answer of [() => new Promise<Response>(() => {}), () => new Response(new ReadableStream())]) {
      const mock = serve(answer)
      const controller = new AbortController()
      const ending = outcome(request(url, { ...read, signal: controller.signal }), 5)
      controller.abort()
      expect(await ending).toMatchObject({ code: 'ABORTED' })
      expect(mock.mock.calls[0]?.[1]?.signal?.aborted).toBe(true)
    }
  })

  test('error: an abort ends the pause before the next try', async () => {
    const mock = serve(() => json({}, { status: 503 }))
    const controller = new AbortController()
    const ending = outcome(request(url, { ...read, signal: controller.signal }), 100)
    await Promise.resolve()
    setTimeout(() => controller.abort(), 100)
    expect(await ending).toMatchObject({ code: 'ABORTED' })
    await vi.advanceTimersByTimeAsync(10_000)
    expect(mock).toHaveBeenCalledTimes(1)
  })

  test('error: an aborted signal causes no request', async () => {
    const mock = serve(() => json({}))
    expect(await outcome(request(url, { ...read, signal: AbortSignal.abort() }))).toMatchObject({ code: 'ABORTED' })
    expect(mock).not.toHaveBeenCalled()
  })

  test('an abort after the answer changes nothing, and no timer is left', async () => {
    serve(() => json({ a: 1 }))
    const controller = new AbortController()
    const answer = await request(url, { ...read, signal: controller.signal })
    controller.abort()
    expect(answer.body).toEqual({ a: 1 })
    expect(vi.getTimerCount()).toBe(0)
  })
})
