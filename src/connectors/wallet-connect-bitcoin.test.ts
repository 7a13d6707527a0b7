import { describe, expect, test } from 'vitest'
import { openBitcoin } from './wallet-connect-bitcoin'
import { proposalFor } from './wallet-connect-namespaces'

const TESTNET = 'bip122:000000000933ea01ad0ee984209779ba'
const PAYMENT = 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'
const ORDINALS = 'tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq24jc47'
const OTHER = 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn'
const list = [
  { address: PAYMENT, publicKey: '02ab', path: "m/84'/1'/0'/0/0", intention: 'payment' },
  { address: ORDINALS, intention: 'ordinal' },
]
const given = (value: unknown) => openBitcoin({ bip122_getAccountAddresses: value })

test('a session asks for the event bip122_addressesChanged', () => {
  const network = { caipNetworkId: TESTNET, chainNamespace: 'bip122', id: TESTNET.slice(7), name: '', rpcUrls: [] } as const
  const { bip122 } = proposalFor([{ ...network, nativeCurrency: { name: '', symbol: 'BTC', decimals: 8 } }])
  expect(bip122?.events).toEqual(['accountsChanged', 'chainChanged', 'bip122_addressesChanged'])
  expect(bip122?.methods).toEqual(['sendTransfer', 'signMessage', 'signPsbt', 'getAccountAddresses'])
})

describe('a wallet’s list of addresses', () => {
  test.each([
    ['a text, as properties of a session are', JSON.stringify(list)],
    ['a list', list],
    [
      'lists by what they are for, as Xverse writes them',
      JSON.stringify({ payment: [list[0]], ordinal: [{ address: ORDINALS }] }),
    ],
  ])('is read from %s', (_, value) => {
    expect(given(value).answer(PAYMENT, undefined)).toEqual(list)
    expect(given(value).answer(PAYMENT, { account: PAYMENT, intentions: ['ordinal'] })).toEqual([list[1]])
  })

  test('gives no answer for an account that it does not name', () => {
    expect(given(list).answer(OTHER, undefined)).toBeUndefined()
    expect(given(list).answer(PAYMENT, { account: OTHER })).toBeUndefined()
    expect(given(list).answer(undefined, undefined)).toBeUndefined()
  })

  test('changes with the wallet’s event', () => {
    const side = given(list)
    const others = [list[0], { address: OTHER, intention: 'payment' }]
    expect([side.hear(others), side.hear(others)]).toEqual([true, false])
    expect(side.answer(PAYMENT, [])?.map(({ address }) => address)).toEqual([PAYMENT, OTHER])
  })

  test('gives the accounts’ purposes; without it their kind does', () => {
    const accounts = [`${TESTNET}:${PAYMENT}`, `${TESTNET}:${ORDINALS}`] as const
    expect(given(list).ordered(accounts).types).toEqual({ [PAYMENT]: 'payment', [ORDINALS]: 'ordinal' })
    expect(given([{ address: ORDINALS, intention: 'payment' }]).ordered(accounts).types).toEqual({
      [PAYMENT]: 'payment',
      [ORDINALS]: 'payment',
    })
    expect(openBitcoin(undefined).ordered(accounts).types).toEqual({ [PAYMENT]: 'payment', [ORDINALS]: 'ordinal' })
  })

  test('the payment account comes first, even if the wallet lists the ordinals account before it', () => {
    const accounts = [`${TESTNET}:${ORDINALS}`, `${TESTNET}:${PAYMENT}`] as const
    expect(given(list).ordered(accounts).accounts).toEqual([accounts[1], accounts[0]])
    expect(openBitcoin(undefined).ordered(accounts).accounts).toEqual([accounts[1], accounts[0]])
    // No payment account.
    expect(given([]).ordered([accounts[0]]).accounts).toEqual([accounts[0]])
  })

  test.each([
    ...[undefined, null, 7, '', '{', '[[', {}, [null, 7, {}, { address: 7 }, { address: 'javascript:alert(1)' }]],
    ...[[{ address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' }]],
  ])('error: %j is ignored', (value) => {
    expect(given(value).answer(PAYMENT, undefined)).toBeUndefined()
  })

  test('error: of an endless list a hundred count, and overlong members are dropped', () => {
    const endless = Array.from({ length: 10_000 }, () => ({ address: PAYMENT, path: 'x'.repeat(10_000), intention: 7 }))
    expect(given(endless).answer(PAYMENT, undefined)).toEqual(Array.from({ length: 100 }, () => ({ address: PAYMENT })))
  })
})
