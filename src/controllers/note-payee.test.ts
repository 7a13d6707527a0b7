import { afterEach, describe, expect, test } from 'vitest'
import { MAX_PAYEES, payeesKey } from '../lib/payees'
import { forget, read, remember } from '../lib/storage'
import { chains } from '../state/chains'
import { resetStores } from '../state/store'
import { notePayee } from './note-payee'
import { payeesHere } from './payees'

const OWNER = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const TO = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

afterEach(() => {
  forget(payeesKey)
  resetStores()
})

const hereOn = (networkId: `eip155:${number}`) => {
  chains.active.networkId = networkId
  return payeesHere().map(({ count }) => count)
}

describe('notePayee', () => {
  test('an address that is a contract on one network is offered where it was paid, once; paid on another, it stood there twice, and everywhere', () => {
    notePayee(`eip155:1:${OWNER}`, TO, undefined, 'eip155:1')
    // It is none here, as a smart account that has not been used on this network.
    for (let time = 0; time < 2; time++) notePayee(`eip155:10:${OWNER}`, TO, undefined)
    expect([hereOn('eip155:1'), hereOn('eip155:10'), hereOn('eip155:56')]).toEqual([[1], [2], []])
  })

  test('of more than a hundred receivers the oldest goes', () => {
    const to = (at: number) => `0x${at.toString(16).padStart(40, '0')}`
    for (let at = 0; at <= MAX_PAYEES; at++) notePayee(`eip155:1:${OWNER}`, to(at), undefined)
    chains.active.networkId = 'eip155:1'
    const kept = payeesHere().map(({ address }) => address)
    expect([kept.length, kept[0], kept.includes(to(0))]).toEqual([MAX_PAYEES, to(MAX_PAYEES), false])
  })

  test('error: an address that was paid before it was known to be a contract is no longer offered everywhere', () => {
    notePayee(`eip155:1:${OWNER}`, TO, undefined)
    expect([hereOn('eip155:1'), hereOn('eip155:10')]).toEqual([[1], [1]])
    notePayee(`eip155:1:${OWNER}`, TO, undefined, 'eip155:1')
    expect([hereOn('eip155:1'), hereOn('eip155:10')]).toEqual([[2], []])
  })

  test('a receiver keeps the name that was once typed when its address is paid, until another name is', () => {
    chains.active.networkId = 'eip155:1'
    const names = ['ada.eth', undefined, 'bob.eth'].map((name) => {
      notePayee(`eip155:1:${OWNER}`, TO, name)
      return payeesHere().map((each) => [each.name, each.count])
    })
    expect(names).toEqual([[['ada.eth', 1]], [['ada.eth', 2]], [['bob.eth', 3]]])
  })
})

describe('the stored receivers', () => {
  const stored = { namespace: 'eip155', address: TO, name: undefined, at: 1, count: 2 }
  const readBack = (...all: readonly unknown[]) => {
    remember<unknown>(payeesKey, all)
    return read(payeesKey)
  }

  test.each([
    ['other characters than an address has', { address: `${TO}/` }],
    ['more characters than an address has', { address: 'A'.repeat(129) }],
    ['a namespace that is none', { namespace: '__proto__' }],
    ['a time in a text', { at: '1' }],
    ['half a payment', { count: 1.5 }],
  ])('error: one with %s is left out, the others stay', (_, change) =>
    expect(readBack({ ...stored, ...change }, null, stored)).toEqual([stored]),
  )

  test('error: a network that is none, and what hides in a name, are left out', () =>
    expect(readBack({ ...stored, networkId: 'eip155', name: 'ada\u202e.eth' })).toEqual([{ ...stored, name: 'ada.eth' }]))

  test('error: more than a hundred are not read', () =>
    expect(readBack(...Array.from({ length: MAX_PAYEES + 1 }, () => stored))).toHaveLength(MAX_PAYEES))
})
