import { describe, expect, test, vi } from 'vitest'
import { ADDRESS, accept, all, connect, events, hide, restart, sent, settled, stop } from '../../.ci/analytics-world'
import { WalletError } from '../lib/errors'
import { attempt } from '../state/attempt'
import { chainOf } from '../state/chains'
import { modal } from '../state/modal'
import { BATCH_LIMIT, BATCH_MS } from './analytics'
import { configure } from './config'
import { tellEnd } from './endings'
import { report } from './report'

describe('startAnalytics', () => {
  test('sends the events in one batch, without address or query', async () => {
    modal.elementId = 1
    await settled()
    modal.stack = [{ view: 'AllWallets' }]
    await settled()
    await connect()
    chainOf('eip155').networkId = 'eip155:97'
    await settled()
    tellEnd({ namespace: 'eip155', caipAddress: `eip155:97:${ADDRESS}`, reason: 'user' })
    expect(sent).toEqual([])
    await vi.advanceTimersByTimeAsync(BATCH_MS)
    expect(sent.map(({ url }) => url)).toEqual(['https://count.example/e'])
    expect(events().map(({ event, properties }) => [event, properties])).toEqual([
      ['MODAL_OPEN', { connected: false }],
      ['CLICK_ALL_WALLETS', {}],
      ['SELECT_WALLET', { name: 'MetaMask', platform: 'browser' }],
      ['CONNECT_SUCCESS', { method: 'browser', name: 'MetaMask' }],
      ['SWITCH_NETWORK', { network: 'eip155:97' }],
      ['DISCONNECT_SUCCESS', { namespace: 'eip155' }],
    ])
    expect(new Set(events().map(({ url }) => url))).toEqual(new Set(['https://shop.example/cart']))
    expect(sent.map(({ body }) => body).join()).not.toMatch(/0xf39f|@|#x|mail=/i)
  })

  test('a pairing that is prepared before a wallet is chosen, as on a phone, does not count as choosing one', async () => {
    modal.elementId = 1
    Object.assign(attempt, { status: 'waiting', wallet: { id: 'walletConnect', name: 'WalletConnect' }, startedAt: 1 })
    await settled()
    await vi.advanceTimersByTimeAsync(BATCH_MS)
    expect(events().map(({ event }) => event)).toEqual(['MODAL_OPEN'])
    modal.stack = [{ view: 'Connect' }, { view: 'ConnectingWallet' }]
    await settled()
    await vi.advanceTimersByTimeAsync(BATCH_MS)
    expect(events().map(({ event }) => event)).toEqual(['MODAL_OPEN', 'SELECT_WALLET'])
  })

  test('navigation in an inline element, which is never opened, is counted too', async () => {
    modal.stack = [{ view: 'Connect' }, { view: 'AllWallets' }]
    await settled()
    hide()
    expect(events().map(({ event }) => event)).toEqual(['CLICK_ALL_WALLETS'])
  })

  test('an error is sent by its code, never with the wallet’s message', async () => {
    Object.assign(attempt, { status: 'waiting', wallet: { id: 'x', name: 'X' } })
    await settled()
    Object.assign(attempt, { status: 'failed', code: 'CONNECT_FAILED' })
    report(new WalletError('CONNECT_FAILED', { message: `${ADDRESS} is locked` }))
    await vi.advanceTimersByTimeAsync(BATCH_MS)
    expect(events().at(-1)).toMatchObject({ event: 'CONNECT_ERROR', properties: { message: 'CONNECT_FAILED' } })
  })

  test('the configuration is sent first, without anything that may hold a key or an address', async () => {
    configure({ projectId: 'key', networks: ['eip155:56'], rpcUrl: { 'eip155:56': ['https://rpc.example/secret'] }, email: true })
    restart('https://count.example/e')
    hide()
    expect(all().at(-1)).toMatchObject({
      event: 'INITIALIZE',
      properties: { projectId: 'key', networks: ['eip155:56'], mode: 'production', email: true },
    })
    expect(sent.map(({ body }) => body).join()).not.toMatch(/secret|0x0000|https:\/\/(?!shop)/)
  })

  test('error: a mistake in the set-up or in our code is sent with the catalogue’s text', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    report(new WalletError('PROJECT_ID_NOT_CONFIGURED', { message: ADDRESS }))
    await vi.advanceTimersByTimeAsync(BATCH_MS)
    expect(events()).toMatchObject([
      {
        event: 'INTERNAL_SDK_ERROR',
        properties: { errorType: 'PROJECT_ID_NOT_CONFIGURED', errorMessage: 'Project ID Not Configured', uncaught: false },
      },
    ])
    expect(sent.map(({ body }) => body).join()).not.toMatch(/0xf39f/i)
  })

  test('queued events are sent when the page is hidden and when analytics stops', async () => {
    modal.elementId = 1
    await settled()
    hide()
    expect(events().map(({ event }) => event)).toEqual(['MODAL_OPEN'])
    modal.elementId = undefined
    await settled()
    stop()
    expect(events().map(({ event }) => event)).toEqual(['MODAL_OPEN', 'MODAL_CLOSE'])
  })

  test('watching an account does not count as connecting a wallet', async () => {
    Object.assign(attempt, { status: 'waiting', wallet: { id: 'watch', name: 'Watch only' } })
    await vi.advanceTimersByTimeAsync(BATCH_MS)
    expect(events()).toEqual([])
  })

  test('error: a browser without beacons, as Firefox where they are turned off, throws at nothing', async () => {
    vi.stubGlobal('navigator', { userAgent: 'desktop' })
    modal.elementId = 1
    await settled()
    expect(() => vi.advanceTimersByTime(BATCH_MS)).not.toThrow()
    expect(stop).not.toThrow()
  })

  test('error: if the browser refuses a beacon, its events are kept for the next one, at most one batch', async () => {
    accept(false)
    for (let i = 0; i < BATCH_LIMIT + 20; i++) {
      modal.elementId = i % 2 ? undefined : 1
      await settled()
    }
    accept(true)
    await vi.advanceTimersByTimeAsync(BATCH_MS)
    hide()
    expect(all()).toHaveLength(BATCH_LIMIT)
  })
})
