import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { mockConnection, mockWallet } from '../connectors/test-wallet'
import type { ListedWallet, WalletInfo } from '../lib/wallet'
import { attempt } from '../state/attempt'
import { chainOf } from '../state/chains'
import { config } from '../state/config'
import { modal } from '../state/modal'
import { resetStores } from '../state/store'
import { appLink, backToWallets, beginConnecting, connectorFor, retryConnecting, routeTo } from './connecting'
import { abandonConnections, disconnect } from './connection'
import { addConnector } from './discovery'
import { onStep } from './host-consent'
import { navigate, openModal } from './modal'
import { loadNetworks } from './network-list'

const agents = {
  iphone: 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X)',
  android: 'Mozilla/5.0 (Linux; Android 14)',
  desktop: 'Mozilla/5.0 (X11; Linux x86_64)',
}
const on = (device: keyof typeof agents) => vi.stubGlobal('navigator', { userAgent: agents[device], maxTouchPoints: 0 })

const lumen: WalletInfo = { id: 'io.lumen', name: 'Lumen', rdns: 'io.lumen', type: 'ANNOUNCED', namespaces: ['eip155'] }
const harbor: ListedWallet = { id: 'harbor', name: 'Harbor', mobileLink: 'harbor://', desktopLink: 'harbor-desktop://' }
const vault: ListedWallet = { id: 'vault', name: 'Vault', webappLink: 'https://vault.example/' }
const kestrel: ListedWallet = { id: 'kestrel', name: 'Kestrel', chromeStore: 'https://store.example/kestrel' }

const stops: (() => void)[] = []
const begin = () => {
  const stop = beginConnecting('mock')
  stops.push(() => stop())
  return () => void stops.splice(0).map((each) => each())
}
/** Waits for what follows once a chunk has loaded. */
const soon = (check: () => void) => vi.waitFor(check, { timeout: 4_000 })

beforeAll(async () => {
  await loadNetworks()
})
beforeEach(() => {
  resetStores()
  config.networks = ['eip155:31337']
})
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  abandonConnections()
  vi.unstubAllGlobals()
})

describe('routeTo', () => {
  const known = { connectors: [lumen], listed: undefined, mobile: false }

  test('a wallet in this browser is asked there, on a phone too', () => {
    expect(routeTo('io.lumen', known)).toEqual({ kind: 'installed', wallet: lumen })
    expect(routeTo('io.lumen', { ...known, mobile: true }).kind).toBe('installed')
  })
  test('a listed wallet that is installed is asked as an extension', () => {
    const listed = { ...harbor, id: 'a', rdns: 'io.lumen' }
    expect(routeTo('a', { ...known, listed })).toEqual({ kind: 'installed', wallet: lumen })
  })
  test('a listed wallet opens as an app on a phone and by a QR code elsewhere', () => {
    expect(routeTo('harbor', { ...known, listed: harbor, mobile: true })).toEqual({ kind: 'app', listed: harbor })
    expect(routeTo('harbor', { ...known, listed: harbor })).toEqual({ kind: 'code', listed: harbor })
  })
  test('a web wallet opens as a page, here and on a phone', () => {
    expect(routeTo('vault', { ...known, listed: vault })).toEqual({ kind: 'code', listed: vault })
    expect(routeTo('vault', { ...known, listed: vault, mobile: true })).toEqual({ kind: 'app', listed: vault })
  })
  test('an installed wallet that lacks the wanted namespace is reached as if it were not installed', () => {
    const listed = { ...harbor, id: 'a', rdns: 'io.lumen' }
    expect(routeTo('a', { ...known, listed, namespace: 'solana' })).toEqual({ kind: 'code', listed })
    expect(routeTo('io.lumen', { ...known, namespace: 'solana' })).toEqual({ kind: 'missing' })
    expect(routeTo('io.lumen', { ...known, namespace: 'eip155' }).kind).toBe('installed')
  })
  test('a wallet of several chains counts as installed by the rdns that one of its parts announces', () => {
    const wallet = { ...lumen, id: 'multi:lumen', type: 'MULTI_CHAIN', parts: [lumen] } as const
    expect(routeTo('io.lumen', { ...known, connectors: [wallet] })).toEqual({ kind: 'installed', wallet })
  })
  test('WalletConnect itself is a code that any wallet can scan', () => {
    expect(routeTo('walletConnect', known)).toEqual({ kind: 'code' })
  })
  test('error: a wallet that exists only as an extension is missing', () => {
    expect(routeTo('kestrel', { ...known, listed: kestrel })).toEqual({ kind: 'missing', listed: kestrel })
    expect(routeTo('unheard-of', known)).toEqual({ kind: 'missing' })
  })
  test('each route uses its own connector', () => {
    const ids = [routeTo('io.lumen', known), routeTo('harbor', { ...known, listed: harbor }), routeTo('x', known)].map(
      connectorFor,
    )
    expect(ids).toEqual(['io.lumen', 'walletConnect', undefined])
  })
})

describe('appLink', () => {
  const uri = 'wc:00@2?symKey=11'

  test('is complete before the tap, and opens in this tab on a phone', () => {
    on('iphone')
    expect(appLink(harbor, uri)).toEqual({ href: `harbor://wc?uri=${encodeURIComponent(uri)}`, target: '_self' })
  })
  test('opens the desktop app on a computer, outside this tab', () => {
    on('desktop')
    expect(appLink(harbor, uri)).toEqual({ href: `harbor-desktop://wc?uri=${encodeURIComponent(uri)}`, target: '_blank' })
  })
  test.each(['iphone', 'desktop'] as const)('opens a web wallet outside this tab: %s', (device) => {
    on(device)
    expect(appLink(vault, uri)).toEqual({ href: `https://vault.example/wc?uri=${encodeURIComponent(uri)}`, target: '_blank' })
  })
  test('if an app may not have opened, uses the web form of its link if there is one, outside this tab', () => {
    on('iphone')
    const linked = { ...harbor, universalLink: 'https://harbor.example/app/' }
    const href = `https://harbor.example/app/wc?uri=${encodeURIComponent(uri)}`
    expect(appLink(linked, uri, true)).toEqual({ href, target: '_blank' })
    expect([appLink(linked, uri)?.href, appLink(harbor, uri, true)?.href]).toEqual(Array(2).fill(appLink(harbor, uri)?.href))
  })
  test('error: is undefined without a pairing URI or with a forbidden link', () => {
    on('iphone')
    expect(appLink(harbor, undefined)).toBeUndefined()
    expect(appLink({ ...harbor, mobileLink: 'javascript:alert(1)//' }, uri)).toBeUndefined()
  })
})

describe('beginConnecting', () => {
  const open = () => {
    const wallet = mockWallet({}, { connect: 'hang' })
    addConnector(wallet.connector)
    openModal(1)
    navigate('ConnectingWallet', { walletId: 'mock' })
    return wallet
  }
  const turn = () => new Promise((resolve) => setTimeout(resolve))

  test('asks the wallet', async () => {
    const { calls } = open()
    begin()
    await soon(() => expect(calls.connect).toBe(1))
    expect(attempt.status).toBe('waiting')
  })
  test('a screen that is mounted again at once continues the same request', async () => {
    const { calls } = open()
    begin()()
    begin()
    await soon(() => expect(calls.connect).toBe(1))
    await turn()
    expect(attempt.status).toBe('waiting')
    expect(calls.connect).toBe(1)
  })
  test('going back ends the attempt', async () => {
    open()
    const stop = begin()
    backToWallets()
    stop()
    await turn()
    expect(attempt.status).toBe('idle')
    expect(modal.view).toBe('Connect')
  })
  test('if the host refuses, returns to where the screen was opened from', async () => {
    const { calls } = open()
    stops.push(onStep(({ type }) => type !== 'before-connect'))
    begin()
    await soon(() => expect(modal.view).toBe('Connect'))
    expect([attempt.status, calls.connect]).toEqual(['idle', 0])
  })
  test('if the host disconnects while a wallet is waited for, returns too: no request is open any more', async () => {
    open()
    begin()
    await soon(() => expect(attempt.status).toBe('waiting'))
    await disconnect()
    await soon(() => expect(modal.view).toBe('Connect'))
    expect(attempt.status).toBe('idle')
  })
  test('if the host refuses a pairing that is only prepared, the visitor stays where they are', async () => {
    open()
    navigate('AllWallets')
    stops.push(onStep(({ type }) => type !== 'before-connect'))
    begin()
    await turn()
    expect(modal.view).toBe('AllWallets')
  })
  test('requests the pairing for the wanted namespace, on a retry too', async () => {
    const wanted: unknown[] = []
    const { connector } = mockWallet({ id: 'walletConnect', type: 'WALLET_CONNECT', namespaces: ['eip155', 'solana'] })
    addConnector({
      ...connector,
      connect: ({ namespace }) => {
        wanted.push(namespace)
        return new Promise(() => {})
      },
    })
    openModal(1, 'Connect', { namespace: 'solana' })
    navigate('ConnectingWalletConnectBasic')
    stops.push(beginConnecting('walletConnect'))
    await soon(() => expect(wanted).toEqual(['solana']))
    retryConnecting('walletConnect')
    await soon(() => expect(wanted).toEqual(['solana', 'solana']))
  })
  test('a pairing made for every chain is made again for the namespace that is wanted, and continues with that', async () => {
    const wanted: unknown[] = []
    const { connector } = mockWallet({ id: 'walletConnect', type: 'WALLET_CONNECT', namespaces: ['eip155', 'solana'] })
    addConnector({
      ...connector,
      connect: ({ namespace }) => {
        wanted.push(namespace)
        return new Promise(() => {})
      },
    })
    openModal(1, 'Connect')
    stops.push(beginConnecting('walletConnect'))
    await soon(() => expect(wanted).toEqual([undefined]))
    openModal(1, 'ConnectingWalletConnectBasic', { namespace: 'solana' })
    stops.push(beginConnecting('walletConnect'))
    await soon(() => expect(wanted).toEqual([undefined, 'solana']))
    stops.push(beginConnecting('walletConnect'))
    await turn()
    expect([wanted.length, attempt.namespace, attempt.status]).toEqual([2, 'solana', 'waiting'])
  })
  test('if a pairing led to a network that the app does not use, a new one is requested once its session has ended', async () => {
    const wallet = mockWallet({ id: 'walletConnect', type: 'WALLET_CONNECT' }, { connections: [mockConnection('eip155:1')] })
    addConnector(wallet.connector)
    openModal(1, 'ConnectingWalletConnectBasic')
    const stop = beginConnecting('walletConnect')
    await soon(() => expect(attempt.status).toBe('connected'))
    openModal(1, 'UnsupportedChain')
    stop()
    await turn()
    wallet.emit({ type: 'disconnect', reason: 'wallet' })
    openModal(1, 'ConnectingWalletConnectBasic')
    stops.push(beginConnecting('walletConnect'))
    await soon(() => expect(wallet.calls.connect).toBe(2))
  })
  test('mounting a screen that shows a failure does not ask again', async () => {
    const { calls } = open()
    begin()()
    await soon(() => expect(calls.connect).toBe(1))
    Object.assign(attempt, { status: 'failed', code: 'USER_REJECTED' })
    begin()
    await turn()
    expect(calls.connect).toBe(1)
    expect(attempt.code).toBe('USER_REJECTED')
  })
})

describe('retryConnecting', () => {
  test('asks again, and the first request’s answer no longer counts', async () => {
    const wallet = mockWallet({}, { connect: 'hang' })
    addConnector(wallet.connector)
    openModal(1, 'ConnectingWallet', { walletId: 'mock' })
    begin()
    await soon(() => expect(wallet.calls.connect).toBe(1))
    wallet.script.connect = 'approve'
    retryConnecting('mock')
    await soon(() => expect(attempt.status).toBe('connected'))
    expect(wallet.calls.connect).toBe(2)
  })
})

describe('retryConnecting while the first request is open', () => {
  test('the end of the first request does not affect the second', async () => {
    const wallet = mockWallet({}, { connect: 'hang' })
    addConnector(wallet.connector)
    openModal(1, 'ConnectingWallet', { walletId: 'mock' })
    begin()
    await soon(() => expect(wallet.calls.connect).toBe(1))
    retryConnecting('mock')
    await soon(() => expect(wallet.calls.connect).toBe(2))
    expect(attempt.status).toBe('waiting')
    expect(chainOf('eip155').status).toBe('connecting')
  })
})

describe('backToWallets', () => {
  test('leads to Connect if there is no view below', () => {
    openModal(1, 'ConnectingWallet', { walletId: 'mock' })
    backToWallets()
    expect(modal.stack).toEqual([{ view: 'Connect' }])
  })
})
