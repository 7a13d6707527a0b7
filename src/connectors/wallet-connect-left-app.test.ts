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

/** The page, which a phone shows or not. */
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

/** Connecting goes on in the wallet’s app, and the page is discarded meanwhile. */
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

test('an approval made while the page was discarded is connected afterwards, and requests open its app', async () => {
  const uri = await leave()
  const proposed = proposal()
  await wallet.pair({ uri })
  const approved = wallet.approveSession({ id: (await proposed).id, namespaces: approval(both(ALICE)) })
  const [connection] = await restore()
  expect(connection?.accounts).toEqual([`eip155:31337:${ALICE}`])
  expect((await approved).topic).toBe(connection?.session)
  expect([read(walletAppKey), read(leftForAppKey)]).toEqual(['pocket://', undefined])
})

test('so is one by an unlisted app to which the visitor took the link by hand; its requests open no app', async () => {
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

test('error: a refusal made meanwhile ends the wait at once, without an unhandled error, and no older session is used instead', async () => {
  await connected()
  const uri = await leave()
  const proposed = proposal()
  await wallet.pair({ uri })
  await wallet.rejectSession({ id: (await proposed).id, reason: { code: 5000, message: 'User rejected.' } })
  expect(await restore()).toEqual([])
  expect((await restore(false)).length).toBe(1)
})

test('it wins over an earlier session', async () => {
  await connected()
  const uri = await leave()
  const proposed = proposal()
  await wallet.pair({ uri })
  void wallet.approveSession({ id: (await proposed).id, namespaces: approval(both(BOB)) })
  const [connection] = await restore(false)
  expect(connection?.accounts).toEqual([`eip155:31337:${BOB}`])
})

test('if the visitor comes back before the page is discarded, only the attempt waits for the answer', async () => {
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

test('an approval with a sign-in is connected and signed in', async () => {
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

test('error: one whose sign-in is invalid is not connected, and is ended in the wallet', async () => {
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

test('an approval after the visitor has come back and asked again answers the new attempt', async () => {
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

test('a sign-in that is no longer waited for makes no session, and signs nobody in', async () => {
  const take = vi.fn(async () => {})
  configure({ oneClick: async () => ({ request: async () => message, take }) })
  const uri = await leave()
  const given = new AbortController()
  const restored = connector.restore({ networks, signal: given.signal, left: true })
  const asked = signIn()
  await wallet.pair({ uri })
  const request = await asked
  // Until then the page may be discarded again.
  expect(read(leftForAppKey)).toBe('pocket://')
  given.abort()
  expect(await restored).toEqual([])
  await approveSignIn(request)
  const { connections } = await connected()
  expect([connections.length, take.mock.calls]).toEqual([1, []])
})

test('an approval is connected even if the element was removed and added again meanwhile', async () => {
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

test('an answer that arrived before anyone listened is still found', async () => {
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

test('a host’s own client of an earlier version is used as far as it goes', async () => {
  const uri = await leave()
  const host = await openClient({
    ...{ projectId: 'test', relayUrl: relay.url, storagePrefix: 'test' },
    metadata: { name: 'App', description: '', url: 'https://app.test', icons: [] },
  })
  // As the SDK was before it stored unacknowledged messages.
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
