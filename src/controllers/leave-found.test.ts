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

/** An account is there: found again, or just connected. */
function appear(restored: boolean, connectorId = 'io.other') {
  attempt.status = restored ? 'idle' : 'connected'
  const found = { status: 'connected', networkId: 'eip155:1', caipAddress: `eip155:1:${address}`, restored, connectorId }
  Object.assign(chainOf('eip155'), found)
  leaveFound()
}

test('who has opened the ways to connect while the last session was looked for is shown the account that was found', () => {
  openModal(1, 'Connect')
  appear(true)
  expect([modal.elementId, modal.view]).toEqual([1, 'Account'])
})

test.each([
  [
    'who has chosen a wallet goes on with it',
    () => navigate('ConnectingWallet', { walletId: 'other' }),
    true,
    'ConnectingWallet',
  ],
  ['who wants a wallet for another chain goes on', () => openModal(1, 'Connect', { namespace: 'solana' }), true, 'Connect'],
  ['who has connected sees that first', () => {}, false, 'Connect'],
] as const)('%s', (_, go, restored, view) => {
  openModal(1, 'Connect')
  go()
  appear(restored)
  expect(modal.view).toBe(view)
})

test.each([
  ['their session over WalletConnect', 'walletConnect', 'Account'],
  ['another wallet, which they do not want now,', 'io.other', 'ConnectingWalletConnectBasic'],
])('whoever is at the code when %s is found', (_, connectorId, view) => {
  openModal(1, 'Connect')
  navigate('ConnectingWalletConnectBasic')
  appear(true, connectorId)
  expect(modal.view).toBe(view)
})

test('whoever has chosen a wallet of this browser goes on with it when their session over WalletConnect is found', () => {
  openModal(1, 'Connect')
  navigate('ConnectingWallet', { walletId: 'other' })
  appear(true, 'walletConnect')
  expect(modal.view).toBe('ConnectingWallet')
})

describe('who was about to sign in when another tab did', () => {
  const steps = ['EmailLogin', 'EmailVerifyOtp', 'EmailVerifyDevice', 'ConnectingSocial', 'ConnectingFarcaster'] as const
  test.each(steps)('is shown whose account it is: %s', (view) => {
    openModal(1, 'Connect')
    navigate(view)
    appear(true, 'ID_AUTH')
    expect([modal.elementId, modal.view]).toEqual([1, 'Account'])
  })

  test('also in an element that shows its views in place', () => {
    navigate('EmailVerifyOtp')
    appear(true, 'ID_AUTH')
    expect([modal.elementId, modal.view]).toEqual([undefined, 'Account'])
  })

  test('goes on where it was another wallet that connected', () => {
    openModal(1, 'EmailVerifyOtp')
    appear(true)
    expect(modal.view).toBe('EmailVerifyOtp')
  })
})
