import { ed25519 } from '@noble/curves/ed25519'
import { Keypair, SystemProgram, Transaction, TransactionMessage, VersionedTransaction } from '@solana/web3.js'
import { registerWallet } from '@wallet-standard/wallet'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { networks } from '../adapters/solana-networks'
import { fromBase58, toBase58 } from '../lib/base58'
import { fromBase64, toBase64 } from '../lib/base64'
import { TELL_INTERVAL_MS } from './limits'
import type { Connector, ConnectorEvent } from './types'
import { LATE_MS } from './unregistered'
import { discover } from './wallet-standard'

const MAINNET = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const [alice, bob] = [Keypair.generate(), Keypair.generate()]
const BLOCKHASH = Keypair.generate().publicKey.toBase58()

/** Coinbase's extension as a page sees it: it signs web3.js's transactions with its active account. */
function coinbase(script: Record<string, unknown> = {}) {
  const listeners = new Map<string, Set<() => void>>()
  const asked: string[] = []
  const page = { on: alice, publicKey: undefined as unknown }
  const of = (name: string) => listeners.get(name) ?? listeners.set(name, new Set()).get(name) ?? new Set()
  const sign = <Signed extends Transaction | VersionedTransaction>(transaction: Signed): Signed => {
    if (transaction instanceof VersionedTransaction) transaction.sign([page.on])
    else transaction.partialSign(page.on)
    return transaction
  }
  const provider = {
    get publicKey() {
      return page.publicKey
    },
    async connect() {
      asked.push('connect')
      page.publicKey = page.on.publicKey
    },
    async disconnect() {
      asked.push('disconnect')
      page.publicKey = null
    },
    on: (name: string, hear: () => void) => void of(name).add(hear),
    off: (name: string, hear: () => void) => void of(name).delete(hear),
    signMessage: async (message: Uint8Array) => ({ signature: ed25519.sign(message, page.on.secretKey.slice(0, 32)) }),
    signTransaction: async (transaction: Transaction | VersionedTransaction) => {
      asked.push(transaction.constructor.name)
      return sign(transaction)
    },
    async signAndSendTransaction(transaction: Transaction) {
      return { signature: toBase58(sign(transaction).signature ?? new Uint8Array()) }
    },
    ...script,
  }
  const emit = (name: string) => {
    for (const hear of of(name)) hear()
  }
  return { provider, page, asked, emit, listening: () => [...listeners.values()].reduce((sum, { size }) => sum + size, 0) }
}

let list: Connector[]
let stop: () => void
let window: EventTarget & { coinbaseSolana?: unknown }
const start = () => {
  stop = discover(
    (connector) => {
      list = [...list.filter(({ id }) => id !== connector.id), connector]
    },
    (id) => {
      list = list.filter((each) => each.id !== id)
    },
  )
}
beforeEach(() => {
  vi.useFakeTimers()
  window = new EventTarget()
  vi.stubGlobal('window', window)
  list = []
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const request = { networks, signal: new AbortController().signal }
const present = (given = coinbase()) => {
  window.coinbaseSolana = given.provider
  start()
  const [connector] = list
  if (!connector) throw new Error('The wallet was not found')
  return { ...given, connector }
}
const connected = async (given = coinbase()) => {
  const all = present(given)
  const [connection] = await all.connector.connect(request)
  if (!connection) throw new Error('No connection')
  return { ...all, connection, ask: (method: string, params: object) => connection.provider.request({ method, params }) }
}
const transfer = () =>
  new Transaction({ feePayer: alice.publicKey, blockhash: BLOCKHASH, lastValidBlockHeight: 1 }).add(
    SystemProgram.transfer({ fromPubkey: alice.publicKey, toPubkey: bob.publicKey, lamports: 5 }),
  )
const bytesOf = (transaction: Transaction) => transaction.serialize({ requireAllSignatures: false, verifySignatures: false })

describe('Coinbase Wallet on Solana', () => {
  test('is found in the page, even if injected late, and once', async () => {
    start()
    expect(list).toEqual([])
    window.coinbaseSolana = coinbase().provider
    await vi.advanceTimersByTimeAsync(LATE_MS[0] ?? 0)
    expect(list).toMatchObject([{ id: 'Coinbase Wallet', name: 'Coinbase Wallet', type: 'ANNOUNCED', namespaces: ['solana'] }])
    await vi.runAllTimersAsync()
    expect(list).toHaveLength(1)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('connects on mainnet only, signs a text, reports another account, and disconnects', async () => {
    const { connection, connector, ask, page, emit, asked, listening } = await connected()
    const address = alice.publicKey.toBase58()
    expect(connection).toMatchObject({ networkId: MAINNET, accounts: [`${MAINNET}:${address}`], approved: [MAINNET] })
    const message = new TextEncoder().encode('Hello')
    const { signature } = (await ask('solana_signMessage', { message: toBase58(message), pubkey: address })) as {
      signature: string
    }
    expect(ed25519.verify(fromBase58(signature) ?? '', message, alice.publicKey.toBytes())).toBe(true)

    const events: ConnectorEvent[] = []
    connector.on((event) => events.push(event))
    page.on = bob
    page.publicKey = bob.publicKey
    emit('accountChanged')
    await vi.advanceTimersByTimeAsync(TELL_INTERVAL_MS)
    expect(events).toMatchObject([{ type: 'change', connections: [{ accounts: [`${MAINNET}:${bob.publicKey.toBase58()}`] }] }])
    await connector.disconnect()
    expect([asked.at(-1), listening()]).toEqual(['disconnect', 0])
  })

  test('ends when the wallet disconnects', async () => {
    const { connector, emit } = await connected()
    const events: ConnectorEvent[] = []
    connector.on((event) => events.push(event))
    emit('disconnect')
    await vi.advanceTimersByTimeAsync(TELL_INTERVAL_MS)
    expect(events).toEqual([{ type: 'disconnect', reason: 'wallet' }])
  })

  test('a reload does not ask it: it is restored if it shows its account', async () => {
    const given = coinbase()
    const { connector, asked, page } = present(given)
    expect(await connector.restore(request)).toEqual([])
    page.publicKey = alice.publicKey
    expect(await connector.restore(request)).toMatchObject([{ accounts: [`${MAINNET}:${alice.publicKey.toBase58()}`] }])
    expect(asked).toEqual([])
  })

  test('signs both kinds of web3.js transactions, and sends one', async () => {
    const { ask, asked } = await connected()
    const legacy = toBase64(bytesOf(transfer()))
    const message = new TransactionMessage({
      payerKey: alice.publicKey,
      recentBlockhash: BLOCKHASH,
      instructions: transfer().instructions,
    })
    const versioned = toBase64(new VersionedTransaction(message.compileToV0Message()).serialize())
    const signed = (await ask('solana_signAllTransactions', { transactions: [legacy, versioned] })) as { transactions: string[] }
    const [first, second] = signed.transactions.map((each) => fromBase64(each) ?? new Uint8Array())
    expect(Transaction.from(first ?? []).verifySignatures()).toBe(true)
    const read = VersionedTransaction.deserialize(second ?? new Uint8Array())
    expect(ed25519.verify(read.signatures[0] ?? '', read.message.serialize(), alice.publicKey.toBytes())).toBe(true)
    expect(asked).toEqual(['connect', 'Transaction', 'VersionedTransaction'])

    const { signature } = (await ask('solana_signAndSendTransaction', { transaction: legacy })) as { signature: string }
    expect(fromBase58(signature)).toHaveLength(64)
  })

  test('error: an account that is not its active one signs nothing', async () => {
    const { ask, page, asked } = await connected()
    page.on = bob
    page.publicKey = bob.publicKey
    for (const [method, params] of [
      ['solana_signMessage', { message: toBase58(Uint8Array.of(1)) }],
      ['solana_signTransaction', { transaction: toBase64(bytesOf(transfer())) }],
      ['solana_signAndSendTransaction', { transaction: toBase64(bytesOf(transfer())) }],
    ] as const)
      await expect(ask(method, params)).rejects.toMatchObject({ code: 'WALLET_UNAUTHORIZED' })
    expect(asked).toEqual(['connect'])
  })

  test.each<[string, unknown, object]>([
    ['refuses', { signMessage: () => Promise.reject({ code: 4001 }) }, { code: 4001 }],
    [
      'throws at once',
      {
        signMessage: () => {
          throw new Error('no')
        },
      },
      { message: 'no' },
    ],
    ['cannot', { signMessage: undefined }, { code: 'WALLET_METHOD_UNSUPPORTED' }],
    ['gives no signature', { signMessage: async () => ({ signature: 'x' }) }, { code: 'WALLET_ANSWER_INVALID' }],
    ['gives a short one', { signMessage: async () => ({ signature: new Uint8Array(3) }) }, { code: 'WALLET_ANSWER_INVALID' }],
  ])('error: one that %s when signing a text', async (_, script, error) => {
    const { ask } = await connected(coinbase(script as Record<string, unknown>))
    await expect(ask('solana_signMessage', { message: toBase58(Uint8Array.of(1)) })).rejects.toMatchObject(error)
  })

  test.each<[string, unknown]>([
    ['gives nothing back', async () => null],
    ['returns what cannot be serialized', async () => ({ serialize: () => 'text' })],
    [
      'gives what throws',
      async () => ({
        get serialize() {
          throw new Error('no')
        },
      }),
    ],
  ])('error: one that %s for a transaction', async (_, signTransaction) => {
    const { ask } = await connected(coinbase({ signTransaction }))
    const asking = ask('solana_signTransaction', { transaction: toBase64(bytesOf(transfer())) })
    await expect(asking).rejects.toMatchObject({ code: 'WALLET_ANSWER_INVALID' })
  })

  test('error: an invalid transaction does not reach it', async () => {
    const { ask, asked } = await connected()
    const asking = ask('solana_signTransaction', { transaction: toBase64(Uint8Array.of(1, 2, 3)) })
    await expect(asking).rejects.toMatchObject({ code: 'RPC_INVALID_PARAMS' })
    expect(asked).toEqual(['connect'])
  })

  test.each<[string, unknown]>([
    ['nothing', undefined],
    ['a text', 'coinbase'],
    ['one that cannot connect', {}],
    [
      'one whose getters throw',
      new Proxy(
        {},
        {
          get: () => {
            throw new Error('no')
          },
        },
      ),
    ],
  ])('error: %s is not a wallet', async (_, value) => {
    window.coinbaseSolana = value
    start()
    await vi.runAllTimersAsync()
    expect(list).toEqual([])
  })

  test('error: a getter that throws is not a wallet', async () => {
    Object.defineProperty(window, 'coinbaseSolana', {
      get: () => {
        throw new Error('no')
      },
    })
    start()
    await vi.runAllTimersAsync()
    expect(list).toEqual([])
  })

  test('is replaced by a wallet of its name that registers itself, earlier or later', async () => {
    const wallet = () => ({
      ...{
        version: '1.0.0',
        name: 'Coinbase Wallet',
        icon: 'data:image/svg+xml,<svg/>',
        chains: ['solana:mainnet'],
        accounts: [],
      },
      features: { 'standard:connect': {}, 'standard:events': {}, 'solana:signTransaction': {} },
    })
    present()
    registerWallet(wallet() as never)
    expect(list).toMatchObject([{ id: 'Coinbase Wallet', icon: 'data:image/svg+xml,<svg/>' }])
    expect(list[0]?.duplicate).toBe(undefined)
    stop()
    list = []
    const offering = (event: Event) => (event as CustomEvent<{ register(wallet: unknown): void }>).detail.register(wallet())
    window.addEventListener('wallet-standard:app-ready', offering)
    start()
    await vi.runAllTimersAsync()
    expect(list.every(({ icon }) => icon !== undefined)).toBe(true)
  })
})
