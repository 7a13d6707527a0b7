import { afterEach, beforeEach, expect, test } from 'vitest'
import { chainOf, chains } from '../state/chains'
import { modal } from '../state/modal'
import { resetStores } from '../state/store'
import { leaveAccount } from './leave-account'
import { openModal } from './modal'

function connect(namespace: 'eip155' | 'solana', connectorId: string) {
  const id = { eip155: 'eip155:1', solana: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' }[namespace] as 'eip155:1'
  const account = { eip155: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', solana: '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU' }
  Object.assign(chainOf(namespace), {
    status: 'connected',
    networkId: id,
    caipAddress: `${id}:${account[namespace]}`,
    connectorId,
  })
}

beforeEach(() => {
  connect('eip155', 'io.metamask')
  openModal(1, 'Account')
})
afterEach(resetStores)

test('Disconnect beside the name of one wallet ends no other: of several the visitor picks', () => {
  connect('solana', 'Phantom')
  leaveAccount()
  expect([modal.elementId, modal.view]).toEqual([1, 'YourAccount'])
  expect(Object.values(chains.byNamespace).filter(({ status }) => status === 'connected')).toHaveLength(2)
})

test.each([
  ['with a single wallet', ''],
  ['with one wallet of several chains', 'io.metamask'],
])('%s the modal closes', (_, solana) => {
  if (solana === 'io.metamask') connect('solana', solana)
  leaveAccount()
  expect(modal.elementId).toBeUndefined()
})
