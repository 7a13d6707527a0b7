import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import '../lib/embedded-errors'
import '../lib/later-errors'
import { openFrame } from './auth-frame'
import { ADDRESS, type Message, ORIGIN, USER } from './test-exchange'
import { stageFrames } from './test-frame'
import vectors from './vectors/frame_messages.json'

let close = () => {}
afterEach(() => {
  close()
  vi.unstubAllGlobals()
})

describe('fault 40: messages', () => {
  /** The secure frame’s own window, for which `source` stands, and its origin. */
  const OWN = { source: 'the frame', origin: ORIGIN } as const
  const senders = [
    { name: 'other-origin-iframe', source: {}, origin: 'https://evil.example' },
    { name: 'same-origin-iframe', source: {}, origin: 'https://page.example' },
    { name: 'top window self', source: { top: true }, origin: 'https://page.example' },
    { name: 'opener popup', source: { opener: true }, origin: ORIGIN },
    { name: 'sibling iframe of secure origin', source: {}, origin: ORIGIN },
    { name: 'secure origin after navigation to error page', source: OWN.source, origin: 'null' },
    { name: 'the frame gone to another site', source: OWN.source, origin: 'https://evil.example' },
    { name: 'the frame gone to a port of its site', source: OWN.source, origin: `${ORIGIN}:8443` },
    { name: 'null origin sandboxed iframe', source: null, origin: 'null' },
    { name: 'no window, by the right name', source: null, origin: ORIGIN },
  ] as const
  type Sender = { readonly source: unknown; readonly origin: string }

  type Case = { name: string; from: string; data: unknown }
  // The last two are valid answers from the frame.
  const isAllowed = ({ name }: Case) => /^(error message|SUCCESS then ERROR)/.test(name)
  const cases = (vectors.cases as Case[]).filter((each) => !isAllowed(each))

  /** Fills in this run’s ids, and the sizes that the file only names. */
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

  /** A frame on the page with one request answered and one open. */
  async function harness(isReady = true) {
    const stage = stageFrames(ORIGIN)
    let effects = 0
    const frame = openFrame({
      ...{ url: `${ORIGIN}/sdk`, projectId: 'p', chainId: 'eip155:1', debug: false },
      place: async () => stage.body,
      onHeight: () => effects++,
    })
    close = frame.close
    await Promise.resolve()
    const { contentWindow, posted } = stage.last()
    const hear = (sender: Sender, data: unknown) =>
      stage.say(sender.source === OWN.source ? contentWindow : sender.source, data, sender.origin)
    const ready = () => hear(OWN, { type: '@w3m-frame/READY', payload: { version: '4' } })
    const first = frame.ask('GET_USER')
    if (isReady) {
      ready()
      hear(OWN, { type: '@w3m-frame/GET_USER_SUCCESS', id: posted[0]?.id, payload: USER })
      await first
    } else first.catch(() => {})
    const watched = frame.ask('GET_USER').finally(() => effects++)
    watched.catch(() => {})
    const [settled = '', live = ''] = posted.map(({ id }) => id)
    return { stage, posted, hear, ready, settled, live, watched, effects: () => effects }
  }
  type Harness = Awaited<ReturnType<typeof harness>>

  /** Nothing has had an effect, and the frame’s own answer still does. */
  async function expectUntouched({ posted, hear, live, watched, effects }: Harness) {
    await Promise.resolve()
    expect([effects(), posted.length]).toEqual([0, 2])
    hear(OWN, { type: '@w3m-frame/GET_USER_SUCCESS', id: live, payload: USER })
    expect(await watched).toMatchObject({ address: ADDRESS })
    hear(OWN, { type: '@w3m-frame/HEIGHT', payload: { height: 300 } })
    expect(effects()).toBe(2)
  }

  test.each(cases.map((each, at) => ({ ...each, at })))(
    'promise 1: $at $name, from $from: nothing happens',
    async ({ from, data }) => {
      const staged = await harness()
      const sender = senders.find((each) => from.startsWith(each.name)) ?? OWN
      const { live, settled } = staged
      for (const guess of [true, false]) staged.hear(sender, fill(data, live, settled, guess))
      await expectUntouched(staged)
    },
  )

  test.each(senders)(
    'error: promise 1, from $name: an answer to an open request, READY and HEIGHT are ignored',
    async (sender) => {
      const waiting = await harness(false)
      waiting.hear(sender, { type: '@w3m-frame/READY', payload: { version: '4' } })
      expect(waiting.posted).toEqual([])
      waiting.ready()
      expect(waiting.posted).toHaveLength(2)
      close()
      const staged = await harness()
      staged.hear(sender, { type: '@w3m-frame/HEIGHT', payload: { height: 4_000 } })
      for (const end of ['SUCCESS', 'ERROR'])
        staged.hear(sender, { type: `@w3m-frame/GET_USER_${end}`, id: staged.live, payload: { ...USER, message: 'no' } })
      await expectUntouched(staged)
    },
  )

  test('error: promise 1, a removed frame has no window: a message without a source is ignored', async () => {
    const { stage, hear, live, effects } = await harness()
    stage.last().remove()
    hear({ source: null, origin: ORIGIN }, { type: '@w3m-frame/GET_USER_SUCCESS', id: live, payload: USER })
    hear({ source: null, origin: ORIGIN }, { type: '@w3m-frame/HEIGHT', payload: { height: 300 } })
    await Promise.resolve()
    expect(effects()).toBe(0)
  })

  test('promise 2, after SUCCESS then ERROR with one id the first answer wins', async () => {
    const { hear, live, watched } = await harness()
    hear(OWN, { type: '@w3m-frame/GET_USER_SUCCESS', id: live, payload: USER })
    hear(OWN, { type: '@w3m-frame/GET_USER_ERROR', id: live, payload: { message: 'no' } })
    expect(await watched).toMatchObject({ address: ADDRESS })
  })

  test('promise 2: 1,000 replays of answers to a settled id: 0 effects', async () => {
    const staged = await harness()
    for (let at = 0; at < 1_000; at++) {
      const end = at % 2 ? 'SUCCESS' : 'ERROR'
      staged.hear(OWN, { type: `@w3m-frame/GET_USER_${end}`, id: staged.settled, payload: USER })
    }
    await expectUntouched(staged)
  })

  test('promise 1: 10,000 mutated messages of ten kinds of sender change nothing: 0 effects, 0 throws', async () => {
    const staged = await harness()
    const { posted, settled, live, effects } = staged
    const bases = cases.map(({ data }) => data)
    const others = ['CONNECT_SOCIAL_SUCCESS', 'SIGN_OUT_ERROR']
    const names = ['GET_USER_SUCCESS', 'GET_USER_ERROR', 'READY', 'HEIGHT', 'SESSION_UPDATE', ...others]
    const types = names.map((name) => `@w3m-frame/${name}`)
    const mutated = fc.oneof(
      fc.record({
        type: fc.constantFrom(...types),
        id: fc.constantFrom(live, settled, 'x'),
        payload: fc.oneof(fc.constant({ ...USER, height: 300 }), fc.anything()),
      }),
      fc
        .tuple(fc.constantFrom(...bases), fc.string(), fc.anything())
        .map(([base, key, value]) => (typeof base === 'object' && base !== null ? { ...base, id: live, [key]: value } : value)),
      fc.anything(),
    )
    const numRuns = 10_000
    await fc.assert(
      fc.asyncProperty(mutated, fc.constantFrom(...senders), async (data, sender) => {
        staged.hear(sender, data)
        await Promise.resolve()
        expect([posted.length, effects()]).toEqual([2, 0])
      }),
      { numRuns },
    )
    // From the frame itself, only a well-formed answer to an open request counts.
    const wrong = mutated.filter((data) => !isHeard(data, live))
    await fc.assert(
      fc.asyncProperty(wrong, async (data) => {
        staged.hear(OWN, data)
        await Promise.resolve()
        expect([posted.length, effects()]).toEqual([2, 0])
      }),
      { numRuns },
    )
    await expectUntouched(staged)
  })

  const isHeard = (data: unknown, live: string) => {
    const { type, id } = (data ?? {}) as Partial<Message>
    return [...(id === live ? ['@w3m-frame/GET_USER_SUCCESS', '@w3m-frame/GET_USER_ERROR'] : []), '@w3m-frame/HEIGHT'].includes(
      type as string,
    )
  }
})
