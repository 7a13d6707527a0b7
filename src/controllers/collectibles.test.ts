import { expect, test } from 'vitest'
import type { Transaction, Transfer } from '../lib/transaction'
import { collectiblesOf } from './collectibles'

const nft = (name: string, direction: Transfer['direction'], spam = false): Transfer => ({
  ...{ type: 'nft', direction, name, symbol: '', imageUrl: `https://img.example/${name}`, amount: '1', value: undefined, spam },
})
const of = (at: number, transfers: Transfer[], status: Transaction['status'] = 'confirmed'): Transaction => ({
  ...{
    id: `${at}`,
    hash: `0x${at}`,
    networkId: 'eip155:1',
    kind: 'minted',
    status,
    at,
    from: '',
    to: '',
    application: undefined,
  },
  transfers,
})
const names = (list: readonly Transaction[]) => collectiblesOf(list).shown.map(({ name, count }) => `${name} ${count}`)

test('one that was sent away is gone, one received twice counts two, the newest is first', () => {
  expect(
    names([of(4, [nft('C', 'in')]), of(3, [nft('A', 'out')]), of(2, [nft('B', 'in'), nft('B', 'in')]), of(1, [nft('A', 'in')])]),
  ).toEqual(['C 1', 'B 2'])
})

test('an edition counts the received minus the sent copies', () => {
  const many = (amount: string | undefined, direction: Transfer['direction']) => ({ ...nft('Print', direction), amount })
  expect(names([of(3, [many('1', 'out')]), of(2, [many('3', 'in')]), of(1, [many(undefined, 'in')])])).toEqual(['Print 3'])
  expect(names([of(1, [many('1e99', 'in')])])).toEqual(['Print 1'])
})

test('spam is counted but not shown', () => {
  expect(collectiblesOf([of(1, [nft('Claim', 'in', true), nft('A', 'in')])])).toMatchObject({ shown: [{ name: 'A' }], spam: 1 })
})

test('error: failed transfers, and ones sent before they are known to have arrived, are not held', () => {
  expect(names([of(2, [nft('A', 'in')], 'failed'), of(1, [nft('B', 'out')])])).toEqual([])
})
