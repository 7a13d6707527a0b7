import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { absent, failing, odd } from '../../e2e/misbehaviour/connecting'
import { sending, sendingAsOne } from '../../e2e/misbehaviour/sending'
import { signing } from '../../e2e/misbehaviour/signing'
import { switching } from '../../e2e/misbehaviour/switching'
import { openEip1193 } from './eip1193'
import { ANSWER_LIMIT_MS, LEAVE_LIMIT_MS } from './limits'
import {
  ALICE,
  accounts,
  chain,
  events,
  fakeProvider,
  fine,
  never,
  type Outcome,
  onThrows,
  rejects,
  signal,
  tell,
  twice,
  without,
} from './test-provider'
import vectors from './vectors/provider_misbehaviour.json'

const hostileMessage = {
  get message(): string {
    throw new Error('no')
  },
}

const throwing = new Proxy(
  {},
  {
    get() {
      throw new Error('no')
    },
  },
)

const asFunction = () => Object.assign(() => {}, fakeProvider().provider)

const thenThrows = {
  // biome-ignore lint/suspicious/noThenProperty: the fault itself
  then() {
    throw new Error('no')
  },
}

const hex = (index: number) => `0x${index.toString(16).padStart(40, '0')}`

/** The outcome of connecting, for each fault that shows while connecting. */
const connecting: Record<string, readonly [provider: unknown, outcome: Outcome]> = {
  P01: [accounts(never), 'waits'],
  P02: [accounts(() => twice), fine],
  P03: [accounts([]), { code: 'NO_ACCOUNTS_FOUND' }],
  P04: [accounts(null), { code: 'NO_ACCOUNTS_FOUND' }],
  P05: [accounts(['0x0']), { code: 'NO_ACCOUNTS_FOUND' }],
  P06: [accounts(['not-hex']), { code: 'NO_ACCOUNTS_FOUND' }],
  P08: [accounts([ALICE.toLowerCase(), ALICE, `0x${ALICE.slice(2).toUpperCase()}`]), fine],
  P09: [accounts(onThrows), { code: 'CONNECT_FAILED' }],
  P10: [accounts(rejects(undefined)), { code: 'CONNECT_FAILED' }],
  P11: [accounts(rejects('no')), { code: 'CONNECT_FAILED' }],
  P12: [accounts(rejects({ code: '4001' })), { code: 'USER_REJECTED' }],
  P13: [accounts(rejects({ code: 4001 })), { code: 'USER_REJECTED' }],
  P14: [accounts(rejects({ code: 4100 })), { code: 'WALLET_UNAUTHORIZED' }],
  P15: [accounts(rejects({ code: -32002 })), { code: 'REQUEST_PENDING' }],
  P16: [accounts(rejects({ code: 5000 })), { code: 'USER_REJECTED' }],
  P17: [accounts(rejects(hostileMessage)), { code: 'CONNECT_FAILED' }],
  P18: [chain('56'), fine],
  P19: [chain(56), fine],
  P20: [chain('0x038'), fine],
  P21: [chain('0xzz'), { code: 'CHAIN_UNSUPPORTED' }],
  P22: [chain('0x'), { code: 'CHAIN_UNSUPPORTED' }],
  P23: [chain('0xffffffffffffffffffff'), { code: 'CHAIN_UNSUPPORTED' }],
  P39: [without('on'), fine],
  P40: [{ ...fakeProvider().provider, on: onThrows }, fine],
  P41: [without('removeListener'), fine],
  P42: [{ ...without('request'), send: never, sendAsync: never }, { code: 'PROVIDER_NOT_FOUND' }],
  P43: [throwing, { code: 'PROVIDER_NOT_FOUND' }],
  P44: [Object.freeze(fakeProvider().provider), fine],
  P45: [asFunction(), fine],
  P46: [accounts(() => [ALICE]), fine],
  P47: [accounts(() => thenThrows), { code: 'CONNECT_FAILED' }],
}

/** Other unit tests, whose titles name the remaining rows. */
const others = import.meta.glob<string>('../**/*.test.ts', { query: '?raw', import: 'default', eager: true })
const journeys = import.meta.glob<string>('../../e2e/**/*.spec.ts', { query: '?raw', import: 'default', eager: true })

const namedIn = (sources: Readonly<Record<string, string>>) =>
  Object.values(sources).flatMap((source) =>
    source
      .split('\n')
      .filter((line) => !/^\s*(\/\/|\*|\/\*)/.test(line) && /['"`]/.test(line))
      .flatMap((line) => line.match(/\bP\d\d\b/g) ?? []),
  )
const named = namedIn(others)

/** Rows covered by a journey in a real browser, and those named in a journey’s or step’s title. */
const inBrowser = [
  ...Object.keys({ ...failing, ...absent, ...odd, ...switching, ...signing, ...sending, ...sendingAsOne }),
  ...Object.values(journeys).flatMap((source) =>
    [...source.matchAll(/^ *(?:await )?test(?:\.step)?\((['`])(.*?)\1,/gm)].flatMap(
      ([, , title]) => title?.match(/\bP\d\d\b/g) ?? [],
    ),
  ),
]

/** Rows named by titles of this file. */
const here = ['P07']

beforeEach(() => {
  vi.useFakeTimers()
  events.length = 0
})

afterEach(() => void vi.useRealTimers())

describe('provider misbehaviour', () => {
  test('promises 21 and 36: all 67 rows are tested by name', () => {
    const ids = vectors.cases.map(({ id }) => id)
    expect([ids.length, new Set(ids).size]).toEqual([67, 67])
    expect(Object.keys(connecting).filter((id) => !ids.includes(id))).toEqual([])
    expect(ids.filter((id) => !(id in connecting || here.includes(id) || named.includes(id)))).toEqual([])
  })

  test('promises 21 and 36: all 67 rows happen to a visitor in a real browser', () => {
    expect([...new Set(inBrowser)].sort()).toEqual(vectors.cases.map(({ id }) => id))
  })

  const rows = vectors.cases.flatMap(({ id, fault }) => {
    const row = connecting[id]
    return row ? [{ id, fault, provider: row[0], outcome: row[1] }] : []
  })
  test.each(rows)('promises 21 and 36: $id: $fault', async ({ provider, outcome }) => {
    const controller = new AbortController()
    const wallet = openEip1193(provider, tell)
    const settled = wallet.connect(controller.signal).then(
      ([connection]) => connection,
      (cause) => cause,
    )
    if (outcome === 'waits') {
      await vi.advanceTimersByTimeAsync(60_000)
      controller.abort()
      expect(await settled).toMatchObject({ code: 'ABORTED' })
    } else expect(await settled).toMatchObject(outcome)
    await vi.advanceTimersByTimeAsync(ANSWER_LIMIT_MS)
    expect(events).toEqual([])
    const leaving = wallet.disconnect()
    await vi.advanceTimersByTimeAsync(LEAVE_LIMIT_MS)
    await leaving
    expect(vi.getTimerCount()).toBe(0)
  })

  test.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['an object without a request', {}],
    ['a text', 'provider'],
    ['a request that is not a function', { request: 'yes' }],
    ['a getter that throws', throwing],
  ])('error: %s is no provider, and is PROVIDER_NOT_FOUND (fault 19)', async (_, provider) => {
    await expect(openEip1193(provider, tell).connect(signal())).rejects.toMatchObject({
      code: 'PROVIDER_NOT_FOUND',
      message: 'Provider not found',
    })
  })

  test('P07: of 10,000 accounts the first hundred count', async () => {
    const many = Array.from({ length: 10_000 }, (_, index) => hex(index + 1))
    const [connection] = await openEip1193(accounts(many), tell).connect(signal())
    expect(connection?.accounts).toHaveLength(100)
  })
})
