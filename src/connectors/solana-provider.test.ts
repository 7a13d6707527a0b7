import { describe, expect, test, vi } from 'vitest'
import {
  ALICE,
  accountsOf,
  BOB,
  CAROL,
  DEVNET,
  events,
  fakeWallet,
  MAINNET,
  request,
  type Script,
  TESTNET,
  tell,
} from '../../.ci/solana-wallet-world'
import { isSignedBy } from '../../demo/stack/ed25519'
import { fromBase58, toBase58 } from '../lib/base58'
import { toBase64 } from '../lib/base64'
import { openSolanaWallet } from './solana-wallet'

describe('the provider', () => {
  const open = async (more: Record<string, unknown> = {}, script: Script = {}) => {
    const fake = fakeWallet(more, script)
    const [connection] = await openSolanaWallet(fake.wallet, tell).connect(request())
    const ask = async (method: string, params?: unknown) => connection?.provider.request({ method, params })
    return { ...fake, ask }
  }
  const message = toBase58(new TextEncoder().encode('Hello'))
  const transaction = toBase64(Uint8Array.of(1, 2, 3))

  test('a message is signed by the requested account', async () => {
    const { ask } = await open({ accounts: [{ address: ALICE }, { address: BOB }] })
    const { signature } = (await ask('solana_signMessage', { message, pubkey: BOB })) as { signature: string }
    const bytes = fromBase58(signature) ?? new Uint8Array()
    expect(isSignedBy(fromBase58(BOB) ?? new Uint8Array(), new TextEncoder().encode('Hello'), bytes)).toBe(true)
  })

  test('a sign-in goes to a wallet that supports it, for this page only, and returns the signed text', async () => {
    vi.stubGlobal('location', { host: 'bakery.example' })
    const { ask, wallet, asked } = await open()
    await expect(ask('solana_signIn', {})).rejects.toMatchObject({ code: 'WALLET_METHOD_UNSUPPORTED' })
    const given: unknown[] = []
    let account: unknown = wallet.accounts[0]
    const signIn = async (input: unknown) => {
      given.push(input)
      return [{ account, signedMessage: Uint8Array.of(1, 2), signature: new Uint8Array(64).fill(5) }]
    }
    Object.assign(wallet.features, { 'solana:signIn': { version: '1.0.0', signIn } })
    expect(await ask('solana_signIn', { domain: 'evil.example', nonce: 'abc' })).toEqual({
      address: ALICE,
      signedMessage: toBase64(Uint8Array.of(1, 2)),
      signature: toBase58(new Uint8Array(64).fill(5)),
    })
    expect(given).toEqual([{ domain: 'bakery.example', nonce: 'abc' }])
    account = { address: CAROL }
    await expect(ask('solana_signIn', {})).rejects.toMatchObject({ code: 'WALLET_ANSWER_INVALID' })
    expect(asked.map(([method]) => method)).not.toContain('signMessage')
    vi.unstubAllGlobals()
  })

  test('transactions go to the wallet as bytes with its own name for the network', async () => {
    const { ask, asked, wallet } = await open()
    expect(await ask('solana_signTransaction', { transaction })).toEqual({ transaction: toBase64(Uint8Array.of(3, 2, 1)) })
    expect(asked.at(-1)).toEqual([
      'signTransaction',
      { account: wallet.accounts[0], transaction: Uint8Array.of(1, 2, 3), chain: 'solana:devnet' },
    ])
    expect(await ask('solana_signAllTransactions', { transactions: [transaction, transaction] })).toEqual({
      transactions: [toBase64(Uint8Array.of(3, 2, 1)), toBase64(Uint8Array.of(3, 2, 1))],
    })
    const sendOptions = { skipPreflight: true }
    expect(await ask('solana_signAndSendTransaction', { transaction, sendOptions })).toEqual({
      signature: toBase58(new Uint8Array(64).fill(5)),
    })
    expect(asked.at(-1)?.[1]).toMatchObject({ options: sendOptions })
  })

  test('a network switch stays local, and the next request names the network', async () => {
    const { ask, asked } = await open()
    expect(await ask('wallet_getNetwork')).toBe(DEVNET)
    await ask('wallet_setNetwork', { networkId: MAINNET })
    expect(events.map(accountsOf)).toEqual([[`${MAINNET}:${ALICE}`]])
    expect(await ask('wallet_getNetwork')).toBe(MAINNET)
    await ask('solana_signTransaction', { transaction })
    expect(asked.at(-1)?.[1]).toMatchObject({ chain: 'solana:mainnet' })
    await expect(ask('wallet_setNetwork', { networkId: TESTNET })).rejects.toMatchObject({ code: 'CHAIN_NOT_SUPPORTED' })
  })

  test.each<[string, string, unknown, Script?]>([
    ['RPC_INVALID_PARAMS', 'solana_signMessage', { message: '0OIl' }],
    ['RPC_INVALID_PARAMS', 'solana_signMessage', [message]],
    ['RPC_INVALID_PARAMS', 'solana_signTransaction', { transaction: '' }],
    ['RPC_INVALID_PARAMS', 'solana_signAllTransactions', { transactions: [] }],
    ['WALLET_UNAUTHORIZED', 'solana_signMessage', { message, pubkey: CAROL }],
    ['WALLET_METHOD_UNSUPPORTED', 'eth_sendTransaction', {}],
    ['WALLET_METHOD_UNSUPPORTED', 'constructor', {}],
    ['WALLET_ANSWER_INVALID', 'solana_signMessage', { message }, { signMessage: () => [] }],
    ['WALLET_ANSWER_INVALID', 'solana_signMessage', { message }, { signMessage: () => [{ signature: new Uint8Array(63) }] }],
    ['WALLET_ANSWER_INVALID', 'solana_signMessage', { message }, { signMessage: () => ({ length: 1 }) }],
    ['WALLET_ANSWER_INVALID', 'solana_signTransaction', { transaction }, { signTransaction: () => [{ signedTransaction: 'x' }] }],
  ])('error: %s from %s %j', async (code, method, params, script) => {
    const { ask } = await open({}, script)
    await expect(ask(method, params)).rejects.toMatchObject({ code })
  })

  test('error: a missing feature is WALLET_METHOD_UNSUPPORTED', async () => {
    const { ask, wallet } = await open()
    delete wallet.features['solana:signMessage']
    await expect(ask('solana_signMessage', { message })).rejects.toMatchObject({ code: 'WALLET_METHOD_UNSUPPORTED' })
  })
})
