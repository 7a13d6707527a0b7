import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { chainOf, chains } from '../state/chains'
import { config } from '../state/config'
import { modal } from '../state/modal'
import { resetStores } from '../state/store'
import { acceptTerms } from './legal'
import { openingView, openModal } from './modal'

const PHONE = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Mobile Safari/537.36'

describe('openingView', () => {
  beforeEach(resetStores)
  afterEach(() => vi.unstubAllGlobals())
  const on = (userAgent: string) => vi.stubGlobal('navigator', { userAgent, maxTouchPoints: 5 })

  test('a requested view wins, even without adapters', () => {
    config.networks = ['near:mainnet']
    expect([openingView('Networks', false), openingView('Networks', true)]).toEqual(['Networks', 'Networks'])
  })
  test('is Account if connected, else Connect', () => {
    expect([openingView(undefined, true), openingView(undefined, false)]).toEqual(['Account', 'Connect'])
  })
  test('without an adapter for any network: all wallets on a phone, else the QR code', () => {
    config.networks = ['near:mainnet', 'cosmos:cosmoshub-4']
    on('desktop')
    expect(openingView(undefined, false)).toBe('ConnectingWalletConnectBasic')
    on(PHONE)
    expect(openingView(undefined, false)).toBe('AllWallets')
    expect(openingView(undefined, true)).toBe('Account')
  })
  test('without an adapter the QR code waits until the terms are accepted', () => {
    Object.assign(config, { networks: ['near:mainnet'], privacyUrl: 'https://example.com/privacy', legalCheckbox: true })
    on('desktop')
    expect(openingView(undefined, false)).toBe('Connect')
    acceptTerms(true)
    expect(openingView(undefined, false)).toBe('ConnectingWalletConnectBasic')
  })
  test('one network with an adapter is enough', () => {
    config.networks = ['near:mainnet', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp']
    expect(openingView(undefined, false)).toBe('Connect')
  })
})

describe('openModal with a namespace', () => {
  beforeEach(() => {
    resetStores()
    for (const [namespace, networkId] of [
      ['eip155', 'eip155:56'],
      ['solana', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'],
    ] as const)
      Object.assign(chainOf(namespace), { status: 'connected', networkId, caipAddress: `${networkId}:someone`, accounts: [] })
  })
  const seen = () => [modal.view, chains.activeNamespace]

  test('shows that namespace’s account, and a requested view of it', () => {
    openModal(1, undefined, { namespace: 'solana' })
    expect(seen()).toEqual(['Account', 'solana'])
    openModal(1, 'Receive', { namespace: 'eip155' })
    expect(seen()).toEqual(['Receive', 'eip155'])
  })
  test('asked for wallets, offers those of the namespace and keeps the active account', () => {
    for (const view of ['Connect', 'AllWallets', 'ConnectingWallet'] as const) {
      openModal(1, view, { namespace: 'solana' })
      expect(seen()).toEqual([view, 'eip155'])
    }
  })
  test('offers wallets if the namespace is not connected', () => {
    openModal(1, undefined, { namespace: 'bip122' })
    expect(seen()).toEqual(['Connect', 'eip155'])
    openModal(1, 'Networks', { namespace: 'bip122' })
    expect(seen()).toEqual(['Networks', 'eip155'])
  })
  test.each(['Account', 'Send', 'Receive'] as const)(
    'never shows %s of another account if the namespace is not connected',
    (view) => {
      openModal(1, view, { namespace: 'bip122' })
      expect([...seen(), modal.top.data?.namespace]).toEqual(['Connect', 'eip155', 'bip122'])
    },
  )
})
