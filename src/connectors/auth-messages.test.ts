import { describe, expect, test } from 'vitest'
import { type AppEvent, accountOf, areCalls, isOwners, readAnswer, readMessage } from './auth-messages'

const ADDRESS = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const CHECKED = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const KEY = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T'
const user = { address: ADDRESS, chainId: 1 }
const account = { address: ADDRESS, type: 'eoa' }

test.each<[string, AppEvent, object, object]>([
  ...['O', 'I', 'l'].map((letter): [string, AppEvent, object, object] => [
    `an address with a letter that base58 lacks (${letter})`,
    ...(['GET_USER', { ...user, address: KEY }, { ...user, address: letter + KEY.slice(1) }] as const),
  ]),
  ['an endless e-mail address', 'GET_USER', { ...user, email: 'a@b' }, { ...user, email: `${'a'.repeat(320)}@b` }],
  ['an e-mail address with markup', 'GET_USER', { ...user, email: 'a@b' }, { ...user, email: 'a@<b>' }],
  ['very many accounts', 'GET_USER', { ...user, accounts: [account] }, { ...user, accounts: Array(21).fill(account) }],
  ['an endless name', 'GET_USER', { ...user, userName: 'ada' }, { ...user, userName: 'a'.repeat(201) }],
  ['chain 0', 'GET_CHAIN_ID', { chainId: 1 }, { chainId: 0 }],
  ['an endless link', 'GET_FARCASTER_URI', { url: 'https://a.example' }, { url: 'a'.repeat(8_193) }],
  [
    'very many chains',
    'GET_SMART_ACCOUNT_ENABLED_NETWORKS',
    { smartAccountEnabledNetworks: [1] },
    { smartAccountEnabledNetworks: Array(501).fill(1) },
  ],
])('error: an answer with %s is none', (_, name, good, bad) => {
  expect([readAnswer(name, good), readAnswer(name, bad)]).toEqual([{ payload: good }, undefined])
})

test('what only the person who is signed in there can ask tells that the login has ended; a sign-in does not', () => {
  const owners: AppEvent[] = ['SWITCH_NETWORK', 'GET_USER', 'GET_CHAIN_ID', 'UPDATE_EMAIL', 'UPDATE_EMAIL_PRIMARY_OTP']
  const others: AppEvent[] = ['CONNECT_EMAIL', 'CONNECT_OTP', 'GET_SOCIAL_REDIRECT_URI', 'IS_CONNECTED', 'SIGN_OUT']
  expect([owners.every(isOwners), others.some(isOwners)]).toEqual([true, false])
})

describe('accountOf', () => {
  test.each([
    [KEY, 'eip155'],
    [ADDRESS, 'solana'],
  ])('error: %s is no account of %s', (address, namespace) =>
    expect(() => accountOf({ ...user, address }, namespace)).toThrow(expect.objectContaining({ code: 'WALLET_ANSWER_INVALID' })),
  )

  test.each([
    ['as the list says of it, in any case', { accounts: [{ address: CHECKED, type: 'smartAccount' as const }] }, 'smartAccount'],
    ['else as is preferred', { preferredAccountType: 'smartAccount' }, 'smartAccount'],
    ['else the standard one', {}, 'eoa'],
  ])('the address has its checksum, and the type is %s', (_, more, type) =>
    expect(accountOf({ ...user, ...more }, 'eip155')).toEqual({ address: CHECKED, type }),
  )

  test('an address on Solana stays as it is', () =>
    expect(accountOf({ ...user, address: KEY }, 'solana')).toEqual({ address: KEY, type: 'eoa' }))
})

test('a batch has one to a hundred calls', () => {
  const batch = (count: number) => [{ calls: Array(count).fill({ to: ADDRESS }) }]
  expect([0, 1, 100, 101].map((count) => areCalls(batch(count)))).toEqual([false, true, true, false])
})

test('error: a height of nothing is none', () => {
  const read = (height: number) => readMessage({ type: '@w3m-frame/HEIGHT', payload: { height } })
  expect([read(1), read(0), read(-1)]).toEqual([{ kind: 'height', height: 1 }, undefined, undefined])
})
