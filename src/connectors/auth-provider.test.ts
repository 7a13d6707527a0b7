import { describe, expect, test, vi } from 'vitest'
import '../lib/later-errors'
import { toBase58 } from '../lib/base58'
import { toBase64 } from '../lib/base64'
import { authProvider, authSolanaProvider } from './auth-provider'

const OWN = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const access = (answer: unknown = 'sent') => ({
  networkId: () => 'eip155:56' as const,
  addresses: () => [OWN],
  switchTo: vi.fn(async () => {}),
  send: vi.fn(async () => answer),
  read: vi.fn(() => Promise.resolve('read')),
  refuse: vi.fn(),
})

describe('authProvider, with the frame on another chain', () => {
  test.each([
    ['eth_call', 'read'],
    ['eth_getTransactionReceipt', 'read'],
    // What a node has of its own, or a node never has.
    ['eth_sendRawTransaction', 'sent'],
    ['eth_getFilterChanges', 'sent'],
    ['eth_getUserOperationReceipt', 'sent'],
    ['wallet_getCallsStatus', 'sent'],
    ['personal_sign', 'sent'],
  ])('%s is answered by who can: %s', async (method, by) => expect(await authProvider(access()).request({ method })).toBe(by))
})

describe('authProvider', () => {
  const calls = [{ to: OWN }]
  test.each([
    ['eth_sendTransaction', { to: OWN, chainId: '0x1' }],
    ['wallet_sendCalls', { calls, chainId: '0x1' }],
  ])('error: %s for another chain than the active one is not sent', async (method, asked) => {
    const wallet = access()
    const { request } = authProvider(wallet)
    await expect(request({ method, params: [asked] })).rejects.toMatchObject({ code: 'CHAIN_MISMATCH' })
    expect(wallet.send).not.toHaveBeenCalled()
    expect(await request({ method, params: [{ ...asked, chainId: '0x38' }] })).toBe('sent')
  })

  test.each(['56', 56, '0x', '0x0', 'bsc'])('error: a chain id that is not in hex is no chain to go to: %s', async (chainId) => {
    const wallet = access()
    const asked = authProvider(wallet).request({ method: 'wallet_switchEthereumChain', params: [{ chainId }] })
    await expect(asked).rejects.toMatchObject({ code: 'RPC_INVALID_PARAMS' })
    expect(wallet.switchTo).not.toHaveBeenCalled()
  })

  test('a method without parameters is sent with an empty list', async () => {
    const wallet = access()
    await authProvider(wallet).request({ method: 'eth_supportedEntryPoints' })
    expect(wallet.send.mock.calls).toEqual([['eth_supportedEntryPoints', [], 'safe']])
  })
})

const MAIN_NET = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const KEY = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T'
const solana = (answer?: unknown) => ({ ...access(answer), networkId: () => MAIN_NET as typeof MAIN_NET, addresses: () => [KEY] })

describe('authSolanaProvider', () => {
  const [one, two] = [Uint8Array.of(0, 1, 2), Uint8Array.of(3, 4)]
  const [transaction, signed] = [toBase64(one), toBase58(two)]

  test('transactions are base64 outside, and base58 for the frame', async () => {
    const wallet = solana({ transaction: signed, transactions: [signed, signed] })
    const { request } = authSolanaProvider(wallet)
    expect(await request({ method: 'solana_signTransaction', params: { transaction } })).toEqual({ transaction: toBase64(two) })
    const params = { transactions: [transaction, transaction] }
    expect(await request({ method: 'solana_signAllTransactions', params })).toEqual({
      transactions: Array(2).fill(toBase64(two)),
    })
    const sendOptions = { skipPreflight: true }
    await request({ method: 'solana_signAndSendTransaction', params: { transaction, sendOptions } })
    const in58 = toBase58(one)
    expect(wallet.send.mock.calls).toEqual([
      ['solana_signTransaction', { transaction: in58 }, 'unsafe'],
      ['solana_signAllTransactions', { transactions: [in58, in58] }, 'unsafe'],
      ['solana_signAndSendTransaction', { transaction: in58, options: sendOptions }, 'unsafe'],
    ])
  })

  test('a message is signed by the active account if none is named', async () => {
    const wallet = solana({ signature: signed })
    await authSolanaProvider(wallet).request({ method: 'solana_signMessage', params: { message: '2' } })
    expect(wallet.send.mock.calls).toEqual([['solana_signMessage', { message: '2', pubkey: KEY }, 'unsafe']])
  })

  test.each([
    ['an empty transaction', 'solana_signTransaction', { transaction: '' }, 'RPC_INVALID_PARAMS'],
    ['what is no base64', 'solana_signAndSendTransaction', { transaction: '?' }, 'RPC_INVALID_PARAMS'],
    ['an empty list', 'solana_signAllTransactions', { transactions: [] }, 'RPC_INVALID_PARAMS'],
    ['another account', 'solana_signMessage', { message: '2', pubkey: `${KEY.slice(0, -1)}U` }, 'WALLET_UNAUTHORIZED'],
    ['a network of another kind', 'wallet_setNetwork', { networkId: 'eip155:1' }, 'CHAIN_NOT_SUPPORTED'],
  ])('error: %s does not reach the frame', async (_, method, params, code) => {
    const wallet = solana()
    await expect(authSolanaProvider(wallet).request({ method, params })).rejects.toMatchObject({ code })
    expect([wallet.send, wallet.switchTo].flatMap(({ mock }) => mock.calls)).toEqual([])
  })

  test.each([
    ['no transaction', 'solana_signTransaction', { transaction }, {}],
    ['an empty one', 'solana_signTransaction', { transaction }, { transaction: '' }],
    [
      'fewer than were asked',
      'solana_signAllTransactions',
      { transactions: [transaction, transaction] },
      { transactions: [signed] },
    ],
  ])('error: an answer with %s is none', async (_, method, params, answer) =>
    expect(authSolanaProvider(solana(answer)).request({ method, params })).rejects.toMatchObject({
      code: 'WALLET_ANSWER_INVALID',
    }),
  )
})
