import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { closeShop, openShop, type Stage, signInFramed } from '../../.ci/embedded-world'
import { PATIENCE } from '../connectors/test-frame'
import { mockConnection, mockWallet } from '../connectors/test-wallet'
import { guardedStorage } from '../lib/guarded-storage'
import { chains } from '../state/chains'
import { config } from '../state/config'
import { embedded } from '../state/embedded'
import { modal } from '../state/modal'
import { notice } from '../state/notice'
import { changeAccountType, lookWhetherDeployed } from './account-type'
import { REFUSED_MS } from './approvals'
import { connect, disconnect, walletOf } from './connection'
import { addConnector } from './discovery'
import { submitCode, submitEmail } from './email-login'
import { embeddedWallet, finishLogin } from './embedded'
import { startFarcaster } from './farcaster-login'
import { offerFramePlace } from './frame-place'
import { closeModal, goBack, navigate, openModal, setHome, viewPainted } from './modal'
import { preferredType } from './preferred-type'
import { onError } from './report'
import { finishSocial } from './social-login'

const KEY = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const SMART = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const accounts = [
  { address: KEY, type: 'eoa' },
  { address: SMART, type: 'smartAccount' },
]
const asEoa = { address: KEY, chainId: 31337, accounts, preferredAccountType: 'eoa', smartAccountDeployed: false }
const asSmart = { address: SMART, chainId: 31337, accounts, preferredAccountType: 'smartAccount', smartAccountDeployed: false }

let stage: Stage
const codes: string[] = []
let stop = () => {}

beforeEach(() => {
  stage = openShop()
  codes.length = 0
  stop = onError(({ code }) => codes.push(code))
  // Balances after a payment are not part of this test.
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')))
})
afterEach(() => {
  stop()
  closeShop()
  vi.useRealTimers()
})

/** A visitor signs in in the frame; it has smart accounts on the local network. */
async function signedIn() {
  await signInFramed(stage, asEoa)
  expect([chains.active.address, chains.active.status, embedded.deployed]).toEqual([KEY, 'connected', undefined])
}

test('fault 8, error: a frame without an element to stand in is given up at once, and works once there is one', async () => {
  offerFramePlace({ isConnected: false } as HTMLElement)
  setHome(undefined)
  const heard = stage.page.listeners.size
  expect(await submitEmail('ada@example.org')).toBe(false)
  expect([embedded.code, stage.page.listeners.size]).toEqual(['FRAME_NOT_SET', heard])
  setHome(7)
  offerFramePlace(stage.body)
  await signedIn()
})

describe('the signed-in visitor', () => {
  const bitcoin = mockConnection('bip122:000000000019d6689c085ae165831e93', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq')
  /** A wallet other than the frame. */
  async function another() {
    addConnector(mockWallet({ namespaces: ['bip122'] }, { connections: [bitcoin] }).connector)
    await connect({ wallet: 'mock' })
  }

  test('is still known after the wallet of another namespace disconnects, and forgotten after their own does', async () => {
    await signedIn()
    const person = {
      ...{ email: 'ada@example.org', written: 'Ada@example.org', newEmail: 'ada@new.example', mailedTo: 'ada@new.example' },
      ...{ mailView: 'EmailVerifyOtp', username: 'ada', social: 'google', via: 'google', stage: 'window' },
      ...{ farcasterUrl: 'https://farcaster.example/1', deployed: true },
    }
    Object.assign(embedded, { ...person, updating: 'secondary' })
    await another()
    await disconnect('bip122')
    await new Promise((done) => setTimeout(done))
    expect(embedded).toMatchObject({ ...person, smartNetworks: [31337], updating: 'secondary' })
    await Promise.all([disconnect(), stage.answer('SIGN_OUT')])
    await vi.waitFor(() => expect(embedded).toMatchObject({ smartNetworks: [], updating: 'form' }), PATIENCE)
    for (const known of Object.keys(person)) expect(embedded, known).toMatchObject({ [known]: undefined })
  })

  test('keeps a pending code if a wallet that was connected before disconnects', async () => {
    await another()
    await embeddedWallet()
    embedded.mailedTo = 'ada@example.org'
    await disconnect('bip122')
    await new Promise((done) => setTimeout(done))
    expect(embedded.mailedTo).toBe('ada@example.org')
  })
})

describe('a visitor who typed an address but got no mail', () => {
  const user = { ...asEoa, email: null }
  test('is not called by that address after signing in with Farcaster', async () => {
    embedded.email = 'ada@example.org'
    const stop = startFarcaster()
    await vi.waitFor(() => expect(stage.last().isConnected).toBe(true), PATIENCE)
    stage.getReady()
    await stage.answer('GET_FARCASTER_URI', { url: 'https://farcaster.example/1' })
    await stage.answer('CONNECT_FARCASTER', { userName: 'ada' })
    await stage.answer('GET_USER', user)
    await vi.waitFor(() => expect(chains.active.address).toBe(KEY), PATIENCE)
    expect([embedded.email, embedded.username, chains.active.wallet?.name]).toEqual([undefined, 'ada', 'Farcaster'])
    stop()
    // The phone has answered: no request is left to be dropped.
    await new Promise((done) => setTimeout(done))
    expect(stage.last().posted.map(({ type }) => type)).not.toContain('@w3m-app/RELOAD')
  })

  test('nor after a social network that gives no address', async () => {
    embedded.email = 'ada@example.org'
    config.socials = ['x']
    guardedStorage.set('session', 'social', JSON.stringify({ provider: 'x', state: 's', at: Date.now() }))
    finishSocial('https://secure.example/callback?code=c&state=s')
    await vi.waitFor(() => expect(stage.last().isConnected).toBe(true), PATIENCE)
    stage.getReady()
    await stage.answer('CONNECT_SOCIAL', user)
    await stage.answer('GET_USER', user)
    await vi.waitFor(() => expect(chains.active.address).toBe(KEY), PATIENCE)
    expect(embedded.email).toBeUndefined()
  })
})

test('if a wallet of one namespace is wanted, the wallet of another one stays', async () => {
  const solana = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
  config.networks = ['eip155:31337', solana]
  const { connector } = mockWallet({}, { connections: [mockConnection('eip155:31337', KEY)] })
  addConnector(connector)
  await connect({ wallet: 'mock' })
  openModal(7, 'Connect', { namespace: 'solana' })
  const done = finishLogin()
  await vi.waitFor(() => expect(stage.last().isConnected).toBe(true), PATIENCE)
  stage.getReady()
  await stage.answer('GET_USER', { address: '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T', chainId: solana })
  await stage.answer('GET_SMART_ACCOUNT_ENABLED_NETWORKS', { smartAccountEnabledNetworks: [] })
  await done
  expect(Object.entries(chains.byNamespace).map(([namespace, { wallet }]) => [namespace, wallet?.id])).toEqual(
    expect.arrayContaining([
      ['eip155', 'mock'],
      ['solana', 'ID_AUTH'],
    ]),
  )
  // Also if the wanted namespace is connected already, as for another visitor.
  const again = finishLogin()
  await stage.answer('GET_USER', { address: 'So11111111111111111111111111111111111111112', chainId: solana })
  await stage.answer('GET_SMART_ACCOUNT_ENABLED_NETWORKS', { smartAccountEnabledNetworks: [] })
  await again
  expect(chains.byNamespace.eip155?.wallet?.id).toBe('mock')
})

describe('an answer after the visitor has left', () => {
  async function asked(work: Promise<boolean>, name: string) {
    await vi.waitFor(() => expect(stage.last().isConnected).toBe(true), PATIENCE)
    stage.getReady()
    await vi.waitFor(() => expect(stage.last().posted.map(({ type }) => type)).toContain(`@w3m-app/${name}`), PATIENCE)
    return work
  }

  test('error: to an address shows no view and connects nobody', async () => {
    openModal(7, 'Connect')
    const done = asked(submitEmail('ada@example.org'), 'CONNECT_EMAIL')
    await vi.waitFor(() => expect(stage.last().posted).toHaveLength(2), PATIENCE)
    navigate('AllWallets')
    await stage.answer('CONNECT_EMAIL', { action: 'VERIFY_OTP' })
    expect([await done, modal.view, embedded.email, codes]).toEqual([true, 'AllWallets', undefined, []])
  })

  test('error: to a code connects nobody', async () => {
    openModal(7, 'EmailVerifyOtp')
    const done = asked(submitCode('123456'), 'CONNECT_OTP')
    await vi.waitFor(() => expect(stage.last().posted).toHaveLength(2), PATIENCE)
    closeModal('escape')
    await stage.answer('CONNECT_OTP')
    expect([await done, chains.active.status, codes]).toEqual([false, 'disconnected', []])
  })
})

describe('changeAccountType', () => {
  test('makes the smart account active, now and for the next visit', async () => {
    await signedIn()
    const changing = changeAccountType('smartAccount')
    await stage.answer('SET_PREFERRED_ACCOUNT', { type: 'smartAccount', address: SMART })
    await stage.answer('GET_USER', asSmart)
    expect(await changing).toBe(true)
    await vi.waitFor(() => expect(chains.active.address).toBe(SMART), PATIENCE)
    expect([chains.active.accountType, embedded.deployed, embedded.busy, preferredType()]).toEqual([
      ...['smartAccount', false, undefined, 'smartAccount'],
    ])
    const looking = lookWhetherDeployed()
    await stage.answer('GET_USER', { ...asSmart, smartAccountDeployed: true })
    await looking
    // The vendor's site does not answer INIT_SMART_ACCOUNT (facts: frame protocol §3).
    expect([embedded.deployed, stage.last().posted.some(({ type }) => /INIT/.test(type))]).toEqual([true, false])
    expect(stage.last().posted.at(-1)?.payload).toEqual({ chainId: 31337, preferredAccountType: 'smartAccount' })
  })

  test('error: if the frame refuses, the EOA stays active', async () => {
    await signedIn()
    const changing = changeAccountType('smartAccount')
    await stage.answer('SET_PREFERRED_ACCOUNT', { message: 'Not now' }, 'ERROR')
    await vi.waitFor(() => expect(embedded.busy).toBeUndefined(), PATIENCE)
    await stage.answer('GET_USER', asEoa)
    expect(await changing).toBe(false)
    expect([chains.active.address, preferredType(), codes]).toEqual([KEY, 'eoa', ['FRAME_ERROR']])
  })

  test('error: fails if the frame has no other account', async () => {
    expect(await changeAccountType('smartAccount')).toBe(false)
    expect(codes).toEqual(['ADDRESS_OR_AUTH_CONNECTOR_NOT_FOUND'])
    expect(stage.frames).toEqual([])
  })
})

describe('approvals', () => {
  const sign = (text: string) => {
    const asked = walletOf('eip155').request({ method: 'personal_sign', params: [text, KEY] })
    // The outcome is checked later.
    asked.catch(() => {})
    return asked
  }
  const requests = () => stage.last().posted.filter(({ type }) => type === '@w3m-app/RPC_REQUEST')
  const untilShown = (count: number) => vi.waitFor(() => expect(embedded.approvals).toHaveLength(count), PATIENCE)

  test('a signing request opens its view first, and the modal closes afterwards; a read request opens nothing', async () => {
    await signedIn()
    const reading = walletOf('eip155').request({ method: 'eth_blockNumber' })
    await stage.answer('RPC_REQUEST', '0x10')
    expect([await reading, modal.elementId, embedded.approvals.length]).toEqual(['0x10', undefined, 0])
    const asked = sign('0x01')
    await untilShown(1)
    expect([modal.elementId, modal.view, requests().length]).toEqual([7, 'ApproveTransaction', 1])
    viewPainted('ApproveTransaction')
    await stage.answer('GET_CHAIN_ID', { chainId: 31337 })
    await stage.answer('RPC_REQUEST', '0xsigned')
    expect([await asked, modal.elementId]).toEqual(['0xsigned', undefined])
  })

  test('in an open modal it is shown on top, several in a row, and the view before is back after the last', async () => {
    await signedIn()
    openModal(7, 'Account')
    navigate('YourAccount')
    const first = sign('0x01')
    await untilShown(1)
    viewPainted('ApproveTransaction')
    await stage.answer('GET_CHAIN_ID', { chainId: 31337 })
    const second = sign('0x02')
    await untilShown(2)
    await stage.answer('GET_CHAIN_ID', { chainId: 31337 })
    await vi.waitFor(() => expect(requests()).toHaveLength(2), PATIENCE)
    await stage.answer('RPC_REQUEST', { message: 'User rejected the request' }, 'ERROR')
    await expect(second).rejects.toMatchObject({ code: 'USER_REJECTED' })
    expect(modal.view).toBe('ApproveTransaction')
    await stage.answer('RPC_REQUEST', '0xsigned')
    expect([await first, modal.elementId, modal.view]).toEqual(['0xsigned', 7, 'YourAccount'])
  })

  test.each([
    ['closing', () => closeModal('escape')],
    ['going back', () => goBack()],
  ])('fault 42: %s refuses the pending request, and the frame reloads', async (_, leave) => {
    await signedIn()
    openModal(7, 'Account')
    const asked = sign('0x01')
    await untilShown(1)
    viewPainted('ApproveTransaction')
    await stage.answer('GET_CHAIN_ID', { chainId: 31337 })
    await vi.waitFor(() => expect(requests()).toHaveLength(1), PATIENCE)
    leave()
    await stage.answer('RELOAD')
    await expect(asked).rejects.toMatchObject({ code: 'REQUEST_ABORTED', message: 'Request was aborted' })
    expect([embedded.approvals, stage.last().posted.at(-1)?.type]).toEqual([[], '@w3m-app/RELOAD'])
  })

  test('fault 44: for a method outside the lists the modal opens, the console names the method, and the message comes after 300 ms', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    await signedIn()
    vi.useFakeTimers()
    const asked = walletOf('eip155').request({ method: 'eth_sign', params: [KEY, '0x00'] })
    await expect(asked).rejects.toMatchObject({ code: 'METHOD_NOT_ALLOWED' })
    expect(logged.mock.calls[0]).toEqual(['<wallet-modal> Requested RPC call is not allowed', { method: 'eth_sign' }])
    expect([modal.elementId, modal.view]).toEqual([7, 'Account'])
    await vi.advanceTimersByTimeAsync(REFUSED_MS - 1)
    expect(notice.snack).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1)
    expect(notice.snack).toMatchObject({ kind: 'error', text: 'Action not allowed' })
    expect(requests()).toEqual([])
    logged.mockRestore()
  })
})
