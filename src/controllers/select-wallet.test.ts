import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Connector } from '../connectors/types'
import { meantApp } from '../lib/meant-app'
import { keys, read, remember } from '../lib/storage'
import type { ListedWallet } from '../lib/wallet'
import { attempt } from '../state/attempt'
import { config } from '../state/config'
import { modal } from '../state/modal'
import { resetStores } from '../state/store'
import { wallets } from '../state/wallets'
import { connect, forgetAttempt } from './connection'
import { addConnector } from './discovery'
import { followRecent } from './follow-recent'
import { onStep } from './host-consent'
import { acceptTerms } from './legal'
import { resetView } from './modal'
import { readRecent } from './recent-wallets'
import { selectWallet } from './select-wallet'

const account = 'eip155:56:0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045' as const
let prompts: string[] = []

const connector = (id: string, more: Partial<Connector> = {}): Connector => ({
  id,
  name: id,
  type: 'ANNOUNCED',
  rdns: id,
  namespaces: ['eip155'],
  connect: async () => {
    prompts.push(id)
    return [{ namespace: 'eip155', networkId: 'eip155:56', accounts: [account], provider: { request: async () => null } }]
  },
  restore: async () => [],
  disconnect: async () => {},
  on: () => () => {},
  ...more,
})
const pairing = connector('walletConnect', { type: 'WALLET_CONNECT', name: 'WalletConnect' })
const listed = (name: string, more: Partial<ListedWallet> = {}): ListedWallet => ({
  id: `list-${name}`,
  name,
  mobileLink: `${name}://`,
  ...more,
})
const tick = () => new Promise((done) => setTimeout(done))
const view = () => [modal.view, modal.top.data?.walletId]

beforeEach(() => {
  resetStores()
  prompts = []
})
afterEach(forgetAttempt)

describe('selectWallet', () => {
  test('a wallet that lacks the wanted namespace is not asked for another', () => {
    addConnector(connector('com.a'))
    wallets.recommended = [listed('com.a', { rdns: 'com.a' })]
    resetView('Connect', { namespace: 'solana' })
    selectWallet('list-com.a')
    expect([prompts, attempt.status, view()]).toEqual([[], 'idle', ['ConnectingWallet', 'list-com.a']])
  })

  test('an installed wallet is asked within the click, and its screen opens', () => {
    addConnector(connector('com.a'))
    selectWallet('com.a')
    expect(attempt).toMatchObject({ status: 'waiting', wallet: { id: 'com.a' } })
    expect(view()).toEqual(['ConnectingWallet', 'com.a'])
  })

  test('a listed wallet that is installed uses the installed one', () => {
    addConnector(connector('com.a'))
    wallets.recommended = [listed('A', { rdns: 'com.a' })]
    selectWallet('list-A')
    expect(attempt.wallet?.id).toBe('com.a')
    expect(view()).toEqual(['ConnectingWallet', 'com.a'])
  })

  test('a listed wallet that is not installed opens its screen and asks nothing yet', () => {
    wallets.recommended = [listed('A')]
    selectWallet('list-A')
    // On a computer its app is on another device: later requests do not open it.
    expect(meantApp()).toBeUndefined()
    expect(attempt.status).toBe('idle')
    expect(view()).toEqual(['ConnectingWallet', 'list-A'])
  })

  test('on a phone its app is set at once: the tap itself may hide the page', () => {
    vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X)', maxTouchPoints: 5 })
    wallets.recommended = [listed('A')]
    selectWallet('list-A')
    expect(meantApp()).toBe('A://')
    vi.unstubAllGlobals()
  })

  test('its screen knows whether the tap has opened an app', () => {
    wallets.recommended = [listed('A'), listed('B')]
    selectWallet('list-A')
    expect(modal.top.data?.led).toBeFalsy()
    selectWallet('list-B', true)
    expect(modal.top.data).toEqual({ walletId: 'list-B', led: true })
  })

  test('one of two wallets that claim an rdns is never taken for the listed one', () => {
    addConnector(connector('u1', { rdns: 'com.a', duplicate: true }))
    addConnector(connector('u2', { rdns: 'com.a', duplicate: true }))
    wallets.recommended = [listed('A', { rdns: 'com.a' })]
    selectWallet('list-A')
    expect(attempt.status).toBe('idle')
    expect(view()).toEqual(['ConnectingWallet', 'list-A'])
  })

  test('WalletConnect opens the QR code', () => {
    addConnector(pairing)
    selectWallet('walletConnect')
    expect(view()).toEqual(['ConnectingWalletConnectBasic', undefined])
  })

  test('leads to the terms if they are not accepted, and asks no wallet', () => {
    Object.assign(config, { termsUrl: 'https://example.com/terms', legalCheckbox: true })
    for (const each of [connector('com.a'), pairing]) {
      addConnector(each)
      modal.stack = [{ view: 'AllWallets' }, { view: 'GetWallet' }]
      selectWallet(each.id)
      expect([view(), modal.stack.length]).toEqual([['Connect', undefined], 1])
    }
    expect(prompts).toEqual([])
    acceptTerms(true)
    resetView('AllWallets')
    selectWallet('walletConnect')
    expect(modal.view).toBe('ConnectingWalletConnectBasic')
  })

  test('error: the view stays if the host refuses', () => {
    const stop = onStep((step) => step.type !== 'before-connect')
    addConnector(connector('com.a'))
    selectWallet('com.a')
    stop()
    expect(attempt.status).toBe('idle')
    expect(modal.view).toBe('Connect')
  })

  test('error: an unknown id does nothing', () => {
    selectWallet('nobody')
    expect(modal.view).toBe('Connect')
  })
})

describe('followRecent', () => {
  const connectThrough = async (id: string) => {
    const stop = followRecent()
    selectWallet(id)
    // Joins the attempt that the selection began.
    await connect({ wallet: id })
    await tick()
    stop()
  }

  test('a connected wallet is remembered, with its list entry', async () => {
    addConnector(connector('com.a'))
    wallets.recommended = [listed('A', { rdns: 'com.a' })]
    await connectThrough('com.a')
    expect(prompts).toEqual(['com.a'])
    expect(wallets.recent).toEqual([listed('A', { rdns: 'com.a' })])
    expect(read(keys.recentWallets)).toEqual(wallets.recent)
  })

  test('newest first, two at most, none twice', async () => {
    remember(keys.recentWallets, [listed('B'), listed('C')])
    addConnector(connector('com.a'))
    await connectThrough('com.a')
    expect(wallets.recent.map(({ name }) => name)).toEqual(['com.a', 'B'])
    forgetAttempt()
    await connectThrough('com.a')
    expect(wallets.recent.map(({ name }) => name)).toEqual(['com.a', 'B'])
  })

  test('two in a row are both remembered, whether the page was idle in between or not', async () => {
    const idle: (() => void)[] = []
    vi.stubGlobal('requestIdleCallback', (task: () => void) => idle.push(task))
    remember(keys.recentWallets, [listed('B'), listed('C')])
    for (const id of ['com.a', 'com.d']) {
      addConnector(connector(id))
      await connectThrough(id)
      forgetAttempt()
    }
    expect(read(keys.recentWallets)?.map(({ name }) => name)).toEqual(['com.d', 'com.a'])
    for (const task of idle) task()
    expect(wallets.recent.map(({ name }) => name)).toEqual(['com.d', 'com.a'])
    vi.unstubAllGlobals()
  })

  test('a pairing is remembered as the wallet that it was opened for', async () => {
    remember(keys.recentWallets, [])
    addConnector(pairing)
    wallets.all = [listed('Phone')]
    const stop = followRecent()
    selectWallet('list-Phone')
    await connect({ wallet: 'walletConnect' })
    await tick()
    stop()
    expect(wallets.recent.map(({ id }) => id)).toEqual(['list-Phone'])
  })

  test('a QR code that any wallet may scan is not remembered as a wallet', async () => {
    remember(keys.recentWallets, [])
    addConnector(pairing)
    const stop = followRecent()
    await connect({ wallet: 'walletConnect' })
    await tick()
    stop()
    expect(wallets.recent).toEqual([])
  })
})

describe('readRecent', () => {
  test('error: an unreadable stored list is ignored', () => {
    remember(keys.recentWallets, [{ id: 7 } as never])
    readRecent()
    expect(wallets.recent).toEqual([])
  })
})
