import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ANSWER_LIMIT_MS, openEip1193, REVOKE_LIMIT_MS } from './eip1193'
import type { ConnectorEvent } from './types'
import vectors from './vectors/provider_misbehaviour.json'

const ALICE = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const BOB = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const never = () => new Promise(() => {})
const rejects = (cause: unknown) => () => Promise.reject(cause)

type Answers = Record<string, unknown>

/** A provider that answers each method as told (a function is called), with a plain emitter. */
function fakeProvider(answers: Answers = {}) {
  const listeners = new Map<string, Set<(payload: unknown) => void>>()
  const asked: string[] = []
  const replies: Answers = { eth_requestAccounts: [ALICE], eth_accounts: [ALICE], eth_chainId: '0x38', ...answers }
  const of = (name: string) => listeners.get(name) ?? listeners.set(name, new Set()).get(name) ?? new Set()
  return {
    asked,
    replies,
    emit: (name: string, payload?: unknown) => {
      for (const hear of [...of(name)]) hear(payload)
    },
    count: () => [...listeners.values()].reduce((sum, each) => sum + each.size, 0),
    provider: {
      request({ method }: { method: string }): unknown {
        asked.push(method)
        const reply = replies[method]
        return typeof reply === 'function' ? reply() : Promise.resolve(reply)
      },
      on: (name: string, hear: (payload: unknown) => void) => void of(name).add(hear),
      removeListener: (name: string, hear: (payload: unknown) => void) => void of(name).delete(hear),
    } as Record<string, unknown>,
  }
}

let events: ConnectorEvent[]
const tell = (event: ConnectorEvent) => void events.push(event)
const signal = () => new AbortController().signal
const told = () =>
  events.map((event) =>
    event.type === 'change' ? [event.connections[0]?.networkId, event.connections[0]?.accounts.length] : event.type,
  )

beforeEach(() => {
  vi.useFakeTimers()
  events = []
})
afterEach(() => void vi.useRealTimers())

type Outcome = { code: string } | { networkId: string; accounts: string[] } | 'waits'
const connectsTo = (reference: number | string, ...addresses: string[]): Outcome => ({
  networkId: `eip155:${reference}`,
  accounts: addresses.map((address) => `eip155:${reference}:${address}`),
})
const fine = connectsTo(56, ALICE)
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
const accounts = (answer: unknown) => fakeProvider({ eth_requestAccounts: answer }).provider
const chain = (answer: unknown) => fakeProvider({ eth_chainId: answer }).provider
const without = (...keys: string[]) =>
  Object.fromEntries(Object.entries(fakeProvider().provider).filter(([key]) => !keys.includes(key)))
const onThrows = () => {
  throw new Error('no')
}
const asFunction = () => Object.assign(() => {}, fakeProvider().provider)
const twice = {
  // biome-ignore lint/suspicious/noThenProperty: the fault itself
  then(resolve: (value: unknown) => void, reject: (cause: unknown) => void) {
    resolve([ALICE])
    resolve([BOB])
    reject(1)
  },
}
const thenThrows = {
  // biome-ignore lint/suspicious/noThenProperty: the fault itself
  then() {
    throw new Error('no')
  },
}
const hex = (index: number) => `0x${index.toString(16).padStart(40, '0')}`

/** What connecting ends in, for each fault that shows while connecting. */
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

/** Titles, and keys of tables of cases, of all tests but these rows. */
const others = import.meta.glob<string>(['../**/*.test.ts', '../../e2e/**/*.spec.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
})
const named = Object.values(others).flatMap((source) =>
  source
    .split('\n')
    .filter((line) => !/^\s*(\/\/|\*|\/\*)/.test(line) && /['"`]|^\s*P\d\d: /.test(line))
    .flatMap((line) => line.match(/\bP\d\d\b/g) ?? []),
)
/** Of this file, by their titles. */
const here = ['P07', 'P24', 'P33', 'P34', 'P35', 'P37', 'P38']

describe('provider misbehaviour', () => {
  test('promise 21: all 67 rows are tested by name', () => {
    const ids = vectors.cases.map(({ id }) => id)
    expect([ids.length, new Set(ids).size]).toEqual([67, 67])
    expect(Object.keys(connecting).filter((id) => !ids.includes(id))).toEqual([])
    expect(ids.filter((id) => !(id in connecting || here.includes(id) || named.includes(id)))).toEqual([])
  })

  const rows = vectors.cases.flatMap(({ id, fault }) => {
    const row = connecting[id]
    return row ? [{ id, fault, provider: row[0], outcome: row[1] }] : []
  })
  test.each(rows)('promise 21: $id: $fault', async ({ provider, outcome }) => {
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
    await vi.advanceTimersByTimeAsync(REVOKE_LIMIT_MS)
    await leaving
    expect(vi.getTimerCount()).toBe(0)
  })

  test.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['an object without a request', {}],
    ['a text', 'provider'],
    ['a request that is none', { request: 'yes' }],
    ['a getter that throws', throwing],
  ])('error: %s is no provider, and is told as such (fault 19)', async (_, provider) => {
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

describe('connect', () => {
  test('asks for accounts, then for the chain, and nothing else', async () => {
    const fake = fakeProvider()
    await openEip1193(fake.provider, tell).connect(signal())
    expect(fake.asked).toEqual(['eth_requestAccounts', 'eth_chainId'])
  })

  test('the host gets the wallet itself, we a guarded one', async () => {
    const fake = fakeProvider({ eth_blockNumber: onThrows })
    const [connection] = await openEip1193(fake.provider, tell).connect(signal())
    expect(connection?.publicProvider).toBe(fake.provider)
    await expect(connection?.provider.request({ method: 'eth_blockNumber' })).rejects.toThrow('no')
  })

  test('error: an aborted signal asks nothing', async () => {
    const fake = fakeProvider()
    await expect(openEip1193(fake.provider, tell).connect(AbortSignal.abort())).rejects.toMatchObject({ code: 'ABORTED' })
    expect(fake.asked).toEqual([])
  })

  test('error: a wallet that never tells its chain is given up after ten seconds', async () => {
    const failed = expect(openEip1193(chain(never), tell).connect(signal())).rejects.toMatchObject({ code: 'CONNECT_FAILED' })
    await vi.advanceTimersByTimeAsync(ANSWER_LIMIT_MS)
    await failed
  })

  test('error: an answer after the abort is ignored, and no listener is left', async () => {
    let answer = (_: unknown) => {}
    const fake = fakeProvider({
      eth_requestAccounts: () =>
        new Promise((resolve) => {
          answer = resolve
        }),
    })
    const controller = new AbortController()
    const failed = expect(openEip1193(fake.provider, tell).connect(controller.signal)).rejects.toMatchObject({ code: 'ABORTED' })
    controller.abort()
    await failed
    answer([ALICE])
    await vi.advanceTimersByTimeAsync(1000)
    expect(events).toEqual([])
    expect(fake.asked).toEqual(['eth_requestAccounts'])
    expect(fake.count()).toBe(0)
  })

  test('a second attempt outlives the end of the first', async () => {
    const fake = fakeProvider({ eth_requestAccounts: never })
    const wallet = openEip1193(fake.provider, tell)
    const controller = new AbortController()
    const first = expect(wallet.connect(controller.signal)).rejects.toMatchObject({ code: 'ABORTED' })
    fake.replies.eth_requestAccounts = [ALICE]
    controller.abort()
    const second = wallet.connect(signal())
    await first
    expect(await second).toHaveLength(1)
    fake.emit('chainChanged', '0x1')
    await vi.advanceTimersByTimeAsync(250)
    expect(told()).toEqual([['eip155:1', 1]])
  })

  test('-32002: the accounts that the wallet tells later connect it, without a second request (fault 17)', async () => {
    const fake = fakeProvider({ eth_requestAccounts: rejects({ code: -32002 }) })
    const wallet = openEip1193(fake.provider, tell)
    await expect(wallet.connect(signal())).rejects.toMatchObject({ code: 'REQUEST_PENDING' })
    fake.emit('accountsChanged', [ALICE])
    await vi.advanceTimersByTimeAsync(250)
    expect(told()).toEqual([['eip155:56', 1]])
    expect(fake.asked.filter((method) => method === 'eth_requestAccounts')).toHaveLength(1)
  })

  test('-32002: after the abort they connect nothing', async () => {
    const fake = fakeProvider({ eth_requestAccounts: rejects({ code: -32002 }) })
    const controller = new AbortController()
    await expect(openEip1193(fake.provider, tell).connect(controller.signal)).rejects.toMatchObject({ code: 'REQUEST_PENDING' })
    controller.abort()
    fake.emit('accountsChanged', [ALICE])
    await vi.advanceTimersByTimeAsync(1000)
    expect(events).toEqual([])
    expect(fake.count()).toBe(0)
  })

  test('P38: what the wallet says before it answers does not disturb', async () => {
    const fake = fakeProvider()
    fake.replies.eth_chainId = () => {
      fake.emit('connect', { chainId: '0x38' })
      fake.emit('accountsChanged', [ALICE])
      return Promise.resolve('0x38')
    }
    expect(await openEip1193(fake.provider, tell).connect(signal())).toMatchObject([fine])
    await vi.advanceTimersByTimeAsync(1000)
    expect(events).toEqual([])
  })

  test('P24: a chain told while the older answer was on its way wins', async () => {
    const fake = fakeProvider()
    fake.replies.eth_chainId = () => {
      fake.emit('chainChanged', '0x1')
      return Promise.resolve('0x38')
    }
    expect(await openEip1193(fake.provider, tell).connect(signal())).toMatchObject([fine])
    await vi.advanceTimersByTimeAsync(250)
    expect(told()).toEqual([['eip155:1', 1]])
  })
})

describe('restore', () => {
  test('finds what holds without prompting', async () => {
    const fake = fakeProvider()
    expect(await openEip1193(fake.provider, tell).restore(signal())).toMatchObject([fine])
    expect(fake.asked).toEqual(['eth_accounts', 'eth_chainId'])
  })

  test.each([
    ['a locked wallet', { eth_accounts: [] }],
    ['a wallet that fails', { eth_accounts: rejects({ code: -32603 }) }],
    ['a wallet that never answers', { eth_accounts: never }],
    ['a wallet without a readable chain', { eth_chainId: '0xzz' }],
  ])('error: %s gives nothing, within ten seconds', async (_, answers) => {
    const fake = fakeProvider(answers)
    const restored = openEip1193(fake.provider, tell).restore(signal())
    await vi.advanceTimersByTimeAsync(ANSWER_LIMIT_MS)
    expect(await restored).toEqual([])
    expect(fake.count()).toBe(0)
  })
})

describe('events', () => {
  async function connected(answers?: Answers) {
    const fake = fakeProvider(answers)
    const wallet = openEip1193(fake.provider, tell)
    await wallet.connect(signal())
    await vi.advanceTimersByTimeAsync(1000)
    return { ...fake, wallet }
  }

  test.each([['0x1'], [1], ['1'], ['0x01'], [{ chainId: '0x1' }]])('chainChanged %o is chain 1 (fault 20)', async (payload) => {
    const { emit } = await connected()
    emit('chainChanged', payload)
    await vi.advanceTimersByTimeAsync(0)
    expect(told()).toEqual([['eip155:1', 1]])
  })

  test('an unclear chain is read again from the wallet', async () => {
    const { emit, replies } = await connected()
    replies.eth_chainId = '0x89'
    emit('chainChanged', undefined)
    await vi.advanceTimersByTimeAsync(250)
    expect(told()).toEqual([['eip155:137', 1]])
  })

  test('error: a chain that stays unclear is none of ours (fault 20)', async () => {
    const { emit, replies } = await connected()
    replies.eth_chainId = never
    emit('chainChanged', '0xzz')
    await vi.advanceTimersByTimeAsync(REVOKE_LIMIT_MS + 250)
    expect(told()).toEqual([['eip155:0', 1]])
  })

  test('chain and accounts that change together are told together, and nothing twice', async () => {
    const { emit } = await connected()
    emit('chainChanged', '0x1')
    emit('accountsChanged', [BOB, ALICE])
    emit('accountsChanged', [BOB, ALICE])
    await vi.advanceTimersByTimeAsync(1000)
    emit('chainChanged', '0x1')
    await vi.advanceTimersByTimeAsync(1000)
    expect(told()).toEqual([['eip155:1', 2]])
  })

  test('P34: no accounts is one disconnect, and the end of listening (fault 21)', async () => {
    const { emit, count } = await connected()
    emit('accountsChanged', [])
    await vi.advanceTimersByTimeAsync(250)
    emit('accountsChanged', [])
    emit('accountsChanged', [ALICE])
    await vi.advanceTimersByTimeAsync(1000)
    expect(events).toEqual([{ type: 'disconnect', reason: 'wallet' }])
    expect(count()).toBe(0)
  })

  test('a wallet that empties its accounts only to change them stays connected', async () => {
    const { emit } = await connected()
    emit('accountsChanged', [])
    emit('accountsChanged', [BOB])
    await vi.advanceTimersByTimeAsync(250)
    expect(told()).toEqual([['eip155:56', 1]])
  })

  test('junk accounts are read again from the wallet', async () => {
    const { emit, replies } = await connected()
    replies.eth_accounts = [BOB]
    emit('accountsChanged', ['junk'])
    await vi.advanceTimersByTimeAsync(250)
    expect(events).toMatchObject([{ type: 'change', connections: [{ accounts: [`eip155:56:${BOB}`] }] }])
  })

  test('P37: a disconnect of a wallet that still shows accounts is none', async () => {
    const { emit } = await connected()
    emit('disconnect', { code: 1013 })
    await vi.advanceTimersByTimeAsync(1000)
    expect(events).toEqual([])
  })

  test('a disconnect of a wallet that shows none is one', async () => {
    const { emit } = await connected({ eth_accounts: never })
    emit('disconnect')
    await vi.advanceTimersByTimeAsync(REVOKE_LIMIT_MS + 250)
    expect(events).toEqual([{ type: 'disconnect', reason: 'wallet' }])
  })

  test('P33: of 1,000 chains a second for five seconds at most four a second are told, the last one last (fault 22)', async () => {
    const { emit, asked } = await connected()
    const before = asked.length
    for (let at = 1; at <= 5000; at++) {
      emit('chainChanged', `0x${at.toString(16)}`)
      await vi.advanceTimersByTimeAsync(1)
    }
    await vi.advanceTimersByTimeAsync(250)
    expect(events.length).toBeLessThanOrEqual(21)
    expect(told().at(-1)).toEqual(['eip155:5000', 1])
    expect(asked.length).toBe(before)
  })

  test('a chain that was left and is there again at once is told: who asked in between knows another', async () => {
    const { emit, replies } = await connected()
    replies.eth_chainId = '0x1'
    emit('chainChanged', '0x1')
    emit('chainChanged', '0x38')
    await vi.advanceTimersByTimeAsync(250)
    expect(told()).toEqual([['eip155:56', 1]])
  })

  test('P35: of two accounts that alternate the last one is told last', async () => {
    const { emit } = await connected()
    for (let at = 0; at < 5000; at++) {
      emit('accountsChanged', [at % 2 ? BOB : ALICE])
      await vi.advanceTimersByTimeAsync(1)
    }
    await vi.advanceTimersByTimeAsync(250)
    expect(events.length).toBeLessThanOrEqual(21)
    expect(events.at(-1) ?? {}).toMatchObject({ connections: [{ accounts: [`eip155:56:${BOB}`] }] })
  })

  test('after pause nothing is heard, also from a wallet that lets no listener go', async () => {
    const { emit, wallet, provider } = await connected()
    provider.removeListener = undefined
    wallet.pause()
    emit('accountsChanged', [BOB])
    await vi.advanceTimersByTimeAsync(1000)
    expect(events).toEqual([])
  })
})

describe('disconnect', () => {
  test('asks a wallet that keeps permissions to drop them', async () => {
    const fake = fakeProvider({ wallet_getPermissions: [{ parentCapability: 'eth_accounts' }], wallet_revokePermissions: null })
    await openEip1193(fake.provider, tell).disconnect()
    expect(fake.asked).toEqual(['wallet_getPermissions', 'wallet_revokePermissions'])
  })

  test.each([
    ['refuses', rejects({ code: 4200 })],
    ['never answers', never],
    ['answers junk', 'junk'],
  ])('error: a wallet that %s is left within three seconds', async (_, answer) => {
    const fake = fakeProvider({ wallet_getPermissions: answer })
    const leaving = openEip1193(fake.provider, tell).disconnect()
    await vi.advanceTimersByTimeAsync(REVOKE_LIMIT_MS)
    await leaving
    expect(fake.asked).toEqual(['wallet_getPermissions'])
  })
})
