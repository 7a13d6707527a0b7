import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { networks } from '../adapters/polkadot-networks'
import { discover, LATE_MS } from './injected-web3'
import { TELL_INTERVAL_MS } from './limits'
import type { Connector, ConnectorEvent } from './types'

const POLKADOT = 'polkadot:91b171bb158e2d3848fa23a9f1c25182'
const KUSAMA = 'polkadot:b0a8d493285c2df73290dfb7e61f870f'
const GENERIC = '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY'
const ON_POLKADOT = '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5'
const ON_KUSAMA = 'HNZata7iMYWmk5RvZRTiAsSDhV8366zq2YGb3tLH5Upf74F'
const OTHER = '5FHneW46xGXgs5mUiveU4sbTyGBzmstUspZC92UhjJM694ty'
const SIGNATURE = `0x${'ab'.repeat(64)}`
/** As Polkadot{.js} and SubWallet say it. */
const BLOCKED = new Error('The source https://site.example is not allowed to interact with this extension')
const GONE = new Error('Extension context invalidated.')

type Given = { address: unknown; genesisHash?: string | null; type?: string }

/** An extension that answers by the script; `become` changes its accounts and emits that. */
function extension(
  accounts: Given[] = [{ address: GENERIC, genesisHash: null }],
  script: { enable?: () => unknown; signRaw?: (payload: object) => unknown } = {},
) {
  const listeners = new Set<(list: Given[]) => void>()
  const asked: unknown[] = []
  const source = {
    accounts: {
      get: async () => accounts,
      subscribe: (hear: (list: Given[]) => void) => {
        listeners.add(hear)
        hear(accounts)
        return () => void listeners.delete(hear)
      },
    },
    signer: {
      signRaw: async (payload: object) => {
        asked.push(payload)
        return script.signRaw ? script.signRaw(payload) : { id: 1, signature: SIGNATURE }
      },
    },
  }
  const enable = vi.fn(async () => (script.enable ? script.enable() : source))
  const become = (...next: Given[]) => {
    for (const hear of listeners) hear(next)
  }
  return { entry: { version: '1', enable }, enable, asked, become, listening: () => listeners.size }
}

let list: Connector[]
let stop: () => void
const page: { injectedWeb3?: Record<string, unknown> } = {}
const start = () => {
  const remove = (id: string) => {
    list = list.filter((each) => each.id !== id)
  }
  stop = discover((connector) => {
    remove(connector.id)
    list.push(connector)
  }, remove)
}
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('window', page)
  vi.stubGlobal('document', { title: 'Test site' })
  vi.stubGlobal('location', { host: 'site.example' })
  page.injectedWeb3 = {}
  list = []
})
afterEach(() => {
  stop?.()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
const present = (given: ReturnType<typeof extension>): Connector => {
  page.injectedWeb3 = { 'polkadot-js': given.entry }
  start()
  const [connector] = list
  if (!connector) throw new Error('The wallet was not found')
  return connector
}
const request = { networks, signal: new AbortController().signal }
const connected = async (given: ReturnType<typeof extension>) => {
  const [connection] = await present(given).connect(request)
  if (!connection) throw new Error('No connection')
  return connection
}

describe('discover', () => {
  test('finds injected extensions, with their usual names', () => {
    page.injectedWeb3 = { 'polkadot-js': extension().entry, 'my wallet': extension().entry, broken: {}, '': extension().entry }
    start()
    expect(list.map(({ id, name, namespaces }) => [id, name, namespaces])).toEqual([
      ['polkadot:polkadot-js', 'Polkadot{.js}', ['polkadot']],
      ['polkadot:my wallet', 'my wallet', ['polkadot']],
    ])
  })
  test('an extension named like an Object member is shown with that name', () => {
    page.injectedWeb3 = { constructor: extension().entry }
    start()
    expect(list.map(({ name }) => name)).toEqual(['constructor'])
  })
  test('extensions that look alike by name are all shown, all marked, none under the name; one took the place of another, or stood beside it unmarked', () => {
    page.injectedWeb3 = { talisman: extension().entry, Talisman: extension().entry, nova: extension().entry }
    start()
    page.injectedWeb3['tal\u200bisman'] = extension().entry
    vi.advanceTimersByTime(LATE_MS.at(-1) ?? 0)
    expect(list.map(({ name, duplicate }) => [name, duplicate])).toEqual([
      ['Talisman', true],
      ['Talisman', true],
      ['nova', undefined],
      ['Talisman', true],
    ])
    expect(list.map(({ id }) => /^polkadot:talisman$/i.test(id))).toEqual([false, false, false, false])
    expect(new Set(list.map(({ id }) => id)).size).toBe(4)
  })
  test('error: an extension that throws when read does not hide the others; none was found', () => {
    const odd = {
      get(): never {
        throw new Error('no')
      },
      enumerable: true,
    }
    page.injectedWeb3 = Object.defineProperties(
      { talisman: extension().entry, mean: Object.defineProperty({}, 'enable', odd) },
      { odd },
    )
    start()
    expect(list.map(({ name }) => name)).toEqual(['Talisman'])
  })
  test('finds an extension that is injected late, once', () => {
    start()
    expect(list).toEqual([])
    page.injectedWeb3 = { talisman: extension().entry }
    vi.advanceTimersByTime(LATE_MS.at(-1) ?? 0)
    expect(list.map(({ name }) => name)).toEqual(['Talisman'])
  })
  test.each([
    ['nothing is there', () => ({})],
    [
      'a getter throws',
      () => ({
        get injectedWeb3(): never {
          throw new Error('no')
        },
      }),
    ],
    ['it is no object', () => ({ injectedWeb3: 7 })],
  ])('finds nothing if %s', (_, make) => {
    vi.stubGlobal('window', make())
    start()
    expect(list).toEqual([])
  })
})

describe('an extension', () => {
  test('gives its accounts in the network’s encoding', async () => {
    const given = extension([
      { address: GENERIC, genesisHash: null },
      { address: OTHER },
      { address: '0x1234', type: 'ethereum' },
      { address: 7 },
    ])
    const connection = await connected(given)
    expect(connection).toMatchObject({ namespace: 'polkadot', networkId: POLKADOT })
    expect(connection.accounts).toEqual([
      `${POLKADOT}:${ON_POLKADOT}`,
      expect.stringMatching(/^polkadot:91b171bb158e2d3848fa23a9f1c25182:1/),
    ])
    expect(given.enable).toHaveBeenCalledWith('Test site')
  })
  test('error: an element named `title` hides the page’s title; it was given to the extension, which cannot pass it on', async () => {
    vi.stubGlobal('document', { title: { tagName: 'IMG' } })
    const given = extension()
    await connected(given)
    expect(given.enable).toHaveBeenCalledWith('site.example')
  })
  test('an account tied to one chain is offered on that chain only', async () => {
    const kusamaOnly = extension([
      { address: GENERIC, genesisHash: '0xb0a8d493285c2df73290dfb7e61f870f17b41801197a149ca93654499ea3dafe' },
    ])
    const connection = await connected(kusamaOnly)
    expect(connection.accounts).toEqual([`${KUSAMA}:${ON_KUSAMA}`])
    await expect(
      connection.provider.request({ method: 'wallet_setNetwork', params: { networkId: POLKADOT } }),
    ).rejects.toMatchObject({ code: 'CHAIN_NOT_SUPPORTED' })
  })
  test('switches to another relay chain without a prompt', async () => {
    const connector = present(extension())
    const events: ConnectorEvent[] = []
    connector.on((event) => events.push(event))
    const [connection] = await connector.connect(request)
    await connection?.provider.request({ method: 'wallet_setNetwork', params: { networkId: KUSAMA } })
    expect(events).toMatchObject([{ type: 'change', connections: [{ networkId: KUSAMA, accounts: [`${KUSAMA}:${ON_KUSAMA}`] }] }])
  })
  test('is asked to sign with the address in its own encoding', async () => {
    const given = extension()
    const { provider } = await connected(given)
    const params = { address: ON_POLKADOT, data: '0x3c', type: 'bytes' }
    expect(await provider.request({ method: 'polkadot_signMessage', params })).toEqual({ signature: SIGNATURE })
    expect(given.asked).toEqual([{ address: GENERIC, data: '0x3c', type: 'bytes' }])
  })
  test.each([
    ['an address that it does not hold', { address: ON_KUSAMA }, undefined, 'WALLET_UNAUTHORIZED'],
    ['it refuses', { address: ON_POLKADOT }, () => Promise.reject(new Error('Cancelled')), 'USER_REJECTED'],
    ['it has withdrawn the access', { address: ON_POLKADOT }, () => Promise.reject(BLOCKED), 'WALLET_UNAUTHORIZED'],
    ['it answers nonsense', { address: ON_POLKADOT }, () => ({ signature: 'yes' }), 'WALLET_ANSWER_INVALID'],
  ])('error: signing, %s', async (_, params, signRaw, code) => {
    const { provider } = await connected(extension(undefined, signRaw ? { signRaw } : {}))
    await expect(provider.request({ method: 'polkadot_signMessage', params })).rejects.toMatchObject({ code })
  })
  test.each([
    ['the person refuses', extension([], { enable: () => Promise.reject(new Error('Rejected')) }), 'USER_REJECTED'],
    ['it was updated under the page', extension([], { enable: () => Promise.reject(GONE) }), 'PROVIDER_NOT_FOUND'],
    // It opens no prompt then: "declined" would be about something that nobody was asked.
    ['the person has refused the site before', extension([], { enable: () => Promise.reject(BLOCKED) }), 'NO_ACCOUNTS_FOUND'],
    ['there is no account', extension([]), 'NO_ACCOUNTS_FOUND'],
    ['it gives nonsense', extension([], { enable: () => null }), 'WALLET_METHOD_UNSUPPORTED'],
  ])('error: %s', async (_, given, code) => {
    await expect(present(given).connect(request)).rejects.toMatchObject({ code })
  })
  test('error: it never answers; only an abort ends the request', async () => {
    const left = new AbortController()
    const asked = present(extension([], { enable: () => new Promise(() => {}) })).connect({ networks, signal: left.signal })
    left.abort()
    await expect(asked).rejects.toMatchObject({ code: 'ABORTED' })
  })
  const pending = () => Promise.reject(new Error('The source https://site.example has a pending authorization request'))
  test('asked again while its prompt is open, it is connected by the answer to that', async () => {
    let allow = (_: unknown) => {}
    const source = await extension().entry.enable()
    const answers = [() => new Promise((now) => (allow = now)), pending, pending]
    const given = extension([], { enable: () => answers.shift()?.() })
    const connector = present(given)
    for (const count of [1, 2]) {
      const left = new AbortController()
      const asked = connector.connect({ networks, signal: left.signal })
      await vi.waitFor(() => expect(given.enable).toHaveBeenCalledTimes(count))
      left.abort()
      await expect(asked).rejects.toMatchObject({ code: 'ABORTED' })
    }
    const again = connector.connect(request)
    await vi.waitFor(() => expect(given.enable).toHaveBeenCalledTimes(3))
    allow(source)
    expect(await again).toMatchObject([{ networkId: POLKADOT, accounts: [`${POLKADOT}:${ON_POLKADOT}`] }])
  })
  test('error: a prompt that is open for another page is REQUEST_PENDING', async () => {
    const given = extension([], { enable: pending })
    for (const _ of [1, 2]) await expect(present(given).connect(request)).rejects.toMatchObject({ code: 'REQUEST_PENDING' })
  })
  test('is restored if it answers, and left alone if not', async () => {
    expect(await present(extension()).restore(request)).toMatchObject([{ networkId: POLKADOT }])
    stop()
    list = []
    const asked = present(extension([], { enable: () => new Promise(() => {}) })).restore(request)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await asked).toEqual([])
  })
  test('in a page from the back/forward cache the extension tells nothing any more: it is listened to anew', async () => {
    const page = new EventTarget()
    for (const name of ['addEventListener', 'removeEventListener'] as const) vi.stubGlobal(name, page[name].bind(page))
    const show = (persisted: boolean) => {
      page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }))
      return vi.advanceTimersByTimeAsync(TELL_INTERVAL_MS)
    }
    const accounts: Given[] = [{ address: GENERIC }]
    const given = extension(accounts)
    const connector = present(given)
    const events: ConnectorEvent[] = []
    connector.on((event) => events.push(event))
    await connector.connect(request)
    await vi.advanceTimersByTimeAsync(TELL_INTERVAL_MS)
    accounts.splice(0, 1, { address: OTHER })
    await show(false)
    expect(events).toEqual([])
    await show(true)
    expect(events).toMatchObject([{ type: 'change', connections: [{ networkId: POLKADOT }] }])
    expect(given.listening()).toBe(1)
    await connector.disconnect()
    await show(true)
    expect([events.length, given.listening()]).toEqual([1, 0])
  })
  test('reports other accounts, the last of many, and none', async () => {
    const given = extension()
    const connector = present(given)
    const events: ConnectorEvent[] = []
    connector.on((event) => events.push(event))
    await connector.connect(request)
    await vi.advanceTimersByTimeAsync(TELL_INTERVAL_MS)
    for (let count = 0; count < 1000; count++) given.become({ address: count % 2 ? OTHER : GENERIC })
    await vi.advanceTimersByTimeAsync(TELL_INTERVAL_MS)
    expect(events).toHaveLength(1)
    given.become()
    await vi.advanceTimersByTimeAsync(TELL_INTERVAL_MS)
    expect(events.at(-1)).toEqual({ type: 'disconnect', reason: 'wallet' })
    await connector.disconnect()
    expect(given.listening()).toBe(0)
  })
})
