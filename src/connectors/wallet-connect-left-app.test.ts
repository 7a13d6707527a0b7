import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  ALICE,
  approval,
  approveSignIn,
  BOB,
  both,
  configure,
  connected,
  connector,
  message,
  networks,
  next,
  proposal,
  relay,
  signIn,
  wallet,
} from '../../.ci/walletkit-world'
import { WalletError } from '../lib/errors'
import { meanApp, SOME_APP } from '../lib/meant-app'
import { read } from '../lib/storage'
import { leftForAppKey, walletAppKey } from '../lib/wallet-app'
import { memoryStorage } from './test-storage'
import { closeWalletConnect } from './wallet-connect'
import { openClient } from './wallet-connect-client'

/** The page, which a phone shows or does not. */
const page = Object.assign(new EventTarget(), { hidden: false, hasFocus: () => true })
const see = (hidden: boolean) => {
  page.hidden = hidden
  page.dispatchEvent(new Event('visibilitychange'))
}

beforeEach(() => {
  vi.stubGlobal('localStorage', memoryStorage())
  vi.stubGlobal('sessionStorage', memoryStorage())
  vi.stubGlobal('document', page)
  vi.stubGlobal('window', new EventTarget())
  meanApp('pocket://')
})
afterEach(() => {
  meanApp(undefined)
  page.hidden = false
})

/** Connecting goes on in the wallet's app, and the page is thrown away meanwhile. */
async function leave(): Promise<string> {
  connector.connect({ networks, signal: new AbortController().signal }).catch(() => {})
  const { uri } = await next('pairing')
  see(true)
  meanApp(undefined)
  await closeWalletConnect()
  page.hidden = false
  return uri
}

const restore = (left = true) => connector.restore({ networks, signal: new AbortController().signal, left })

test('what a wallet has approved while the page was thrown away is connected when it is back, and leads to its app', async () => {
  const uri = await leave()
  const proposed = proposal()
  await wallet.pair({ uri })
  const approved = wallet.approveSession({ id: (await proposed).id, namespaces: approval(both(ALICE)) })
  const [connection] = await restore()
  expect(connection?.accounts).toEqual([`eip155:31337:${ALICE}`])
  expect((await approved).topic).toBe(connection?.session)
  expect([read(walletAppKey), read(leftForAppKey)]).toEqual(['pocket://', undefined])
})

test('so is what an app has approved that nobody knows, whose visitor took the link there by hand; none is led to later', async () => {
  meanApp(SOME_APP)
  const uri = await leave()
  expect(read(leftForAppKey)).toBe(SOME_APP)
  const proposed = proposal()
  await wallet.pair({ uri })
  void wallet.approveSession({ id: (await proposed).id, namespaces: approval(both(ALICE)) })
  const [connection] = await restore()
  expect(connection?.accounts).toEqual([`eip155:31337:${ALICE}`])
  expect([read(walletAppKey), read(leftForAppKey)]).toEqual([undefined, undefined])
})

test('error: what it has refused ends the wait at once, nothing is thrown into the page, and no session of another time takes its place', async () => {
  await connected()
  const uri = await leave()
  const proposed = proposal()
  await wallet.pair({ uri })
  await wallet.rejectSession({ id: (await proposed).id, reason: { code: 5000, message: 'User rejected.' } })
  expect(await restore()).toEqual([])
  expect((await restore(false)).length).toBe(1)
})

test('what it has approved goes before a session that was there', async () => {
  await connected()
  const uri = await leave()
  const proposed = proposal()
  await wallet.pair({ uri })
  void wallet.approveSession({ id: (await proposed).id, namespaces: approval(both(BOB)) })
  const [connection] = await restore(false)
  expect(connection?.accounts).toEqual([`eip155:31337:${BOB}`])
})

test('who has come back before the page went is waited for by the attempt alone', async () => {
  const attempt = new AbortController()
  const ended = connector.connect({ networks, signal: attempt.signal }).catch(() => {})
  await next('pairing')
  see(true)
  expect(read(leftForAppKey)).toBe('pocket://')
  see(false)
  expect(read(leftForAppKey)).toBeUndefined()
  see(true)
  attempt.abort()
  await ended
  expect(read(leftForAppKey)).toBeUndefined()
})

test('what it has approved together with a sign-in is connected and signed in', async () => {
  const take = vi.fn(async () => {})
  configure({ oneClick: async () => ({ request: async () => message, take }) })
  const uri = await leave()
  const asked = signIn()
  await wallet.pair({ uri })
  const approved = approveSignIn(await asked)
  const [connection] = await restore()
  await approved
  expect(connection?.accounts).toEqual([`eip155:31337:${ALICE}`])
  expect(take.mock.lastCall?.slice(0, 2)).toMatchObject([
    [{ text: expect.stringContaining(message.nonce) }],
    { nonce: message.nonce },
  ])
  expect(read(walletAppKey)).toBe('pocket://')
})

test('error: one whose sign-in does not hold connects nobody, and ends in the wallet', async () => {
  const take = () => Promise.reject(new WalletError('SIGN_IN_MISMATCH'))
  configure({ oneClick: async () => ({ request: async () => message, take }) })
  const uri = await leave()
  const asked = signIn()
  await wallet.pair({ uri })
  const others = Object.keys(wallet.getActiveSessions())
  const approved = approveSignIn(await asked)
  expect(await restore()).toEqual([])
  await approved
  await vi.waitFor(() => expect(Object.keys(wallet.getActiveSessions())).toEqual(others))
})

test('what is approved after its visitor has come back, and asked anew, answers that attempt', async () => {
  const uri = await leave()
  const restored = restore()
  const ended = new AbortController()
  const connecting = connector.connect({ networks, signal: ended.signal })
  await next('pairing')
  expect(await restored).toEqual([])
  const proposed = proposal()
  await wallet.pair({ uri })
  void wallet.approveSession({ id: (await proposed).id, namespaces: approval(both(BOB)) })
  const [connection] = await connecting
  expect([connection?.accounts, read(walletAppKey)]).toEqual([[`eip155:31337:${BOB}`], 'pocket://'])
})

test('a sign-in that nobody waits for any more makes no session, and signs nobody in', async () => {
  const take = vi.fn(async () => {})
  configure({ oneClick: async () => ({ request: async () => message, take }) })
  const uri = await leave()
  const given = new AbortController()
  const restored = connector.restore({ networks, signal: given.signal, left: true })
  const asked = signIn()
  await wallet.pair({ uri })
  const request = await asked
  // Until then the page may be thrown away once more.
  expect(read(leftForAppKey)).toBe('pocket://')
  given.abort()
  expect(await restored).toEqual([])
  await approveSignIn(request)
  const { connections } = await connected()
  expect([connections.length, take.mock.calls]).toEqual([1, []])
})

test('what is approved when the element is back that was taken away while this was looked for is connected', async () => {
  const uri = await leave()
  const removed = new AbortController()
  const restored = connector.restore({ networks, signal: removed.signal, left: true })
  const proposed = proposal()
  await wallet.pair({ uri })
  const { id } = await proposed
  removed.abort()
  expect(await restored).toEqual([])
  await closeWalletConnect()
  const again = connector.restore({ networks, signal: AbortSignal.timeout(10_000), left: true })
  void wallet.approveSession({ id, namespaces: approval(both(ALICE)) })
  expect((await again)[0]?.accounts).toEqual([`eip155:31337:${ALICE}`])
})

test('an answer that came before anybody could hear it is heard all the same', async () => {
  const uri = await leave()
  const deaf = await openClient({
    ...{ projectId: 'test', relayUrl: relay.url, storagePrefix: 'test' },
    metadata: { name: 'App', description: '', url: 'https://app.test', icons: [] },
  })
  const { relayer, heartbeat } = deaf.core
  relayer.events.removeAllListeners('relayer_message')
  const topics = deaf.proposal.getAll().map(({ pairingTopic }) => pairingTopic)
  const proposed = proposal()
  await wallet.pair({ uri })
  void wallet.approveSession({ id: (await proposed).id, namespaces: approval(both(ALICE)) })
  await vi.waitFor(() => expect(Object.values(relayer.messages.getWithoutAck(topics)).flat()).toHaveLength(1), {
    timeout: 10_000,
  })
  heartbeat.stop()
  await relayer.transportClose()
  const [connection] = await connector.restore({ networks, signal: AbortSignal.timeout(5_000), left: true })
  expect(connection?.accounts).toEqual([`eip155:31337:${ALICE}`])
})

test('a client of the host’s own, of an earlier version, is heard as far as it goes', async () => {
  const uri = await leave()
  const host = await openClient({
    ...{ projectId: 'test', relayUrl: relay.url, storagePrefix: 'test' },
    metadata: { name: 'App', description: '', url: 'https://app.test', icons: [] },
  })
  // As the SDK was before it kept what nobody has acknowledged.
  Object.assign(host.core.relayer.messages, { getWithoutAck: undefined })
  configure({ signClient: host })
  const restored = restore()
  const proposed = proposal()
  await wallet.pair({ uri })
  void wallet.approveSession({ id: (await proposed).id, namespaces: approval(both(ALICE)) })
  expect((await restored)[0]?.accounts).toEqual([`eip155:31337:${ALICE}`])
  host.core.heartbeat.stop()
  await host.core.relayer.transportClose()
})
