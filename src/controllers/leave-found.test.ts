import { afterEach, beforeEach, expect, test } from 'vitest'
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
function appear(restored: boolean) {
  attempt.status = restored ? 'idle' : 'connected'
  Object.assign(chainOf('eip155'), { status: 'connected', networkId: 'eip155:1', caipAddress: `eip155:1:${address}`, restored })
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
