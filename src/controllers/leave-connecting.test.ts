import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { attempt } from '../state/attempt'
import { chainOf } from '../state/chains'
import { config } from '../state/config'
import { modal } from '../state/modal'
import { resetStores } from '../state/store'
import { CONNECTED_MS, leaveConnecting } from './leave-connecting'
import { hideModal, openModal } from './modal'
import { promptNetwork } from './prompt-network'

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

beforeEach(() => {
  vi.useFakeTimers()
  config.networks = ['eip155:1']
  openModal(1, 'Connect')
  Object.assign(chainOf('eip155'), { status: 'connected', networkId: 'eip155:1', caipAddress: `eip155:1:${address}` })

  attempt.status = 'connected'
  leaveConnecting()
})
afterEach(() => {
  resetStores()
  vi.useRealTimers()
})

test('the connected state is shown for a moment, then the modal closes', () => {
  expect([modal.elementId, modal.view]).toEqual([1, 'ConnectingWallet'])
  vi.advanceTimersByTime(CONNECTED_MS)
  expect(modal.elementId).toBeUndefined()
})

test.each(['AllWallets', 'ConnectingWalletConnectBasic', 'Account'] as const)(
  '%s, opened within that moment, stays open',
  (view) => {
    vi.advanceTimersByTime(CONNECTED_MS / 3)
    openModal(1, view)
    vi.advanceTimersByTime(CONNECTED_MS)
    expect([modal.elementId, modal.view]).toEqual([1, view])
  },
)

test.each([
  ['the modal closes all the same', 1, 'ConnectingWallet'],
  ['an inline one shows Connect', undefined, 'Connect'],
])('a disconnect within that moment, as by a host that refuses the account: %s', (_, elementId, view) => {
  modal.elementId = elementId
  leaveConnecting()
  vi.advanceTimersByTime(CONNECTED_MS / 3)
  Object.assign(chainOf('eip155'), { status: 'disconnected', caipAddress: undefined })
  attempt.status = 'idle'
  leaveConnecting()
  vi.advanceTimersByTime(CONNECTED_MS)
  expect([modal.elementId, modal.view]).toEqual([undefined, view])
})

test('a modal closed within that moment is not changed', () => {
  hideModal()
  attempt.status = 'idle'
  leaveConnecting()
  vi.advanceTimersByTime(CONNECTED_MS)
  expect(modal.view).toBe('ConnectingWallet')
})

test('a view that another element shows by then stays open', () => {
  openModal(2, 'ConnectingWallet')
  vi.advanceTimersByTime(CONNECTED_MS)
  expect([modal.elementId, modal.view]).toEqual([2, 'ConnectingWallet'])
})

test('connecting again within that moment shows the connected state again, then the modal closes', () => {
  vi.advanceTimersByTime(CONNECTED_MS / 3)
  attempt.status = 'idle'
  leaveConnecting()
  openModal(1, 'Connect')
  attempt.status = 'connected'
  leaveConnecting()
  vi.advanceTimersByTime(CONNECTED_MS - 1)
  expect([modal.elementId, modal.view]).toEqual([1, 'ConnectingWallet'])
  vi.advanceTimersByTime(1)
  expect(modal.elementId).toBeUndefined()
})

test.each([
  ['behind another view, as by a host', 'Account', 'eip155:1', 'Account'],
  ['on a network that the app does not use', 'Connect', 'eip155:5', 'UnsupportedChain'],
] as const)(
  'a connection made %s is done after that moment too: its wallet may disconnect later',
  (_, view, networkId, shown) => {
    attempt.status = 'idle'
    leaveConnecting()
    openModal(1, view)
    chainOf('eip155').networkId = networkId
    attempt.status = 'connected'
    leaveConnecting()
    expect([attempt.status, modal.view]).toEqual(['connected', shown])
    vi.advanceTimersByTime(CONNECTED_MS)
    expect([attempt.status, modal.elementId, modal.view]).toEqual(['idle', 1, shown])
  },
)

test('a second wallet on a network that the app does not use leads to the network prompt too, in the same screen', () => {
  attempt.status = 'idle'
  leaveConnecting()
  chainOf('eip155').networkId = 'eip155:5'
  for (const view of ['Connect', 'ConnectingWallet'] as const) {
    openModal(1, view)
    attempt.status = 'connected'
    leaveConnecting()
    promptNetwork()
    expect([modal.elementId, modal.view]).toEqual([1, 'UnsupportedChain'])
  }
})
