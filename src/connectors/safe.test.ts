import { afterEach, describe, expect, test, vi } from 'vitest'
import { isInSafe } from '../lib/in-safe'
import { discover } from './safe'
import { askSafe } from './safe-frame'
import { framedBy, playedSafe } from './test-safe'
import type { Connector } from './types'

const SAFE_ORIGIN = 'https://app.safe.global'
const SAFE = '0x5aFE3855358E112B5647B952709E6165e1c1eEEe'
const info = { safeAddress: SAFE.toLowerCase(), chainId: 56, owners: [], threshold: 2, isReadOnly: false }

let list: Connector[]
let stop: () => void
const start = () => {
  list = []
  stop = discover((connector) => list.push(connector))
}
const frame = (answers: Parameters<typeof playedSafe>[0], origin?: string) => {
  const safe = playedSafe(answers)
  const framed = framedBy(safe, origin)
  vi.stubGlobal('window', framed.window)
  return { ...safe, ...framed }
}
const settled = () => new Promise((done) => setTimeout(done))

afterEach(() => {
  stop?.()
  vi.unstubAllGlobals()
})

describe('the Safe around the page', () => {
  test('is found once it has answered, and connects without a prompt', async () => {
    const { asked } = frame({ getSafeInfo: () => info })
    start()
    expect(list).toEqual([])
    await settled()
    expect(list).toMatchObject([{ id: 'safe', name: 'Safe', type: 'EXTERNAL', namespaces: ['eip155'] }])
    const [connection] = (await list[0]?.restore({ networks: [], signal: new AbortController().signal })) ?? []
    expect(connection).toMatchObject({ networkId: 'eip155:56', accounts: [`eip155:56:${SAFE}`] })
    expect(new Set(asked.map(([method]) => method))).toEqual(new Set(['getSafeInfo']))
  })

  test.each<[string, () => unknown]>([
    ['names no account', () => ({ chainId: 1 })],
    ['is on no chain', () => ({ ...info, chainId: '0x1' })],
    ['refuses', () => Promise.reject(new Error('no'))],
    ['answers nothing', () => null],
  ])('error: one that %s is not listed', async (_, getSafeInfo) => {
    frame({ getSafeInfo })
    start()
    await settled()
    expect(list).toEqual([])
  })

  test('error: any other page around the frame is not asked, whatever it posts', async () => {
    const { asked, hear } = frame({ getSafeInfo: () => info }, 'https://app.safe.global.evil.example')
    start()
    hear({ id: 'any', success: true, data: info })
    await settled()
    expect([asked, list]).toEqual([[], []])
  })

  test('error: an answer from another window or origin is ignored', async () => {
    const { hear, window, parent } = frame({})
    const posted: { id: string }[] = []
    parent.postMessage = (message) => void posted.push(message as { id: string })
    start()
    const id = posted[0]?.id
    const answer = { id, success: true, data: info }
    hear(answer, { source: window })
    hear(answer, { origin: 'https://evil.example' })
    hear({ ...answer, id: 'another' })
    hear({ ...answer, success: 'yes' })
    for (const junk of [null, undefined, 7, 'text', { id }]) hear(junk)
    await settled()
    expect(list).toEqual([])
    hear(answer)
    await settled()
    expect(list).toHaveLength(1)
  })

  test('after stop nothing is added', async () => {
    frame({ getSafeInfo: () => info })
    start()
    stop()
    await settled()
    expect(list).toEqual([])
  })
})

describe('askSafe', () => {
  test.each([
    ['Transaction was rejected', 4001],
    ['Gateway is down', -32603],
    [undefined, -32603],
  ])('error: %s is %i', async (error, code) => {
    const { hear, parent } = frame({})
    parent.postMessage = (message) => queueMicrotask(() => hear({ id: (message as { id: string }).id, success: false, error }))
    await expect(askSafe('getSafeInfo')).rejects.toMatchObject({ code })
  })
})

describe('isInSafe', () => {
  const inFrame = (location: object, referrer = '') => {
    vi.stubGlobal('self', 1)
    vi.stubGlobal('top', 2)
    vi.stubGlobal('location', location)
    vi.stubGlobal('document', { referrer })
    return isInSafe()
  }
  test.each<[boolean, object, string?]>([
    [true, { ancestorOrigins: [SAFE_ORIGIN] }],
    [true, { ancestorOrigins: [SAFE_ORIGIN, 'https://portal.example'] }],
    [false, { ancestorOrigins: ['https://portal.example', SAFE_ORIGIN] }],
    [false, { ancestorOrigins: ['https://app.safe.global.evil.example'] }, `${SAFE_ORIGIN}/`],
    [true, {}, `${SAFE_ORIGIN}/apps?x`],
    [false, {}, 'https://app.safe.globals.example/'],
    [false, {}],
  ])('%s for %j, referrer %s', (expected, location, referrer) => expect(inFrame(location, referrer)).toBe(expected))

  test('a page that is not framed is not in a Safe', () => {
    vi.stubGlobal('location', { ancestorOrigins: [] })
    vi.stubGlobal('document', { referrer: `${SAFE_ORIGIN}/` })
    expect(isInSafe()).toBe(false)
  })
})
