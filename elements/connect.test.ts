import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PATIENCE, stageFrames } from '../src/connectors/test-frame'
import { mockConnection, mockWallet } from '../src/connectors/test-wallet'
import { abandonConnections, connect, forgetAttempt, reconnect } from '../src/controllers/connection'
import { addConnector, forgetConnectors } from '../src/controllers/discovery'
import { allowed, onStep } from '../src/controllers/host-consent'
import { acceptTerms } from '../src/controllers/legal'
import { closeModal, hideModal, navigate, openModal } from '../src/controllers/modal'
import { mergeWallets } from '../src/controllers/multi-chain'
import { loadNetworks } from '../src/controllers/network-list'
import { sleep } from '../src/controllers/wake'
import { type ListedWallet, WALLET_CONNECT } from '../src/lib/wallet'
import { chains } from '../src/state/chains'
import { config } from '../src/state/config'
import { connectors } from '../src/state/connectors'
import { modal } from '../src/state/modal'
import { resetStores } from '../src/state/store'
import { wallets } from '../src/state/wallets'
import { connectWallet, refuseUnknown, UNKNOWN_AFTER_MS, untilConnected } from './connect'
import { show, viewOf } from './show'
import { signInWith } from './sign-in'

const other = mockConnection('eip155:31337', '0x70997970C51812dc3A010C7d01b50e0d17dc79C8')
const here = mockWallet()

beforeEach(async () => {
  resetStores()
  config.mode = 'localhost'
  await loadNetworks()
  for (const each of [here, mockWallet({ id: 'other' }, { connections: [other] })]) addConnector(each.connector)
  await connect({ wallet: 'mock' })
  forgetAttempt()
  openModal(1, 'ConnectingWallet', { walletId: 'other' })
})
afterEach(() => {
  sleep()
  abandonConnections()
  forgetConnectors()
  vi.unstubAllGlobals()
})
const elementInPage = () =>
  ({ isConnected: true, ownerDocument: globalThis.document, elementId: 1, embedded: false, shadowRoot: null }) as never
const wait = () => untilConnected({ wallet: 'other', namespace: undefined, signal: undefined }).end

test('a change of account in the present wallet does not resolve the call', async () => {
  const settled = vi.fn()
  const waiting = wait()
  waiting.then(settled, settled)
  here.emit({ type: 'change', connections: [other] })
  await new Promise((done) => setTimeout(done))
  expect(settled).not.toHaveBeenCalled()
  await connect({ wallet: 'other' })
  expect(await waiting).toMatchObject({ wallet: { id: 'other' } })
})

test('nor does another wallet that is restored meanwhile, as from another tab', async () => {
  abandonConnections()
  const settled = vi.fn()
  const waiting = wait()
  waiting.then(settled, settled)
  const found = mockWallet({}, { restore: 'approve' }).connector
  expect(await reconnect(found, [], () => true, new AbortController().signal)).toBe(true)
  await new Promise((done) => setTimeout(done))
  expect(settled).not.toHaveBeenCalled()
  await connect({ wallet: 'other' })
  expect(await waiting).toMatchObject({ wallet: { id: 'other' } })
})

test('restoring the requested wallet meanwhile does', async () => {
  abandonConnections()
  const waiting = wait()
  const { connector } = mockWallet({ id: 'other' }, { connections: [other], restore: 'approve' })
  await reconnect(connector, [], () => true, new AbortController().signal)
  expect(await waiting).toMatchObject({ wallet: { id: 'other' } })
})

test('whoever is choosing while the stored wallet is found again has it, and nothing more to choose', async () => {
  abandonConnections()
  openModal(1, 'Connect')
  const { end } = untilConnected({ wallet: undefined, namespace: undefined, signal: undefined })
  await reconnect(mockWallet({}, { restore: 'approve' }).connector, [], () => true, new AbortController().signal)
  expect(await end).toMatchObject({ wallet: { id: 'mock' } })
  expect(modal.elementId).toBeUndefined()
})

test('a press on the page’s own button shows the wallets soon, however long the stored one does not answer', async () => {
  abandonConnections()
  chains.restoring = true
  stageFrames('https://secure.example')
  vi.stubGlobal('location', { origin: 'https://shop.example', host: 'shop.example', hostname: 'shop.example' })
  const element = elementInPage()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const ended = connectWallet(element, {}).catch(({ code }) => code)
  await vi.advanceTimersByTimeAsync(1_900)
  expect(modal.view).toBe('ConnectingWallet')
  await vi.advanceTimersByTimeAsync(200)
  vi.useRealTimers()
  // Where there is no browser no view is drawn.
  expect([await ended, modal.view]).toEqual(['VIEW_UNAVAILABLE', 'Connect'])
})

/** A wallet of this name was connected by QR code at the last visit, or in another tab. */
const foundByCode = (name: string) => {
  const connections = [{ ...other, peer: { name } }]
  const { connector } = mockWallet({ id: WALLET_CONNECT, type: 'WALLET_CONNECT' }, { connections, restore: 'approve' })
  return reconnect(connector, [], () => true, new AbortController().signal)
}

test.each(['other', 'watch', 'ID_AUTH'])('nor does a session restored through WalletConnect for %s', async (wallet) => {
  abandonConnections()
  forgetConnectors()
  const settled = vi.fn()
  const { end, stop } = untilConnected({ wallet, namespace: undefined, signal: undefined })
  end.then(settled, settled)
  expect(await foundByCode('Another')).toBe(true)
  await new Promise((done) => setTimeout(done))
  stop()
  expect(settled).not.toHaveBeenCalled()
})

test('restoring exactly the requested wallet through WalletConnect does, even if the list names it later', async () => {
  abandonConnections()
  forgetConnectors()
  const waiting = wait()
  await foundByCode('Other')
  wallets.named = [{ id: 'other', name: 'Other' } as ListedWallet]
  expect(await waiting).toMatchObject({ wallet: { id: WALLET_CONNECT, name: 'Other' } })
})

test('error: nor does closing the modal after that', async () => {
  const waiting = wait()
  here.emit({ type: 'change', connections: [other] })
  closeModal('api')
  await expect(waiting).rejects.toMatchObject({ code: 'ABORTED' })
})

test.each([
  ['the embedded wallet', 'ID_AUTH', 'EmailLogin', 'EmailVerifyOtp'],
  ['a watched account', 'watch', 'Watch', 'Watch'],
] as const)(
  'if a host refuses %s, which it has named, its call is rejected at once, also from a later view',
  async (_, wallet, view, next) => {
    addConnector(mockWallet({ id: 'ID_AUTH', type: 'AUTH' }).connector)
    openModal(1, view, { walletId: wallet })
    const { end } = untilConnected({ wallet, namespace: undefined, signal: undefined })
    navigate(next, { walletId: next === view ? wallet : undefined })
    const stop = onStep(() => false)
    allowed({ type: 'before-connect', wallet, namespace: 'eip155' })
    stop()
    expect([await end, modal.elementId]).toEqual([undefined, undefined])
  },
)

test('a host that names the embedded wallet by id leads to the sign-in options; a signed-out frame is not asked', async () => {
  config.email = true
  stageFrames('https://secure.example')
  vi.stubGlobal('location', { origin: 'https://shop.example', host: 'shop.example', hostname: 'shop.example' })
  const asked = vi.fn()
  const embedded = mockWallet({ id: 'ID_AUTH', type: 'AUTH' }, { connections: [other] })
  addConnector({ ...embedded.connector, connect: asked })
  const element = elementInPage()
  // Without a browser no view is rendered.
  const ended = connectWallet(element, { wallet: 'ID_AUTH' }).catch(({ code }) => code)
  await vi.waitFor(() => expect(modal.view).toBe('EmailLogin'), PATIENCE)
  expect([await ended, asked.mock.calls]).toEqual(['VIEW_UNAVAILABLE', []])
})

test('a wallet named by the host also waits until the terms are accepted', async () => {
  Object.assign(config, { legalCheckbox: true, termsUrl: 'https://shop.example/terms' })
  stageFrames('https://secure.example')
  vi.stubGlobal('location', { origin: 'https://shop.example', host: 'shop.example', hostname: 'shop.example' })
  const named = mockWallet({ id: 'named' }, { connections: [other] })
  addConnector(named.connector)
  const element = elementInPage()
  const ended = connectWallet(element, { wallet: 'named' }).catch(({ code }) => code)
  await vi.waitFor(() => expect(modal.top.data?.walletId).toBe('named'), PATIENCE)
  // Without a browser no view is rendered that would lead to the terms.
  expect([await ended, named.calls.connect]).toEqual(['VIEW_UNAVAILABLE', 0])
  acceptTerms(true)
  expect(await connectWallet(element, { wallet: 'named' })).toMatchObject({ wallet: { id: 'named' } })
  acceptTerms(false)
})

test('error: nor is it available for chains on which it has no accounts', async () => {
  const element = elementInPage()
  config.email = true
  stageFrames('https://secure.example')
  vi.stubGlobal('location', { origin: 'https://shop.example', host: 'shop.example', hostname: 'shop.example' })
  const ended = connectWallet(element, { wallet: 'ID_AUTH', namespace: 'bip122' })
  await expect(ended).rejects.toMatchObject({ code: 'WALLET_NOT_FOUND' })
})

test('error: if the site has no sign-in option, the embedded wallet is WALLET_NOT_FOUND', async () => {
  forgetConnectors()
  openModal(1, viewOf('ID_AUTH'), { walletId: 'ID_AUTH' })
  const { end } = untilConnected({ wallet: 'ID_AUTH', namespace: undefined, signal: undefined })
  closeModal('api')
  await expect(end).rejects.toMatchObject({ code: 'WALLET_NOT_FOUND' })
  config.socials = ['google']
  expect(viewOf('ID_AUTH')).toBe('EmailLogin')
  // Google refuses Telegram's own browser.
  vi.stubGlobal('navigator', { userAgent: 'iPhone' })
  vi.stubGlobal('window', { TelegramWebviewProxy: {} })
  expect(viewOf('ID_AUTH')).toBe('ConnectingWallet')
})

test('an entry of several chains does not ask its connected part again, which has its own id', async () => {
  config.networks = ['eip155:31337', 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1']
  forgetConnectors()
  const own = mockConnection('solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', '4Nd1mYk')
  const solana = mockWallet({ id: 'its part', namespaces: ['solana'] }, { connections: [own] })
  for (const { connector } of [here, solana]) addConnector(connector)
  connectors.list = mergeWallets(connectors.list)
  stageFrames('https://secure.example')
  vi.stubGlobal('location', { origin: 'https://shop.example', host: 'shop.example', hostname: 'shop.example' })
  const element = elementInPage()
  for (let call = 0; call < 2; call++)
    expect(await connectWallet(element, { wallet: 'mock', namespace: 'solana' })).toMatchObject({ wallet: { id: 'its part' } })
  expect(solana.calls.connect).toBe(1)
})

test('watching an account is not a wallet: a host that names none offers wallets, for a sign-in too', async () => {
  abandonConnections()
  addConnector(mockWallet({ id: 'watch', type: 'WATCH' }).connector)
  await connect({ wallet: 'watch' })
  forgetAttempt()
  config.signInMode = 'optional'
  stageFrames('https://secure.example')
  vi.stubGlobal('location', { origin: 'https://shop.example', host: 'shop.example', hostname: 'shop.example' })
  const element = elementInPage()
  for (const call of [() => connectWallet(element, {}), () => signInWith(element)]) {
    openModal(1, 'Networks')
    // Without a browser no view is rendered.
    await expect(call()).rejects.toMatchObject({ code: 'VIEW_UNAVAILABLE' })
    expect(modal.view).toBe('Connect')
  }
  expect(await connectWallet(element, { wallet: 'watch' })).toMatchObject({ wallet: { id: 'watch' } })
})

test('error: a name that no list and no wallet here has is WALLET_NOT_FOUND soon, not only once the visitor has left its screen', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const outcome = async (wallet: string) => {
    openModal(1, viewOf(wallet), { walletId: wallet })
    const { end, stop, fail } = untilConnected({ wallet, namespace: undefined, signal: undefined })
    const settled = vi.fn()
    end.then(settled, ({ code }) => settled(code))
    const looked = vi.fn()
    void refuseUnknown(wallet, undefined, fail).then(looked)
    if (wallet === 'late') addConnector(mockWallet({ id: 'late' }).connector)
    await vi.waitFor(async () => {
      await vi.advanceTimersByTimeAsync(UNKNOWN_AFTER_MS)
      expect(looked).toHaveBeenCalled()
    }, PATIENCE)
    stop()
    return settled.mock.calls
  }
  expect(await outcome('nonsense')).toEqual([['WALLET_NOT_FOUND']])
  // The screen stays: another one can be picked there.
  expect([modal.elementId, modal.view]).toEqual([1, 'ConnectingWallet'])
  // One of this browser, one of the list, and one that announces itself only now.
  for (const wallet of ['other', 'io.metamask', 'late']) expect([wallet, await outcome(wallet)]).toEqual([wallet, []])
  vi.useRealTimers()
})

test('closing the offer keeps watching, and connects nothing; choosing a wallet connects it', async () => {
  addConnector(mockWallet({ id: 'watch', type: 'WATCH' }).connector)
  await connect({ wallet: 'watch' })
  forgetAttempt()
  const offered = () => untilConnected({ wallet: undefined, namespace: undefined, signal: undefined }).end
  const closed = offered()
  hideModal()
  await expect(closed).rejects.toMatchObject({ code: 'ABORTED' })
  expect(chains.active).toMatchObject({ status: 'connected', connectorId: 'watch' })
  openModal(1, 'Connect')
  const taken = offered()
  await connect({ wallet: 'other' })
  expect(await taken).toMatchObject({ wallet: { id: 'other' } })
})

test.each([null, ''])('%j, as from an empty query, field or state, counts as no option of show()', async (none) => {
  const element = elementInPage()
  vi.stubGlobal('location', { origin: 'https://shop.example', host: 'shop.example', hostname: 'shop.example' })
  stageFrames('https://secure.example')
  const given = { view: none, wallet: 'elsewhere', namespace: none, swap: none }
  await expect(show(element, given as never)).rejects.toMatchObject({ code: 'VIEW_UNAVAILABLE' })
  expect([modal.view, Object.keys(chains.byNamespace)]).toEqual(['ConnectingWallet', ['eip155', 'solana', 'bip122', 'polkadot']])
})

test('values for a swap open Swap if the host names no view', async () => {
  vi.stubGlobal('location', { origin: 'https://shop.example', host: 'shop.example', hostname: 'shop.example' })
  stageFrames('https://secure.example')
  const element = elementInPage()
  // The `view` attribute says what is shown if nothing else is asked for.
  await expect(show(element, { swap: { fromToken: 'ETH' } }, 'Networks')).rejects.toMatchObject({ code: 'VIEW_UNAVAILABLE' })
  expect(modal.stack).toMatchObject([{ view: 'Swap', data: { swap: { fromToken: 'ETH' } } }])
})
