import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { attempt } from '../state/attempt'
import { chainOf } from '../state/chains'
import { config } from '../state/config'
import { modal } from '../state/modal'
import { resetStores } from '../state/store'
import { leaveFound } from './leave-connecting'
import { navigate, openModal } from './modal'

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

beforeEach(() => {
  config.networks = ['eip155:1']
})
afterEach(() => resetStores())

/** An account appears: restored, or just connected. */
function appear(restored: boolean, connectorId = 'io.other') {
  attempt.status = restored ? 'idle' : 'connected'
  const found = { status: 'connected', networkId: 'eip155:1', caipAddress: `eip155:1:${address}`, restored, connectorId }
  Object.assign(chainOf('eip155'), found)
  leaveFound()
}

test('if Connect is open while the last session is restored, the restored account is shown', () => {
  openModal(1, 'Connect')
  appear(true)
  expect([modal.elementId, modal.view]).toEqual([1, 'Account'])
})

test.each([
  [
    'a visitor who has chosen a wallet stays with it',
    () => navigate('ConnectingWallet', { walletId: 'other' }),
    true,
    'ConnectingWallet',
  ],
  [
    'a visitor who wants a wallet for another chain stays',
    () => openModal(1, 'Connect', { namespace: 'solana' }),
    true,
    'Connect',
  ],
  ['a new connection is shown first', () => {}, false, 'Connect'],
] as const)('%s', (_, go, restored, view) => {
  openModal(1, 'Connect')
  go()
  appear(restored)
  expect(modal.view).toBe(view)
})

test.each([
  ['their session over WalletConnect', 'walletConnect', 'Account'],
  ['another wallet', 'io.other', 'ConnectingWalletConnectBasic'],
])('a visitor at the QR code when %s is restored', (_, connectorId, view) => {
  openModal(1, 'Connect')
  navigate('ConnectingWalletConnectBasic')
  appear(true, connectorId)
  expect(modal.view).toBe(view)
})

test('a visitor who has chosen an installed wallet stays with it when their WalletConnect session is restored', () => {
  openModal(1, 'Connect')
  navigate('ConnectingWallet', { walletId: 'other' })
  appear(true, 'walletConnect')
  expect(modal.view).toBe('ConnectingWallet')
})

describe('a visitor about to sign in when another tab did', () => {
  const steps = ['EmailLogin', 'EmailVerifyOtp', 'EmailVerifyDevice', 'ConnectingSocial', 'ConnectingFarcaster'] as const
  test.each(steps)('is shown the account: %s', (view) => {
    openModal(1, 'Connect')
    navigate(view)
    appear(true, 'ID_AUTH')
    expect([modal.elementId, modal.view]).toEqual([1, 'Account'])
  })

  test('also in an inline element', () => {
    navigate('EmailVerifyOtp')
    appear(true, 'ID_AUTH')
    expect([modal.elementId, modal.view]).toEqual([undefined, 'Account'])
  })

  test('stays if another wallet connected', () => {
    openModal(1, 'EmailVerifyOtp')
    appear(true)
    expect(modal.view).toBe('EmailVerifyOtp')
  })
})
