import { describe, expect, test } from 'vitest'
import { networks } from './eip155-networks'
import { callsRequest, getCallsStatus, sendRequest, type WalletCalls } from './eip155-wallet-calls'
import { example, refusing, wallet } from './test-answering-wallet'
import type { WalletProvider } from './types'

const [network] = networks.filter(({ id }) => id === 8453)
if (!network) throw new Error('Base is not in the table')
const base = network
const from = '0xd46e8dd67c5d32be8058bb8eb970870f07244567'
const HASH = '0x9b7bb827c2e5e3c1a0a44dc53e573aa0b3af3bd1f9f5ed03071b100bb039eaff'

describe('callsRequest and sendRequest', () => {
  const send = async (provider: WalletProvider, calls: WalletCalls) => sendRequest(provider, callsRequest(base, calls))

  test('P56: asks once, in strict form, and returns the id of either version', async () => {
    for (const answer of ['0x12', { id: '0x12' }]) {
      const { provider, asked } = wallet(() => answer)
      const calls = [{ to: from, value: 16n, data: '0xabcd' }, { data: '0x' }] as const
      expect(await send(provider, { from, calls, atomicRequired: true })).toEqual({ id: '0x12', hash: undefined })
      const batch = {
        version: '2.0.0',
        chainId: '0x2105',
        from,
        atomicRequired: true,
        calls: [{ to: from, value: '0x10', data: '0xabcd' }, { data: '0x' }],
      }
      expect(asked).toEqual([{ method: 'wallet_sendCalls', params: [batch] }])
    }
  })
  test.each([
    [[`0x${'1'.repeat(64)}`, HASH], HASH],
    [[], undefined],
    [['0x12'], undefined],
    [HASH, undefined],
  ])('of transactions named at once (CAIP-345), %j, the last one is returned: %s', async (transactionHashes, hash) => {
    const { provider } = wallet(() => ({ id: '0x12', capabilities: { caip345: { caip2: 'eip155:8453', transactionHashes } } }))
    expect(await send(provider, { from, calls: [{ to: from }] })).toEqual({ id: '0x12', hash })
  })
  test.each([
    ['to without 0x', { to: 'd46e8dd67c5d32be8058bb8eb970870f07244567' }],
    ['to of another length', { to: '0x12' }],
    ['data without 0x', { data: 'abcd' }],
    ['half a byte of data, as in the EIP’s own example', { data: '0xfbadbaf01' }],
    ['a negative value', { value: -1n }],
  ])('error: %s is refused before any wallet is asked', async (_, call) => {
    const { provider, asked } = wallet(() => '0x1')
    const sending = send(provider, { from, calls: [{ to: from }, call as { to: `0x${string}` }] })
    await expect(sending).rejects.toMatchObject({ code: 'RPC_INVALID_PARAMS' })
    expect(asked).toEqual([])
  })
  test('error: an empty batch is refused', async () => {
    const { provider, asked } = wallet(() => '0x1')
    await expect(send(provider, { from, calls: [] })).rejects.toMatchObject({ code: 'RPC_INVALID_PARAMS' })
    expect(asked).toEqual([])
  })
  test.each([
    [4001, 'USER_REJECTED'],
    [5700, 'CALLS_CAPABILITY_UNSUPPORTED'],
    [5710, 'CALLS_CHAIN_UNSUPPORTED'],
    [5720, 'CALLS_DUPLICATE_ID'],
    [5740, 'CALLS_TOO_LARGE'],
    [5750, 'CALLS_UPGRADE_REJECTED'],
    [5760, 'CALLS_NOT_ATOMIC'],
  ])('error: %i is %s, and nothing is sent again', async (code, expected) => {
    const { provider, asked } = refusing(code)
    await expect(send(provider, { from, calls: [{ to: from }] })).rejects.toMatchObject({ code: expected })
    expect(asked).toHaveLength(1)
  })
  test.each([null, 7, {}, ''])('error: %j is not an id', async (answer) => {
    const sending = send(wallet(() => answer).provider, { from, calls: [{ to: from }] })
    await expect(sending).rejects.toMatchObject({ code: 'WALLET_ANSWER_INVALID' })
  })
})

describe('getCallsStatus', () => {
  const of = (answer: unknown) => getCallsStatus(wallet(() => answer).provider, '0x12')
  test('reads the example of EIP-5792', async () => {
    expect(await of(example('wallet_getCallsStatus` Example Return Value'))).toEqual({
      status: 'confirmed',
      code: 200,
      atomic: true,
      hashes: [HASH],
    })
  })
  test.each([
    [100, 'pending'],
    ['PENDING', 'pending'],
    ['CONFIRMED', 'confirmed'],
    [400, 'failed'],
    [500, 'failed'],
    [600, 'partial'],
  ])('%s is %s', async (status, expected) => expect(await of({ status })).toMatchObject({ status: expected, hashes: [] }))
  test.each([null, {}, { status: 7 }, { status: 200, receipts: 'all' }].slice(0, 3))(
    'error: %j is not a status',
    async (answer) => {
      await expect(of(answer)).rejects.toMatchObject({ code: 'WALLET_ANSWER_INVALID' })
    },
  )
  test('error: an id unknown to the wallet', async () => {
    await expect(getCallsStatus(refusing(5730).provider, 'x')).rejects.toMatchObject({ code: 'CALLS_UNKNOWN_ID' })
  })
})
