import { describe, expect, test } from 'vitest'
import type { PendingTransaction } from '../lib/pending-transaction'
import type { Transaction, Transfer } from '../lib/transaction'
import { activityOf, mainTransfer, transactionById } from './activity'

const owner = 'eip155:1:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const transfer: Transfer = {
  ...{
    type: 'token',
    direction: 'in',
    name: 'USD Coin',
    symbol: 'USDC',
    imageUrl: undefined,
    amount: '1',
    value: '1',
    spam: false,
  },
}
const indexed = (id: string, at: number, more: Partial<Transaction> = {}): Transaction => ({
  ...{ id, hash: `0x${id}`, networkId: 'eip155:1', kind: 'received', status: 'confirmed', at, from: '0x1', to: '0x2' },
  ...{ application: undefined, transfers: [transfer] },
  ...more,
})
const own = (hash: string, at: number, more: Partial<PendingTransaction> = {}): PendingTransaction => ({
  ...{ owner, networkId: 'eip155:1', hash, kind: 'send', at, to: '0x9', amount: '0.5', symbol: 'ETH', status: 'pending' },
  ...more,
})

describe('activityOf', () => {
  test('own transactions are sorted in by time, until the index lists them', () => {
    const list = [indexed('b', 30), indexed('a', 10)]
    expect(activityOf(list, [own('0xC', 20), own('0xB', 29)], owner).map(({ id, status }) => [id, status])).toEqual([
      ['b', 'confirmed'],
      ['own 0xc', 'pending'],
      ['a', 'confirmed'],
    ])
  })

  test('a transaction that was sped up is shown once, under the hash that is on the chain', () => {
    const replaced = own('0xC', 20, { status: 'confirmed', replacedBy: '0xD' })
    expect(activityOf([], [replaced], owner)).toMatchObject([{ id: 'own 0xc', hash: '0xD' }])
    expect(activityOf([indexed('d', 21)], [replaced], owner).map(({ id }) => id)).toEqual(['d'])
  })

  test('a transaction that no node has ever seen is marked as lost, unlike one that is pending', () => {
    const [lost, waiting] = activityOf([], [own('0xD', 2, { lost: true }), own('0xC', 1)], owner)
    expect([lost?.lost, waiting?.lost]).toEqual([true, undefined])
  })

  test('one that the index writes in capitals is listed once; a batch has no transaction yet; an approval moves nothing', () => {
    const list = [indexed('ABC', 1)]
    const [batch, approval] = [own('batch_1', 3), own('0xD', 2, { kind: 'approve', amount: undefined })]
    const shown = activityOf(list, [own('0xabc', 1), batch, approval], owner)
    expect(shown.map(({ id, transfers }) => [id, transfers.length])).toEqual([
      ['own 0xd', 0],
      ['ABC', 1],
    ])
  })

  test('transactions of another account are not shown', () => expect(activityOf([], [own('0xC', 1)], 'eip155:1:0x1')).toEqual([]))

  test('spam is left out, approvals are not', () => {
    const bait = { ...transfer, type: 'nft', spam: true } as const
    const list = [
      indexed('a', 1, { transfers: [bait] }),
      indexed('b', 1, { transfers: [bait, transfer] }),
      indexed('c', 1, { transfers: [] }),
    ]
    expect(activityOf(list, [], owner).map(({ id }) => id)).toEqual(['b', 'c'])
  })
})

test('a transaction is still found by the id of our copy once the index lists it', () => {
  expect(transactionById([indexed('abc', 1)], [], 'own 0xabc')?.id).toBe('abc')
  expect(transactionById([], [own('0xABC', 1)], 'own 0xabc')?.kind).toBe('sent')
  expect(transactionById([], [], 'x')).toBeUndefined()
})

test('one that was sped up is found by either hash, as by that of its message, before the index lists it and afterwards', () => {
  const replaced = own('0xABC', 1, { status: 'confirmed', replacedBy: '0xDEF' })
  for (const id of ['own 0xabc', 'own 0xdef']) {
    expect(transactionById([], [replaced], id)?.hash).toBe('0xDEF')
    expect(transactionById([indexed('def', 2)], [replaced], id)?.id).toBe('def')
  }
})

test.each([
  ['sent', 'out'],
  ['burned', 'out'],
  ['deposited', 'out'],
  ['staked', 'out'],
  ['swapped', 'in'],
  ['received', 'in'],
] as const)('a %s transaction is shown by the transfer going %s', (kind, direction) => {
  const transfers = [transfer, { ...transfer, direction: 'out' as const }]
  expect(mainTransfer(indexed('a', 1, { kind, transfers }))?.direction).toBe(direction)
})

test('a transaction is shown by its real transfer, not by the spam in it', () => {
  const bait = { ...transfer, type: 'nft', name: 'Claim', spam: true } as const
  expect(mainTransfer(indexed('a', 1, { transfers: [bait, { ...transfer, direction: 'out' }] }))?.name).toBe('USD Coin')
  expect(mainTransfer(indexed('a', 1, { transfers: [bait] }))?.name).toBe('Claim')
})
