import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { closeShop, openShop, type Stage, signInFramed } from '../../.ci/embedded-world'
import { RELOAD_LIMIT_MS } from '../connectors/auth-exchange'
import { PATIENCE } from '../connectors/test-frame'
import { mockConnection, mockWallet } from '../connectors/test-wallet'
import { guardedStorage } from '../lib/guarded-storage'
import { chains } from '../state/chains'
import { config } from '../state/config'
import { embedded } from '../state/embedded'
import { modal } from '../state/modal'
import { changeAccountType } from './account-type'
import { connect } from './connection'
import { addConnector } from './discovery'
import { secondsToWait, submitCode, submitEmail } from './email-login'
import { startFarcaster } from './farcaster-login'
import { onStep } from './host-consent'
import { closeModal, goBack, navigate, openModal } from './modal'
import { switchNetwork } from './network'
import { onError } from './report'
import { endSocial, finishSocial, startSocial } from './social-login'

const KEY = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const SOLANA_KEY = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T'
const TEST_NET = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
const MAIN_NET = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

let stage: Stage
const codes: string[] = []
let stop = () => {}

beforeEach(() => {
  stage = openShop()
  codes.length = 0
  stop = onError(({ code }) => codes.push(code))
})
afterEach(() => {
  stop()
  closeShop()
})

/** The right code has been typed. */
async function typed() {
  openModal(7, 'Connect')
  navigate('EmailVerifyOtp')
  embedded.mailedTo = 'ada@example.org'
  const done = submitCode('123456')
  await vi.waitFor(() => expect(stage.last().isConnected).toBe(true), PATIENCE)
  stage.getReady()
  return { done }
}
/** The frame is then asked for the account. */
async function entered() {
  const { done } = await typed()
  await stage.answer('CONNECT_OTP')
  return { done }
}
const asked = () => vi.waitFor(() => expect(stage.last().posted.at(-1)?.type).toBe('@w3m-app/GET_USER'), PATIENCE)
const answered = () => stage.answer('GET_USER', { address: KEY, chainId: 31337 })

describe('the last step of a sign-in', () => {
  test.each([
    ['goes back', () => goBack()],
    ['closes', () => closeModal('button')],
  ])('error: connects nobody and reports nothing if the visitor %s meanwhile', async (_, leave) => {
    const { done } = await entered()
    await asked()
    leave()
    await done
    await answered()
    expect([chains.active.status, chains.active.address, codes]).toEqual(['disconnected', undefined, []])
  })

  test('error: if it fails, the code is not blamed: submitting the address continues without another code, and the host gets no text of the frame', async () => {
    const { done } = await entered()
    await stage.answer('GET_USER', { message: 'Nobody knows ada@example.org now' }, 'ERROR')
    expect([await done, modal.view, codes]).toEqual([false, 'Connect', ['CONNECT_FAILED']])
    expect(embedded).toMatchObject({ code: 'CONNECT_FAILED', words: 'Connection failed', wrongIn: 'Connect' })
    const again = submitEmail('ada@example.org')
    await stage.answer('CONNECT_EMAIL', { action: 'CONNECT' })
    await answered()
    await stage.answer('GET_SMART_ACCOUNT_ENABLED_NETWORKS', { smartAccountEnabledNetworks: [] })
    expect([await again, chains.active.address]).toEqual([true, KEY])
  })

  test('error: returns to Connect if the host refuses', async () => {
    const end = onStep(({ type }) => type !== 'before-connect')
    const { done } = await entered()
    await done
    end()
    expect([modal.view, chains.active.status, codes]).toEqual(['Connect', 'disconnected', []])
  })
})

test.each([
  ['goes back', () => goBack()],
  ['closes', () => closeModal('button')],
])('a code that is being checked signs nobody in if the visitor %s', async (_, leave) => {
  const { done } = await typed()
  await vi.waitFor(() => expect(stage.last().posted.at(-1)?.type).toBe('@w3m-app/CONNECT_OTP'), PATIENCE)
  leave()
  await stage.answer('RELOAD')
  expect([await done, embedded.busy, chains.active.status, codes]).toEqual([false, undefined, 'disconnected', []])
})

test('a Farcaster request signs nobody in once its QR code was left, even with another wallet connected', async () => {
  const { connector } = mockWallet({}, { connections: [mockConnection('eip155:31337', KEY)] })
  addConnector(connector)
  await connect({ wallet: 'mock' })
  openModal(7, 'ConnectingFarcaster')
  const leave = startFarcaster()
  await vi.waitFor(() => expect(stage.last().isConnected).toBe(true), PATIENCE)
  stage.getReady()
  await stage.answer('GET_FARCASTER_URI', { url: 'https://farcaster.example/1' })
  leave()
  await stage.answer('RELOAD')
  expect(chains.active).toMatchObject({ connectorId: 'mock', status: 'connected' })
})

test('error: a frame that does not reload when asked to is replaced, and nobody waits longer than five seconds for it', async () => {
  openModal(7, 'ConnectingFarcaster')
  const leave = startFarcaster()
  await vi.waitFor(() => expect(stage.last().isConnected).toBe(true), PATIENCE)
  stage.getReady()
  await stage.answer('GET_FARCASTER_URI', { url: 'https://farcaster.example/1' })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  leave()
  await vi.waitFor(() => expect(stage.last().posted.at(-1)?.type).toBe('@w3m-app/RELOAD'), PATIENCE)
  const done = submitEmail('ada@example.org')
  await vi.advanceTimersByTimeAsync(RELOAD_LIMIT_MS)
  vi.useRealTimers()
  await vi.waitFor(() => expect([stage.frames.length, stage.last().isConnected]).toEqual([2, true]), PATIENCE)
  stage.getReady()
  await stage.answer('CONNECT_EMAIL', { message: 'No mail today' }, 'ERROR')
  expect([await done, embedded.words]).toEqual([false, 'No mail today'])
})

test.each([
  ['on a network switch', ['eip155:31337', 'eip155:56'], { address: KEY, chainId: 31337 }],
  ['on a Solana network switch', [TEST_NET, MAIN_NET], { address: SOLANA_KEY, chainId: TEST_NET }],
] as const)('error: an ended session of the frame is reported %s too, and disconnects', async (_, networks, user) => {
  config.networks = [...networks]
  await signInFramed(stage, user)
  const changing = switchNetwork(networks[1])
  await stage.answer('SWITCH_NETWORK', { chainId: networks[1] })
  await stage.answer('GET_USER', { message: 'Nobody is signed in' }, 'ERROR')
  await stage.answer('IS_CONNECTED', { isConnected: false })
  expect([await changing, chains.active.status, codes]).toEqual([false, 'disconnected', ['LOGIN_EXPIRED']])
})

test('error: if the frame refuses to switch networks because its session has ended, LOGIN_EXPIRED is reported', async () => {
  config.networks = ['eip155:31337', 'eip155:56']
  await signInFramed(stage, { address: KEY, chainId: 31337 })
  const changing = switchNetwork('eip155:56')
  await stage.answer('SWITCH_NETWORK', { message: 'Nobody is signed in' }, 'ERROR')
  await stage.answer('IS_CONNECTED', { isConnected: false })
  expect([await changing, chains.active.status, codes]).toEqual([false, 'disconnected', ['LOGIN_EXPIRED']])
})

test('abandoning a second sign-in keeps the account and its name: no phone signs in afterwards', async () => {
  const done = submitEmail('ada@example.org')
  await vi.waitFor(() => expect(stage.last().isConnected).toBe(true), PATIENCE)
  stage.getReady()
  await stage.answer('CONNECT_EMAIL', { action: 'CONNECT' })
  await answered()
  await stage.answer('GET_SMART_ACCOUNT_ENABLED_NETWORKS', { smartAccountEnabledNetworks: [31337] })
  await done
  openModal(7, 'ConnectingFarcaster')
  const leave = startFarcaster()
  await stage.answer('GET_FARCASTER_URI', { url: 'https://farcaster.example/1' })
  leave()
  await stage.answer('RELOAD')
  stage.getReady()
  const changing = changeAccountType('eoa')
  await stage.answer('SET_PREFERRED_ACCOUNT', { type: 'eoa', address: KEY })
  await answered()
  await changing
  expect(chains.active.wallet?.name).toBe('Email')
})

test('a social sign-in signs nobody in if the visitor leaves while the frame checks it', async () => {
  config.socials = ['x']
  guardedStorage.set('session', 'social', JSON.stringify({ provider: 'x', state: 's', at: Date.now() }))
  finishSocial('https://secure.example/callback?code=c&state=s')
  await vi.waitFor(() => expect(stage.last().isConnected).toBe(true), PATIENCE)
  stage.getReady()
  await vi.waitFor(() => expect(stage.last().posted.at(-1)?.type).toBe('@w3m-app/CONNECT_SOCIAL'), PATIENCE)
  closeModal('button')
  await stage.answer('RELOAD')
  expect([chains.active.status, codes]).toEqual(['disconnected', []])
})

test('if the frame was still signed in, no mail was sent: there is no cooldown', async () => {
  openModal(7, 'Connect')
  const done = submitEmail('ada@example.org')
  await vi.waitFor(() => expect(stage.last().isConnected).toBe(true), PATIENCE)
  stage.getReady()
  await stage.answer('CONNECT_EMAIL', { action: 'CONNECT' })
  await answered()
  await stage.answer('GET_SMART_ACCOUNT_ENABLED_NETWORKS', { smartAccountEnabledNetworks: [] })
  expect([await done, chains.active.address, secondsToWait()]).toEqual([true, KEY, 0])
})

test('a site that starts on Solana starts there by e-mail too; the smart account is known not to be deployed yet', async () => {
  const solana = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1' as const
  Object.assign(config, { networks: ['eip155:31337', solana], defaultNetwork: solana, accountType: 'smart-account' })
  openModal(7, 'Connect')
  const done = submitEmail('ada@example.org')
  await vi.waitFor(() => expect(stage.last().isConnected).toBe(true), PATIENCE)
  stage.getReady()
  await stage.answer('CONNECT_EMAIL', { action: 'CONNECT' })
  const smart = { preferredAccountType: 'smartAccount', smartAccountDeployed: false }
  await stage.answer('GET_USER', { address: KEY, chainId: 31337, ...smart })
  await stage.answer('GET_USER', { address: '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T', chainId: solana })
  await stage.answer('GET_SMART_ACCOUNT_ENABLED_NETWORKS', { smartAccountEnabledNetworks: [] })
  expect([await done, chains.active.networkId, embedded.deployed]).toEqual([true, solana, false])
})

describe('offline', () => {
  beforeEach(() => {
    vi.stubGlobal('navigator', { onLine: false, userAgent: '' })
    Object.assign(window, { open: () => ({ closed: false, document: {}, close() {} }) })
    openModal(7, 'Connect')
  })
  test.each([
    ['an address', () => submitEmail('ada@example.org')],
    ['a code', () => submitCode('123456')],
    ['a window', () => startSocial('google')],
    ['a phone', startFarcaster],
  ])('error: %s reports OFFLINE at once instead of waiting', async (_, begin) => {
    const stopped: unknown = begin()
    await vi.waitFor(() => expect(embedded.code).toBe('OFFLINE'))
    expect([embedded.words, embedded.busy, stage.frames]).toEqual(['You are offline', undefined, []])
    if (typeof stopped === 'function') stopped()
    endSocial()
  })
})
