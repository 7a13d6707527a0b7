import { EventEmitter } from 'node:events'
import { afterEach, expect, test, vi } from 'vitest'
import { ALICE, answer, approval, both, connected, connector, networks } from '../../.ci/walletkit-world'
import { meanApp } from '../lib/meant-app'
import { z } from '../lib/schema'
import { memoryStorage } from './test-storage'
import { closeWalletConnect } from './wallet-connect'
import { keepApp, leadToApp } from './wallet-connect-app'
import type { Client } from './wallet-connect-client'

afterEach(() => meanApp(undefined))

/** A visible page, and the links that it opens. */
function page() {
  const opened: (readonly [string, string])[] = []
  vi.stubGlobal('document', { hasFocus: () => true, addEventListener() {}, removeEventListener() {} })
  vi.stubGlobal('window', {
    open: (href: string, target: string) => void opened.push([href, target]),
    addEventListener() {},
    removeEventListener() {},
  })
  return opened
}

/** The SDK’s event for each request that it sends. */
function sender() {
  const events = new EventEmitter()
  const stop = leadToApp(z.parse(z.custom<Client>(), { events }), () => true)
  const tellSent = (at = Date.now()) =>
    events.emit('session_request_sent', { topic: 'topic', id: at * 1000 + 123, request: { method: 'personal_sign' } })
  return { tellSent, stop }
}

const sign = { method: 'personal_sign', params: [] }
const restore = async () => (await connector.restore({ networks, signal: new AbortController().signal }))[0]

test('a request to a wallet on this phone opens its app, after a reload too', async () => {
  vi.stubGlobal('localStorage', memoryStorage())
  meanApp('pocket://')
  const { connection, session } = await connected()
  const opened = page()
  void answer('0x5161')
  await connection.provider.request(sign)
  const link = expect.stringMatching(`^pocket://wc\\?requestId=\\d+&sessionTopic=${session.topic}$`)
  expect(opened).toEqual([[link, '_self']])
  meanApp(undefined)
  await closeWalletConnect()
  const restored = await restore()
  void answer('0x5161')
  await restored?.provider.request(sign)
  expect(opened).toHaveLength(2)
})

test('no app is opened for what the wallet answers by itself, nor from a hidden window', async () => {
  vi.stubGlobal('localStorage', memoryStorage())
  meanApp('pocket://')
  const { eip155 } = approval(both(ALICE))
  const { connection } = await connected({ eip155: { ...eip155, methods: [...eip155.methods, 'wallet_getCallsStatus'] } })
  const opened = page()
  void answer({ status: 100 })
  await connection.provider.request({ method: 'wallet_getCallsStatus', params: ['0x1'] })
  vi.stubGlobal('document', { hasFocus: () => false })
  void answer('0x5161')
  await connection.provider.request(sign)
  expect(opened).toEqual([])
})

test('a wallet that scanned a QR code has its app elsewhere, even if one was opened here before', async () => {
  vi.stubGlobal('localStorage', memoryStorage())
  meanApp('pocket://')
  await connected()
  meanApp(undefined)
  const { connection } = await connected()
  const opened = page()
  void answer('0x5161')
  await connection.provider.request(sign)
  expect(opened).toEqual([])
})

test('no app is opened for a request that could not be published: the SDK says a minute later that it was sent', () => {
  vi.stubGlobal('localStorage', memoryStorage())
  meanApp('pocket://')
  keepApp({})
  const opened = page()
  const { tellSent, stop } = sender()
  tellSent(Date.now() - 60_000)
  expect(opened).toEqual([])
  tellSent(Date.now() - 3_000)
  expect(opened).toHaveLength(1)
  stop()
})

test.each([
  ['https://t.me/pocket_bot/app', 'https://t.me/pocket_bot/app?startapp='],
  ['https://t.me/pocket_bot/app?mode=compact', 'https://t.me/pocket_bot/app?mode=compact&startapp='],
])('a Telegram wallet gets its start parameter in one word: %s', (app, opens) => {
  vi.stubGlobal('localStorage', memoryStorage())
  meanApp(app)
  keepApp({})
  const opened = page()
  const { tellSent, stop } = sender()
  tellSent()
  const [href = '', target] = opened[0] ?? []
  expect([href.slice(0, opens.length), target]).toEqual([opens, '_blank'])
  expect(href).not.toMatch(/=$/)
  expect(atob(href.slice(opens.length))).toMatch(/^requestId=\d+&sessionTopic=topic$/)
  stop()
})

test('no app is opened for a wallet that disables deep links', () => {
  vi.stubGlobal('localStorage', memoryStorage())
  meanApp('pocket://')
  keepApp({ sessionConfig: { disableDeepLink: true } })
  const opened = page()
  const { tellSent, stop } = sender()
  tellSent()
  expect(opened).toEqual([])
  stop()
})
