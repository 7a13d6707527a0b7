import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import '../lib/embedded-errors'
import '../lib/later-errors'
import type { WalletError } from '../lib/errors'
import { REQUEST_LIMIT_MS } from './auth-exchange'
import { type FrameSettings, frameUrl, openFrame } from './auth-frame'
import { stageFrames } from './test-frame'

const ORIGIN = 'https://secure.example'
const CYCLES = 100

let stage: ReturnType<typeof stageFrames>
const settings: FrameSettings = {
  url: `${ORIGIN}/sdk`,
  projectId: 'p',
  chainId: 'eip155:1',
  debug: false,
  place: async () => stage.body,
  onHeight: () => {},
}
const last = () => stage.last()
const codeOf = (asked: Promise<unknown>) =>
  asked.then(
    () => 'resolved',
    (error: WalletError) => error.code,
  )

beforeEach(() => {
  vi.useFakeTimers()
  stage = stageFrames(ORIGIN)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('openFrame', () => {
  test('promise 5, the frame has only the rights that it needs, and is found by reference', async () => {
    const { ask, close } = openFrame(settings)
    await vi.advanceTimersByTimeAsync(0)
    const { src, attributes, referrerPolicy, title } = last()
    expect({ src, referrerPolicy, title, ...Object.fromEntries(attributes) }).toEqual({
      src: `${ORIGIN}/sdk?projectId=p&chainId=eip155:1&version=4&enableLogger=false`,
      referrerPolicy: 'origin',
      title: 'secure.example',
      sandbox: 'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox',
      allow: 'clipboard-write',
    })
    stage.getReady()
    void ask('SIGN_OUT').catch(() => {})
    expect([...last().targets]).toEqual([ORIGIN])
    close()
  })

  test('the URL has the project id, chain, version and whether to log', () => {
    const chainId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
    expect(frameUrl({ ...settings, url: `${ORIGIN}/sdk?own=1`, projectId: 'a&b', chainId, debug: true })).toBe(
      `${ORIGIN}/sdk?projectId=a%26b&chainId=${chainId}&version=4&enableLogger=true`,
    )
  })

  test('error: a chain cannot add parameters to the URL', () => {
    const address = new URL(frameUrl({ ...settings, chainId: 'eip155:1&enableLogger=true#x' }))
    expect(address.searchParams.getAll('enableLogger')).toEqual(['false'])
  })

  test('promise 3, a frame closed before it has a place stops waiting for one', () => {
    let waiting: AbortSignal | undefined
    const { close } = openFrame({
      ...settings,
      place: (signal) => {
        waiting = signal
        return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
      },
    })
    expect(waiting?.aborted).toBe(false)
    close()
    expect(waiting?.aborted).toBe(true)
  })

  test('promise 3, a frame closed as it gets its place is not put there: nobody would take it away', async () => {
    const { close } = openFrame(settings)
    close()
    await vi.advanceTimersByTimeAsync(0)
    expect([last().isConnected, vi.getTimerCount()]).toEqual([false, 0])
  })

  test('promise 3, fault 38, error: a frame that never loads leaves nothing behind, 100 times over', async () => {
    for (let at = 0; at < CYCLES; at++) {
      const { ask, alive } = openFrame(settings)
      const codes = Promise.all([codeOf(ask('CONNECT_EMAIL', { email: 'a@b.co' })), codeOf(ask('GET_USER'))])
      await vi.advanceTimersByTimeAsync(REQUEST_LIMIT_MS - 1)
      expect([alive(), last().posted.length]).toEqual([true, 0])
      await vi.advanceTimersByTimeAsync(1)
      expect(await codes).toEqual(['EMBEDDED_WALLET_TIMEOUT', 'EMBEDDED_WALLET_TIMEOUT'])
      expect([alive(), last().isConnected, stage.page.listeners.size, vi.getTimerCount()]).toEqual([false, false, 0, 0])
    }
    expect(stage.frames).toHaveLength(CYCLES)
  })

  test('fault 39, error: a frame that fails to load is reported at once, and leaves nothing behind', async () => {
    for (let at = 0; at < CYCLES; at++) {
      const { ask, alive } = openFrame(settings)
      await vi.advanceTimersByTimeAsync(0)
      const code = codeOf(ask('CONNECT_EMAIL', { email: 'a@b.co' }))
      last().dispatchEvent(new Event('error'))
      expect(await code).toBe('EMAIL_LOGIN_UNAVAILABLE')
      expect([alive(), stage.page.listeners.size, vi.getTimerCount()]).toEqual([false, 0, 0])
    }
  })
})

describe('a frame whose page reloads by itself', () => {
  const load = () => last().dispatchEvent(new Event('load'))
  const names = () => last().posted.map(({ type }) => type.slice('@w3m-app/'.length))
  const orders = [
    ['and posts READY before its load event', [(on: typeof stage) => on.getReady(), load]],
    ['and posts READY after its load event', [load, (on: typeof stage) => on.getReady()]],
  ] as const

  /** The promise’s state right now. */
  const now = async (asked: Promise<string>) => {
    await vi.advanceTimersByTimeAsync(0)
    return Promise.race([asked, 'still waited for'])
  }

  /** Open and ready, with a signature and a read pending. */
  async function waiting(steps: (typeof orders)[number][1]) {
    const frame = openFrame(settings)
    await vi.advanceTimersByTimeAsync(0)
    for (const step of steps) step(stage)
    const limits = { once: true, limitMs: Number.POSITIVE_INFINITY }
    const signed = codeOf(frame.ask('RPC_REQUEST', { method: 'personal_sign' }, limits))
    const read = codeOf(frame.ask('GET_CHAIN_ID'))
    expect(names()).toEqual(['RPC_REQUEST', 'GET_CHAIN_ID'])
    return { frame, signed, read }
  }

  test.each(orders)('%s: a pending signature ends at once, a read is sent again', async (_, steps) => {
    const { frame, signed, read } = await waiting(steps)
    for (const step of steps) step(stage)
    expect(await now(signed)).toBe('REQUEST_ABORTED')
    expect(names().slice(2)).toEqual(['GET_CHAIN_ID'])
    const { id } = last().posted.at(-1) ?? {}
    stage.say(last().contentWindow, { type: '@w3m-frame/GET_CHAIN_ID_SUCCESS', id, payload: { chainId: 1 } })
    expect(await read).toBe('resolved')
    // And once more.
    const again = codeOf(frame.ask('RPC_REQUEST', { method: 'personal_sign' }, { once: true }))
    for (const step of steps) step(stage)
    expect(await now(again)).toBe('REQUEST_ABORTED')
    frame.close()
  })

  test.each(orders.flatMap(([order, steps]) => ['with a word', 'without one'].map((way) => [order, way, steps] as const)))(
    '%s, as requested, %s: requests made from then on stay open',
    async (_, way, steps) => {
      const { frame, signed, read } = await waiting(steps)
      void frame.ask('RELOAD')
      const { id } = last().posted.at(-1) ?? {}
      if (way === 'with a word') stage.say(last().contentWindow, { type: '@w3m-frame/RELOAD_SUCCESS', id })
      const paid = codeOf(frame.ask('RPC_REQUEST', { method: 'eth_sendTransaction' }, { once: true }))
      for (const step of steps) step(stage)
      // READY twice.
      stage.getReady()
      expect(names().slice(3)).toEqual(['GET_CHAIN_ID', 'RPC_REQUEST'])
      expect([await now(signed), await now(paid)]).toEqual(['REQUEST_ABORTED', 'still waited for'])
      frame.close()
      expect(await Promise.all([read, paid])).toEqual(['FRAME_NOT_SET', 'FRAME_NOT_SET'])
    },
  )

  test.each([
    ['posts READY twice', () => stage.getReady()],
    ['loads again without READY', load],
  ])('error: one that %s ends nothing, and no request is sent twice', async (_, step) => {
    const { frame, signed } = await waiting(orders[0][1])
    for (let at = 0; at < 3; at++) step()
    expect([await now(signed), names().length, frame.ready()]).toEqual(['still waited for', 2, true])
    frame.close()
  })
})
