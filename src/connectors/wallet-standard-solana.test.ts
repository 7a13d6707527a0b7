import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { isSignedBy, keyOfSeed } from '../../demo/stack/ed25519'
import { networks } from '../adapters/solana-networks'
import { fromBase58, toBase58 } from '../lib/base58'
import { toBase64 } from '../lib/base64'
import type { Network } from '../lib/network'
import { ANSWER_LIMIT_MS, TELL_INTERVAL_MS } from './limits'
import type { ConnectorEvent } from './types'
import { openSolanaWallet } from './wallet-standard-solana'
import { DISCONNECT_LIMIT_MS } from './wallet-standard-wallet'

const MAINNET = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const DEVNET = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
const TESTNET = 'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z'
const keys = [1, 2, 3].map((seed) => keyOfSeed(new Uint8Array(32).fill(seed)))
const [ALICE = '', BOB = '', CAROL = ''] = keys.map(({ publicKey }) => toBase58(publicKey))
const never = () => new Promise(() => {})
const keyOf = (address: string) => keys[[ALICE, BOB, CAROL].indexOf(address)]

type Account = { address: string; chains?: string[] }
type Script = Record<string, (...given: never[]) => unknown>

/** A wallet whose features answer as told; `become` changes its accounts, and says so. */
function fakeWallet(more: Record<string, unknown> = {}, script: Script = {}) {
  const listeners = new Set<(payload: unknown) => void>()
  const asked: unknown[][] = []
  const accountOf = (address: string): Account => ({ address, chains: ['solana:devnet', 'solana:mainnet'] })
  const wallet = { chains: ['solana:mainnet', 'solana:devnet'], accounts: [accountOf(ALICE)], ...more }
  const usual: Script = {
    connect: () => ({ accounts: wallet.accounts }),
    disconnect: () => undefined,
    on: (_: never, hear: (payload: unknown) => void) => {
      listeners.add(hear)
      return () => void listeners.delete(hear)
    },
    signMessage: ({ account, message }: { account: Account; message: Uint8Array }) => [
      { signedMessage: message, signature: keyOf(account.address)?.sign(message) },
    ],
    signTransaction: (...inputs: { transaction: Uint8Array }[]) =>
      inputs.map(({ transaction }) => ({ signedTransaction: transaction.slice().reverse() })),
    signAndSendTransaction: () => [{ signature: new Uint8Array(64).fill(5) }],
    ...script,
  } as Script
  const of = (...methods: string[]) =>
    Object.fromEntries(
      methods.map((method) => [
        method,
        (...given: unknown[]) => {
          asked.push([method, ...given])
          return usual[method]?.(...(given as never[]))
        },
      ]),
    )
  const features: Record<string, unknown> = {
    'standard:connect': of('connect'),
    'standard:disconnect': of('disconnect'),
    'standard:events': of('on'),
    'solana:signMessage': of('signMessage'),
    'solana:signTransaction': of('signTransaction'),
    'solana:signAndSendTransaction': of('signAndSendTransaction'),
  }
  return {
    wallet: Object.assign(wallet, { features }),
    asked,
    listening: () => listeners.size,
    become: (...addresses: string[]) => {
      wallet.accounts = addresses.map(accountOf)
      for (const hear of listeners) hear({ accounts: wallet.accounts })
    },
  }
}

let events: ConnectorEvent[]
const tell = (event: ConnectorEvent) => void events.push(event)
const request = (ids: readonly string[] = [DEVNET], signal = new AbortController().signal) => ({
  networks: ids.map((id) => networks.find(({ caipNetworkId }) => caipNetworkId === id) as Network),
  signal,
})
const accountsOf = (event: ConnectorEvent | undefined) =>
  event?.type === 'change' ? event.connections.flatMap(({ accounts }) => accounts) : event?.type

beforeEach(() => {
  vi.useFakeTimers()
  events = []
})
afterEach(() => void vi.useRealTimers())

describe('connect', () => {
  test('gives the accounts on the first of the page’s networks that the wallet can use', async () => {
    const { wallet } = fakeWallet()
    const [connection] = await openSolanaWallet(wallet, tell).connect(request([TESTNET, DEVNET, MAINNET]))
    expect(connection).toMatchObject({
      namespace: 'solana',
      networkId: DEVNET,
      accounts: [`${DEVNET}:${ALICE}`],
      approved: [MAINNET, DEVNET],
    })
    expect(connection?.publicProvider).toBe(wallet)
  })

  test('on a network that the page does not use where the wallet can use none of it', async () => {
    const [connection] = await openSolanaWallet(fakeWallet({ chains: ['solana:testnet'] }).wallet, tell).connect(request())
    expect(connection).toMatchObject({ networkId: TESTNET, approved: [TESTNET] })
  })

  test('a wallet with a node of its own takes the page’s network, whatever that is', async () => {
    const [connection] = await openSolanaWallet(fakeWallet({ chains: ['solana:localnet'] }).wallet, tell).connect(request())
    expect([connection?.networkId, connection?.approved]).toEqual([DEVNET, undefined])
  })

  test('accounts of other chains are left out, each address is one', async () => {
    const accounts = [
      { address: 'bc1q', chains: ['bitcoin:mainnet'] },
      { address: ALICE, chains: ['sui:mainnet'] },
    ]
    const { wallet } = fakeWallet({ accounts: [...accounts, { address: BOB }, { address: BOB, chains: ['solana:devnet'] }] })
    const [connection] = await openSolanaWallet(wallet, tell).connect(request())
    expect(connection?.accounts).toEqual([`${DEVNET}:${BOB}`])
  })

  test('given up, it ends at once and the late answer is ignored', async () => {
    let answer = (_: unknown) => {}
    const { wallet, listening } = fakeWallet({}, { connect: () => new Promise((resolve) => (answer = resolve)) })
    const given = new AbortController()
    const opened = openSolanaWallet(wallet, tell)
    const connecting = opened.connect(request([DEVNET], given.signal))
    given.abort()
    await expect(connecting).rejects.toMatchObject({ code: 'ABORTED' })
    answer({ accounts: wallet.accounts })
    await vi.runAllTimersAsync()
    expect([listening(), events]).toEqual([0, []])
  })

  test.each<[string, string, Script, Record<string, unknown>?]>([
    ['a refusal', 'USER_REJECTED', { connect: () => Promise.reject(new Error('User rejected the request.')) }],
    ['a refusal by number', 'USER_REJECTED', { connect: () => Promise.reject({ code: 4001 }) }],
    [
      'a throw at once',
      'CONNECT_FAILED',
      {
        connect: () => {
          throw new Error('no')
        },
      },
    ],
    ['no account', 'NO_ACCOUNTS_FOUND', {}, { accounts: [] }],
    ['nothing', 'NO_ACCOUNTS_FOUND', { connect: () => undefined }, { accounts: undefined }],
    ['no address', 'NO_ACCOUNTS_FOUND', {}, { accounts: [{ address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' }, null, 7] }],
    ['no chain that we know', 'CHAIN_UNSUPPORTED', {}, { chains: ['solana:moon'] }],
  ])('error: %s ends in %s', async (_, code, script, more) => {
    await expect(openSolanaWallet(fakeWallet(more, script).wallet, tell).connect(request())).rejects.toMatchObject({ code })
  })

  test('P67: an accounts getter that throws', async () => {
    const { wallet } = fakeWallet({}, { connect: () => ({}) })
    Object.defineProperty(wallet, 'accounts', {
      get() {
        throw new Error('no')
      },
    })
    await expect(openSolanaWallet(wallet, tell).connect(request())).rejects.toMatchObject({ code: 'NO_ACCOUNTS_FOUND' })
    expect(await openSolanaWallet(wallet, tell).restore(request())).toEqual([])
  })
})

describe('restore', () => {
  test('asks silently', async () => {
    const { wallet, asked } = fakeWallet()
    expect(await openSolanaWallet(wallet, tell).restore(request())).toMatchObject([{ accounts: [`${DEVNET}:${ALICE}`] }])
    expect(asked[0]).toEqual(['connect', { silent: true }])
  })

  test('a wallet that is locked, refuses or is silent for ten seconds has none', async () => {
    expect(await openSolanaWallet(fakeWallet({ accounts: [] }).wallet, tell).restore(request())).toEqual([])
    const refusing = fakeWallet({}, { connect: () => Promise.reject(new Error('no')) })
    expect(await openSolanaWallet(refusing.wallet, tell).restore(request())).toEqual([])
    const silent = openSolanaWallet(fakeWallet({}, { connect: never }).wallet, tell).restore(request())
    await vi.advanceTimersByTimeAsync(ANSWER_LIMIT_MS)
    expect(await silent).toEqual([])
  })
})

describe('afterwards', () => {
  test('another account is told, none ends the connection once', async () => {
    const { wallet, become, listening } = fakeWallet()
    await openSolanaWallet(wallet, tell).connect(request())
    become(BOB, ALICE)
    await vi.advanceTimersByTimeAsync(TELL_INTERVAL_MS)
    expect(events.map(accountsOf)).toEqual([[`${DEVNET}:${BOB}`, `${DEVNET}:${ALICE}`]])
    become(BOB, ALICE)
    await vi.advanceTimersByTimeAsync(TELL_INTERVAL_MS)
    expect(events).toHaveLength(1)
    become()
    become()
    await vi.runAllTimersAsync()
    expect(events.slice(1)).toEqual([{ type: 'disconnect', reason: 'wallet' }])
    expect(listening()).toBe(0)
  })

  test('promise 23: 1,000 changes a second for 5 s are told four times a second, the last one wins', async () => {
    const { wallet, become } = fakeWallet()
    await openSolanaWallet(wallet, tell).connect(request())
    for (let count = 0; count < 5_000; count++) {
      become(count % 2 ? ALICE : BOB, CAROL, ...(count % 3 ? [] : [ALICE]))
      await vi.advanceTimersByTimeAsync(1)
    }
    become(CAROL)
    await vi.runAllTimersAsync()
    expect(events.length).toBeLessThanOrEqual(22)
    expect(accountsOf(events.at(-1))).toEqual([`${DEVNET}:${CAROL}`])
  })

  test('disconnecting is told to the wallet, which is not waited for long', async () => {
    const { wallet, asked, listening } = fakeWallet({}, { disconnect: never })
    const opened = openSolanaWallet(wallet, tell)
    await opened.connect(request())
    const leaving = opened.disconnect()
    await vi.advanceTimersByTimeAsync(DISCONNECT_LIMIT_MS)
    await leaving
    expect(asked.at(-1)).toEqual(['disconnect'])
    expect([listening(), events]).toEqual([0, []])
  })

  test('error: a wallet without events or a way to leave connects all the same', async () => {
    const { wallet } = fakeWallet()
    delete wallet.features['standard:events']
    delete wallet.features['standard:disconnect']
    const opened = openSolanaWallet(wallet, tell)
    expect(await opened.connect(request())).toHaveLength(1)
    await opened.disconnect()
  })
})

describe('the provider', () => {
  const open = async (more: Record<string, unknown> = {}, script: Script = {}) => {
    const fake = fakeWallet(more, script)
    const [connection] = await openSolanaWallet(fake.wallet, tell).connect(request())
    const ask = async (method: string, params?: unknown) => connection?.provider.request({ method, params })
    return { ...fake, ask }
  }
  const message = toBase58(new TextEncoder().encode('Hello'))
  const transaction = toBase64(Uint8Array.of(1, 2, 3))

  test('a message is signed by the account that is asked for', async () => {
    const { ask } = await open({ accounts: [{ address: ALICE }, { address: BOB }] })
    const { signature } = (await ask('solana_signMessage', { message, pubkey: BOB })) as { signature: string }
    const bytes = fromBase58(signature) ?? new Uint8Array()
    expect(isSignedBy(fromBase58(BOB) ?? new Uint8Array(), new TextEncoder().encode('Hello'), bytes)).toBe(true)
  })

  test('a sign-in goes to the wallet that offers it, for this page alone, and comes back with the text that was signed', async () => {
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

  test('transactions go to the wallet as bytes with its own word for the network', async () => {
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

  test('the network changes here alone, and the next request names it', async () => {
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

  test('error: what the wallet lacks, it cannot do', async () => {
    const { ask, wallet } = await open()
    delete wallet.features['solana:signMessage']
    await expect(ask('solana_signMessage', { message })).rejects.toMatchObject({ code: 'WALLET_METHOD_UNSUPPORTED' })
  })
})
