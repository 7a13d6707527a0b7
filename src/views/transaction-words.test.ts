import { expect, test } from 'vitest'
import type { Transaction, Transfer } from '../lib/transaction'
import { enWhole } from '../locales/en-whole'
import { amountOf, isReceiver, partyOf } from './transaction-words'

const t = enWhole.activity
const moved = (direction: Transfer['direction'], symbol: string): Transfer => ({
  ...{ type: 'token', direction, name: symbol, symbol, imageUrl: undefined, amount: '1', value: undefined, spam: false },
})
const OWNER = 'eip155:1:0x1A'
const transaction = (more: Partial<Transaction>): Transaction => ({
  ...{ id: 'a', hash: '0xa', networkId: 'eip155:1', kind: 'swapped', status: 'confirmed', at: 1, from: '0x1a', to: '0x2' },
  ...{ application: undefined, transfers: [moved('out', 'DUSD'), moved('in', 'ETH')] },
  ...more,
})

test('a swap names both tokens', () => expect(partyOf(transaction({}), 'ETH', OWNER, t)).toBe('DUSD to ETH'))

test('error: a pending swap whose output is unknown names no token, instead of one swapped to itself', () => {
  const pending = { id: 'own 0xa', status: 'pending', transfers: [moved('out', 'DUSD')] } as const
  expect(partyOf(transaction(pending), 'ETH', OWNER, t)).toBeUndefined()
})

test.each([
  ['a payment in coins', { kind: 'sent', transfers: [moved('out', 'ETH')] }, true],
  ['a payment in a token, for which the index names the contract', { kind: 'sent', transfers: [moved('out', 'DUSD')] }, false],
  ['our own payment in a token', { id: 'own 0xa', kind: 'sent', transfers: [moved('out', 'DUSD')] }, true],
  ['a false coin, whose contract another called', { kind: 'sent', from: '0x6', transfers: [moved('out', 'ETH')] }, false],
  ['a contract account’s payment', { kind: 'sent', from: '0x6', to: '0x1a', transfers: [moved('out', 'ETH')] }, false],
  ['coins received', { kind: 'received', from: '0x6', to: '0x1a', transfers: [moved('in', 'ETH')] }, true],
  ['coins received through a contract', { kind: 'received', from: '0x6', transfers: [moved('in', 'ETH')] }, false],
  ['a deposit of coins', { kind: 'deposited', transfers: [moved('out', 'ETH')] }, false],
  ['a swap of coins', {}, false],
  ['our own swap', { id: 'own 0xa', transfers: [moved('out', 'DUSD')] }, false],
  ['our own approval', { id: 'own 0xa', kind: 'approved', transfers: [] }, false],
] as const)('for %s, whether it has a receiver', (_, more, paid) =>
  expect(isReceiver(transaction(more), 'ETH', OWNER)).toBe(paid),
)

test('received and sent amounts have a sign, a transfer to oneself has none', () => {
  const signs = (['in', 'out', 'self'] as const).map((direction) => amountOf(moved(direction, 'ETH'), 'en'))
  expect(signs).toEqual(['+1', '−1', '1'])
})
