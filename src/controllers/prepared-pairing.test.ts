import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { mockWallet } from '../connectors/test-wallet'
import { WalletError } from '../lib/errors'
import type { ListedWallet } from '../lib/wallet'
import { attempt } from '../state/attempt'
import { chains } from '../state/chains'
import { config } from '../state/config'
import { modal } from '../state/modal'
import { resetStores } from '../state/store'
import { wallets } from '../state/wallets'
import { beginConnecting, beginLinks, endPrepared, retryConnecting } from './connecting'
import { abandonConnections } from './connection'
import { addConnector, forgetConnectors } from './discovery'
import { onStep } from './host-consent'
import { openModal } from './modal'
import { selectWallet } from './select-wallet'

const harbor: ListedWallet = { id: 'harbor', name: 'Harbor', mobileLink: 'harbor://' }
const stops: (() => void)[] = []
const asked: string[] = []
let refuses = false

const waits = () => vi.waitFor(() => expect(attempt).toMatchObject({ status: 'waiting', wallet: { id: 'walletConnect' } }))

beforeEach(async () => {
  resetStores()
  config.mode = 'localhost'
  asked.length = 0
  refuses = false
  const namespaces = ['eip155', 'solana']
  addConnector(mockWallet({ id: 'walletConnect', type: 'WALLET_CONNECT', namespaces }, { connect: 'hang' }).connector)
  wallets.recommended = [harbor]
  stops.push(
    onStep((step) => {
      if (step.type === 'before-connect') asked.push(step.wallet)
      return !refuses
    }),
  )
  openModal(1, 'Connect')
  stops.push(beginLinks())
  await waits()
})
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  abandonConnections()
  forgetConnectors()
})

describe('links prepared before a wallet is chosen', () => {
  test('do not ask the host, and nobody counts as connecting', () => {
    expect([asked, chains.status]).toEqual([[], 'disconnected'])
  })

  test('choosing a wallet asks the host once and uses the prepared pairing', async () => {
    const { startedAt } = attempt
    expect(selectWallet('harbor')).toBe(true)
    expect([asked, chains.status, modal.view]).toEqual([['walletConnect'], 'connecting', 'ConnectingWallet'])
    stops.push(beginConnecting('walletConnect'))
    await waits()
    expect([asked, attempt.startedAt]).toEqual([['walletConnect'], startedAt])
  })

  test('choosing the QR code asks the host too', async () => {
    openModal(1, 'ConnectingWalletConnectBasic')
    stops.push(beginConnecting('walletConnect'))
    expect([asked, chains.status, modal.view]).toEqual([['walletConnect'], 'connecting', 'ConnectingWalletConnectBasic'])
  })

  test('error: if the host refuses, the visitor stays at the wallets with their links, and no link is followed', () => {
    refuses = true
    expect([selectWallet('harbor'), modal.view, attempt.status]).toEqual([false, 'Connect', 'waiting'])
    openModal(1, 'ConnectingWalletConnectBasic')
    stops.push(beginConnecting('walletConnect'))
    expect([asked, chains.status, modal.view]).toEqual([['walletConnect', 'walletConnect'], 'disconnected', 'Connect'])
  })

  test('are made again for the chains that a host wants, and for all again', async () => {
    const isFor = (namespace?: string) =>
      vi.waitFor(() => expect([attempt.status, attempt.namespace]).toEqual(['waiting', namespace]))
    openModal(1, 'Connect', { namespace: 'solana' })
    await isFor('solana')
    openModal(1, 'Connect')
    await isFor()
    expect([asked, chains.status]).toEqual([[], 'disconnected'])
  })

  test('error: if they could not be made, e.g. because the phone’s clock is wrong, choosing a wallet does not wait for them', async () => {
    const namespaces = ['eip155', 'solana']
    const details = { id: 'walletConnect', type: 'WALLET_CONNECT', namespaces } as const
    addConnector(mockWallet(details, { connect: 'SESSION_NOT_YET_VALID' }).connector)
    retryConnecting('walletConnect', true)
    await vi.waitFor(() => expect(attempt.status).toBe('failed'))
    selectWallet('harbor')
    expect([modal.view, chains.status]).toEqual(['ConnectingWallet', 'disconnected'])
  })

  test.each(['USER_REJECTED', 'CHAIN_NOT_SUPPORTED', 'NO_ACCOUNTS_FOUND'] as const)(
    'are made again, once, if the wallet chosen before answers %s after the visitor has gone back',
    async (code) => {
      let fail = () => {}
      const { connector } = mockWallet({ id: 'walletConnect', type: 'WALLET_CONNECT', namespaces: ['eip155'] })
      const made = vi.fn(() => new Promise<never>((_, reject) => (fail = () => reject(new WalletError(code)))))
      addConnector({ ...connector, connect: made })
      retryConnecting('walletConnect', true)
      await vi.waitFor(() => expect(made).toHaveBeenCalledTimes(1))
      selectWallet('harbor')
      openModal(1, 'Connect')
      fail()
      await vi.waitFor(() => expect(made).toHaveBeenCalledTimes(2))
      expect([attempt.status, chains.status]).toEqual(['waiting', 'disconnected'])
      fail()
      await vi.waitFor(() => expect(attempt.status).toBe('failed'))
      expect(made).toHaveBeenCalledTimes(2)
    },
  )

  test('end with a screen that asks no wallet', () => {
    selectWallet('harbor')
    endPrepared()
    expect([attempt.status, chains.status]).toEqual(['idle', 'disconnected'])
  })
})

test('a QR code on screen is made again for the chains that a host wants', async () => {
  openModal(1, 'ConnectingWalletConnectBasic')
  stops.push(beginConnecting('walletConnect'))
  openModal(1, 'ConnectingWalletConnectBasic', { namespace: 'solana' })
  await vi.waitFor(() => expect([attempt.status, attempt.namespace]).toEqual(['waiting', 'solana']))
})

test('a screen opened by the host asks no wallet before the terms are accepted', () => {
  Object.assign(config, { legalCheckbox: true, termsUrl: 'https://bakery.example/terms' })
  openModal(1, 'ConnectingWalletConnectBasic', { namespace: 'solana' })
  stops.push(beginConnecting('walletConnect'))
  expect([asked, modal.stack]).toEqual([[], [{ view: 'Connect', data: { namespace: 'solana' } }]])
})
