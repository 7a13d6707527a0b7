import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from '../lib/schema'
import type { ConnectorEvent } from './types'
import uris from './vectors/pairing_uris.json'
import type { Client, Session } from './wallet-connect-client'
import { KEPT_LIMIT_MS } from './wallet-connect-late'
import { PROPOSAL_LIFETIME_MS } from './wallet-connect-offers'
import { pair, RELAY_LIMIT_MS, RENEW_BEFORE_MS, URI_LIFETIME_MS } from './wallet-connect-pairing'

// A host's own client is accepted by what it can do, too (wallet-connect-client.ts).
const AnyClient = z.custom<Client>((value) => typeof value?.connect === 'function')

type Offer = { readonly topic: string; approve(session: Session): void; refuse(cause: unknown): void }

/** A client whose `connect` answers by the test, and that records the dropped topics. */
function fakeClient(connect: () => Promise<void> = async () => {}, own?: string) {
  const offers: Offer[] = []
  const dropped: string[] = []
  const relayer = Object.assign(new EventEmitter(), { connected: true })
  const client = {
    events: new EventEmitter(),
    proposal: { getAll: () => [] },
    async disconnect({ topic }: { topic: string }) {
      dropped.push(topic)
    },
    core: {
      relayer,
      expirer: { set() {} },
      pairing: { disconnect: async ({ topic }: { topic: string }) => void dropped.push(topic) },
    },
    async connect() {
      await connect()
      const topic = String(offers.length).padStart(64, '0')
      const seconds = Math.floor(Date.now() / 1000) + 300
      const answer = new Promise<Session>((approve, refuse) => offers.push({ topic, approve, refuse }))
      const uri = own ?? `wc:${topic}@2?expiryTimestamp=${seconds}&relay-protocol=irn&symKey=${'ab'.repeat(32)}`
      return { uri, approval: () => answer }
    },
  }
  return { client: z.parse(AnyClient, client), offers, dropped, relayer }
}

const session = { topic: 'session' } as Session
let events: ConnectorEvent[]
const open = (client: Client, signal = new AbortController().signal) =>
  pair({ client, proposal: {}, signal, tell: (event) => events.push(event) })
const types = () => events.map((event) => (event.type === 'error' ? event.code : event.type))

beforeEach(() => {
  vi.useFakeTimers()
  events = []
})
afterEach(() => void vi.useRealTimers())

describe('pair', () => {
  test('a new URI comes ten seconds before the old one expires, for as long as no wallet answers', async () => {
    const { client, offers, dropped } = fakeClient()
    const pairing = open(client)
    await vi.advanceTimersByTimeAsync(URI_LIFETIME_MS - RENEW_BEFORE_MS - 1000)
    expect(events).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1000)
    expect(events).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(URI_LIFETIME_MS)
    expect(types()).toEqual(['pairing', 'pairing', 'pairing'])
    offers[2]?.approve(session)
    expect(await pairing).toBe(session)
    expect(dropped).toEqual([offers[0]?.topic, offers[1]?.topic])
    expect(vi.getTimerCount()).toBe(0)
  })

  test('a URI that ends sooner by the protocol is offered until a minute before that', async () => {
    const seconds = Math.floor(Date.now() / 1000) + 180
    const own = `wc:${'a'.repeat(64)}@2?expiryTimestamp=${seconds}&relay-protocol=irn&symKey=${'ab'.repeat(32)}`
    const { client, offers } = fakeClient(undefined, own)
    const pairing = open(client)
    await vi.advanceTimersByTimeAsync(0)
    expect(events).toMatchObject([{ type: 'pairing', uri: own, expiresAt: (seconds - 60) * 1000 }])
    offers[0]?.approve(session)
    expect(await pairing).toBe(session)
  })

  test('an earlier URI still connects, and its expiry is not reported', async () => {
    const { client, offers } = fakeClient()
    const pairing = open(client)
    await vi.advanceTimersByTimeAsync(URI_LIFETIME_MS * 2)
    offers[0]?.refuse(new Error('Proposal expired'))
    await vi.advanceTimersByTimeAsync(0)
    offers[1]?.approve(session)
    expect(await pairing).toBe(session)
  })

  test('an approval made while the page slept is connected when it wakes up', async () => {
    const { client, offers, dropped } = fakeClient()
    const pairing = open(client)
    await vi.advanceTimersByTimeAsync(1000)
    const made = { ...session, pairingTopic: String(offers[0]?.topic) }
    vi.setSystemTime(Date.now() + 600_000)
    await vi.advanceTimersByTimeAsync(PROPOSAL_LIFETIME_MS)
    expect(dropped).toEqual([])
    client.events.emit('session_connect', { session: { ...made, pairingTopic: 'another' } })
    client.events.emit('session_connect', { session: made })
    expect(await pairing).toBe(made)
    expect(dropped).not.toContain(offers[0]?.topic)
    expect([vi.getTimerCount(), client.events.listenerCount('session_connect')]).toEqual([0, 0])
  })

  test('a proposal not approved meanwhile is dropped a little later', async () => {
    const { client, offers, dropped } = fakeClient()
    void open(client)
    await vi.advanceTimersByTimeAsync(1000)
    vi.setSystemTime(Date.now() + 600_000)
    await vi.advanceTimersByTimeAsync(PROPOSAL_LIFETIME_MS + KEPT_LIMIT_MS)
    expect(dropped).toEqual([offers[0]?.topic])
  })

  test('if the newest URI expires, another one is made', async () => {
    const { client, offers } = fakeClient()
    void open(client)
    await vi.advanceTimersByTimeAsync(1000)
    offers[0]?.refuse(new Error('Proposal expired'))
    await vi.advanceTimersByTimeAsync(0)
    expect(types()).toEqual(['pairing', 'pairing'])
  })

  test.each([
    [{ code: 5000, message: 'User rejected.' }, 'USER_REJECTED'],
    [{ code: 5002, message: 'User rejected methods.' }, 'USER_REJECTED'],
    [{ code: 5100, message: 'Unsupported chains.' }, 'CHAIN_NOT_SUPPORTED'],
    [undefined, 'CONNECT_FAILED'],
  ])('error: %o rejects with %s and leaves no timer', async (cause, code) => {
    const { client, offers, dropped } = fakeClient()
    const pairing = expect(open(client)).rejects.toMatchObject({ code })
    await vi.advanceTimersByTimeAsync(0)
    offers[0]?.refuse(cause)
    await pairing
    expect(dropped).toEqual([offers[0]?.topic])
    expect(vi.getTimerCount()).toBe(0)
  })

  test('error: a relay that does not answer is reported after ten seconds, once, and the URI comes when it does', async () => {
    let answer = () => {}
    const { client } = fakeClient(() => new Promise((resolve) => (answer = resolve)))
    void open(client)
    await vi.advanceTimersByTimeAsync(RELAY_LIMIT_MS - 1)
    expect(events).toEqual([])
    await vi.advanceTimersByTimeAsync(30_000)
    expect(types()).toEqual(['RELAY_UNREACHABLE'])
    answer()
    await vi.advanceTimersByTimeAsync(0)
    expect(types()).toEqual(['RELAY_UNREACHABLE', 'pairing'])
  })

  test('error: a relay that fails is tried again, with growing pauses', async () => {
    const tries: number[] = []
    const { client } = fakeClient(async () => {
      tries.push(Date.now())
      if (tries.length < 7) throw new Error('Failed to publish')
    })
    void open(client)
    await vi.advanceTimersByTimeAsync(120_000)
    expect(tries.slice(1).map((at, index) => at - (tries[index] ?? 0))).toEqual([1000, 2000, 4000, 8000, 15_000, 15_000])
    expect(types()).toEqual(['RELAY_UNREACHABLE', 'pairing'])
  })

  test.each([
    ['Unauthorized: origin not allowed', 'ORIGIN_NOT_ALLOWED'],
    ['JWT validation error: JWT Token is not yet valid', 'SESSION_NOT_YET_VALID'],
    ['Unauthorized: invalid key', 'PROJECT_ID_INVALID'],
  ])('error: "%s" from the relay ends the attempt', async (message, code) => {
    const { client, relayer } = fakeClient(() => new Promise(() => {}))
    const pairing = expect(open(client)).rejects.toMatchObject({ code })
    relayer.emit('relayer_error', new Error(`WebSocket connection closed abnormally with code: 3000 (${message})`))
    await pairing
    expect(relayer.listenerCount('relayer_error')).toBe(0)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('error: an approval after the abort is ended', async () => {
    const { client, offers, dropped } = fakeClient()
    const controller = new AbortController()
    const pairing = expect(open(client, controller.signal)).rejects.toMatchObject({ code: 'ABORTED' })
    await vi.advanceTimersByTimeAsync(0)
    controller.abort()
    await pairing
    offers[0]?.approve(session)
    await vi.advanceTimersByTimeAsync(0)
    expect(dropped).toEqual([offers[0]?.topic, 'session'])
    expect(vi.getTimerCount()).toBe(0)
  })

  test('error: one of which the wallet cannot be told is forgotten here all the same', async () => {
    const { client, offers } = fakeClient()
    const forgotten: string[] = []
    const lone = z.parse(AnyClient, {
      ...client,
      disconnect: () => Promise.reject(new Error('No relay')),
      session: { delete: async (topic: string) => void forgotten.push(topic) },
      core: { ...client.core, expirer: { set() {}, has: () => false } },
    })
    const leaving = new AbortController()
    const pairing = open(lone, leaving.signal)
    const aborted = expect(pairing).rejects.toMatchObject({ code: 'ABORTED' })
    await vi.advanceTimersByTimeAsync(0)
    leaving.abort()
    await aborted
    offers[0]?.approve(session)
    await vi.advanceTimersByTimeAsync(0)
    expect(forgotten).toEqual(['session'])
  })

  test.each(uris.valid)('a pairing URI (vectors/walletconnect) is offered: case %#', async (uri) => {
    // Before it expires.
    vi.setSystemTime(1_705_667_000_000)
    void open(fakeClient(undefined, uri).client)
    await vi.advanceTimersByTimeAsync(0)
    expect(events).toMatchObject([{ type: 'pairing', uri }])
  })

  test.each(uris.invalid_must_not_render_or_open)(
    'error: a URI that no wallet could use (vectors/walletconnect) is neither drawn nor opened: case %#',
    async (uri) => {
      const { client, offers } = fakeClient(undefined, uri)
      const pairing = expect(open(client)).rejects.toMatchObject({ code: 'CONNECT_FAILED' })
      await vi.advanceTimersByTimeAsync(0)
      await pairing
      expect([events, offers.length, vi.getTimerCount()]).toEqual([[], 1, 0])
    },
  )
})
