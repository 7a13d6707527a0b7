import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import '../lib/embedded-errors'
import '../lib/later-errors'
import { ADDRESS, frame, type Message, ORIGIN, setUp, USER } from './test-exchange'
import vectors from './vectors/frame_messages.json'

describe('fault 40: messages', () => {
  const senders = [
    { name: 'other-origin-iframe', source: {}, origin: 'https://evil.example' },
    { name: 'same-origin-iframe', source: {}, origin: 'https://page.example' },
    { name: 'top window self', source: { top: true }, origin: 'https://page.example' },
    { name: 'opener popup', source: { opener: true }, origin: ORIGIN },
    { name: 'sibling iframe of secure origin', source: {}, origin: ORIGIN },
    { name: 'secure origin after navigation to error page', source: frame, origin: 'null' },
    { name: 'null origin sandboxed iframe', source: null, origin: 'null' },
  ] as const

  type Case = { name: string; from: string; data: unknown }
  const cases = vectors.cases as Case[]

  /** The case with the ids of this run, and the sizes that the file only names. */
  const fill = (data: unknown, live: string, settled: string, guess: boolean): unknown => {
    const text = JSON.stringify(data)
    if (text === undefined) return data
    return JSON.parse(
      text
        .replaceAll('"OK"', JSON.stringify(live))
        .replaceAll('"GUESS"', JSON.stringify(guess ? crypto.randomUUID() : settled))
        .replaceAll('"OF_GET_USER"', JSON.stringify(live)),
      (key, value) => (key === 'payload' && value === 'A x 10485760' ? 'A'.repeat(10_485_760) : value),
    )
  }

  async function harness() {
    const { exchange, posted, hear, ready } = setUp()
    ready()
    const first = exchange.ask('GET_USER')
    const settled = posted[0]?.id ?? ''
    hear({ type: '@w3m-frame/GET_USER_SUCCESS', id: settled, payload: USER })
    await first
    let effects = 0
    const watched = exchange.ask('GET_USER').then(
      () => effects++,
      () => effects++,
    )
    return { exchange, posted, settled, live: posted[1]?.id ?? '', watched, effects: () => effects }
  }

  test.each(cases.map((each, at) => ({ ...each, at })))(
    'promise 1: $at $name, from $from: nothing happens',
    async ({ from, data, name }) => {
      // These two are answers that the frame may give.
      if (name.startsWith('error message') || name.startsWith('SUCCESS then ERROR')) return
      const { exchange, posted, settled, live, effects } = await harness()
      const sender = senders.find((each) => from.startsWith(each.name)) ?? { source: frame, origin: ORIGIN }
      for (const guess of [true, false]) exchange.hear({ ...sender, data: fill(data, live, settled, guess) })
      await Promise.resolve()
      expect([effects(), posted.length, exchange.open()]).toEqual([0, 2, 1])
    },
  )

  test('promise 2, SUCCESS then ERROR of the same id: the first answer wins', async () => {
    const { exchange, posted, hear, ready } = setUp()
    ready()
    const asked = exchange.ask('GET_USER')
    const id = posted[0]?.id
    hear({ type: '@w3m-frame/GET_USER_SUCCESS', id, payload: USER })
    hear({ type: '@w3m-frame/GET_USER_ERROR', id, payload: { message: 'no' } })
    expect(await asked).toMatchObject({ address: ADDRESS })
  })

  test('promise 2: 1,000 replays of answers to a settled id: 0 effects', async () => {
    const { exchange, posted, settled, effects } = await harness()
    for (let at = 0; at < 1_000; at++) {
      const end = at % 2 ? 'SUCCESS' : 'ERROR'
      exchange.hear({ source: frame, origin: ORIGIN, data: { type: `@w3m-frame/GET_USER_${end}`, id: settled, payload: USER } })
    }
    await Promise.resolve()
    expect([effects(), posted.length, exchange.open()]).toEqual([0, 2, 1])
  })

  test('promise 1: 10,000 mutated messages of seven kinds of sender change nothing: 0 effects, 0 throws', async () => {
    const { exchange, posted, settled, live, effects } = await harness()
    const bases = cases.map(({ data }) => data)
    const types = ['@w3m-frame/GET_USER_SUCCESS', '@w3m-frame/GET_USER_ERROR', '@w3m-frame/READY', '@w3m-frame/SESSION_UPDATE']
    const mutated = fc.oneof(
      fc.record({
        type: fc.constantFrom(...types),
        id: fc.constantFrom(live, settled, 'x'),
        payload: fc.oneof(fc.constant(USER), fc.anything()),
      }),
      fc
        .tuple(fc.constantFrom(...bases), fc.string(), fc.anything())
        .map(([base, key, value]) => (typeof base === 'object' && base !== null ? { ...base, id: live, [key]: value } : value)),
      fc.anything(),
    )
    const numRuns = 10_000
    fc.assert(
      fc.property(mutated, fc.constantFrom(...senders), (data, sender) => {
        exchange.hear({ ...sender, data })
        expect([posted.length, exchange.open()]).toEqual([2, 1])
      }),
      { numRuns },
    )
    // From the frame itself nothing counts that is not the answer, in its shape, to what was asked.
    const wrong = mutated.filter((data) => !isAnswer(data, live))
    fc.assert(
      fc.property(wrong, (data) => {
        exchange.hear({ source: frame, origin: ORIGIN, data })
        expect([posted.length, exchange.open()]).toEqual([2, 1])
      }),
      { numRuns },
    )
    await Promise.resolve()
    expect(effects()).toBe(0)
  })

  const isAnswer = (data: unknown, live: string) => {
    const { type, id } = (data ?? {}) as Partial<Message>
    return id === live && (type === '@w3m-frame/GET_USER_SUCCESS' || type === '@w3m-frame/GET_USER_ERROR')
  }
})
