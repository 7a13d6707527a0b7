import { StandardWalletAdapter } from '@solana/wallet-standard-wallet-adapter-base'
import {
  Keypair,
  Connection as SolanaConnection,
  SystemProgram,
  Transaction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { describe, expect, test, vi } from 'vitest'
import { toBase58 } from '../lib/base58'
import { fromBase64, toBase64 } from '../lib/base64'
import { WalletError } from '../lib/errors'
import type { Connection } from './types'
import { idInSession, proposalFor, readNamespaces, readNetwork } from './wallet-connect-namespaces'
import { askSolana, standardWallet } from './wallet-connect-solana'

const MAINNET = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const FORMER = 'solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ'
const DEVNET = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
const TESTNET = 'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z'
const alice = Keypair.fromSeed(new Uint8Array(32).fill(1))
const ALICE = alice.publicKey.toBase58()
const blockhash = Keypair.fromSeed(new Uint8Array(32).fill(2)).publicKey.toBase58()
const transfer = SystemProgram.transfer({ fromPubkey: alice.publicKey, toPubkey: alice.publicKey, lamports: 1n })
const unsigned = { requireAllSignatures: false, verifySignatures: false }
const legacy = () => new Transaction({ feePayer: alice.publicKey, recentBlockhash: blockhash }).add(transfer)
const versioned = () =>
  new VersionedTransaction(
    new TransactionMessage({
      payerKey: alice.publicKey,
      recentBlockhash: blockhash,
      instructions: [transfer],
    }).compileToV0Message(),
  )
const SIGNATURE = toBase58(new Uint8Array(64).fill(3))

type Answers = Record<string, (params: never) => unknown>
/** Asks a wallet with these answers; `asked` holds the requests that reached it. */
function asking(answers: Answers) {
  const asked: [string, Record<string, unknown>][] = []
  const ask = async (method: string, params: unknown) => {
    asked.push([method, params as Record<string, unknown>])
    const answer = answers[method]
    if (!answer) throw new WalletError('WALLET_METHOD_UNSUPPORTED')
    return answer(params as never)
  }
  return { asked, ask: async (method: string, params?: unknown) => askSolana(ask, ALICE, method, params) }
}

describe('askSolana', () => {
  test('a message is signed for the active account unless another is named', async () => {
    const { ask, asked } = asking({ solana_signMessage: () => ({ signature: SIGNATURE }) })
    expect(await ask('solana_signMessage', { message: 'abc' })).toEqual({ signature: SIGNATURE })
    await ask('solana_signMessage', { message: 'abc', pubkey: blockhash })
    expect(asked.map(([, params]) => params)).toEqual([
      { message: 'abc', pubkey: ALICE },
      { message: 'abc', pubkey: blockhash },
    ])
  })

  test('a legacy transaction is sent with its parts, a versioned one without', async () => {
    const { ask, asked } = asking({ solana_signTransaction: ({ transaction }: { transaction: string }) => ({ transaction }) })
    await ask('solana_signTransaction', { transaction: legacy().serialize(unsigned).toString('base64') })
    await ask('solana_signTransaction', { transaction: toBase64(versioned().serialize()) })
    expect(asked[0]?.[1]).toMatchObject({
      feePayer: ALICE,
      recentBlockhash: blockhash,
      instructions: [{ programId: '1'.repeat(32) }],
    })
    expect(Object.keys(asked[1]?.[1] ?? {})).toEqual(['pubkey', 'transaction'])
  })

  test('an old wallet returns only the signature, which is put into the transaction; it wins over a returned transaction', async () => {
    const signed = versioned()
    signed.sign([alice])
    const signature = toBase58(signed.signatures[0] ?? new Uint8Array())
    for (const more of [{}, { transaction: 'AAAA' }]) {
      const { ask } = asking({ solana_signTransaction: () => ({ signature, ...more }) })
      expect(await ask('solana_signTransaction', { transaction: toBase64(versioned().serialize()) })).toEqual({
        transaction: toBase64(signed.serialize()),
      })
    }
  })

  test('error: a wallet that changes the transaction, as by a priority fee, returns its own; the signature does not fit ours', async () => {
    const message = { payerKey: alice.publicKey, recentBlockhash: blockhash, instructions: [transfer, transfer] }
    const changed = new VersionedTransaction(new TransactionMessage(message).compileToV0Message())
    const unsignedToo = toBase64(changed.serialize())
    changed.sign([alice])
    const signature = toBase58(changed.signatures[0] ?? new Uint8Array())
    for (const transaction of [toBase64(changed.serialize()), unsignedToo]) {
      const { ask } = asking({ solana_signTransaction: () => ({ signature, transaction }) })
      expect(await ask('solana_signTransaction', { transaction: toBase64(versioned().serialize()) })).toEqual({
        transaction: toBase64(changed.serialize()),
      })
    }
  })

  test('several are signed at once, or one by one if the wallet cannot', async () => {
    const transactions = [toBase64(versioned().serialize()), legacy().serialize(unsigned).toString('base64')]
    const answers: Answers = { solana_signTransaction: ({ transaction }: { transaction: string }) => ({ transaction }) }
    const both = asking({
      ...answers,
      solana_signAllTransactions: ({ transactions }: { transactions: string[] }) => ({ transactions }),
    })
    expect(await both.ask('solana_signAllTransactions', { transactions })).toEqual({ transactions })
    expect(both.asked).toEqual([['solana_signAllTransactions', { transactions }]])
    const one = asking(answers)
    expect(await one.ask('solana_signAllTransactions', { transactions })).toEqual({ transactions })
    expect(one.asked.map(([method]) => method)).toEqual([
      'solana_signAllTransactions',
      'solana_signTransaction',
      'solana_signTransaction',
    ])
    expect(one.asked.map(([, params]) => params.transaction)).toEqual([undefined, ...transactions])
  })

  test('other methods are left alone', async () => {
    const { ask, asked } = asking({})
    expect(await ask('personal_sign', ['0x'])).toBe(undefined)
    expect(await ask('constructor', {})).toBe(undefined)
    expect(asked).toEqual([])
  })

  test.each<[string, string, unknown, Answers]>([
    ['RPC_INVALID_PARAMS', 'solana_signMessage', 'text', {}],
    ['RPC_INVALID_PARAMS', 'solana_signTransaction', { transaction: 7 }, {}],
    ['RPC_INVALID_PARAMS', 'solana_signAllTransactions', { transactions: [] }, {}],
    ['WALLET_METHOD_UNSUPPORTED', 'solana_signMessage', { message: 'abc' }, {}],
    ['WALLET_ANSWER_INVALID', 'solana_signMessage', {}, { solana_signMessage: () => ({ signature: 'abc' }) }],
    ['WALLET_ANSWER_INVALID', 'solana_signMessage', {}, { solana_signMessage: () => null }],
    ['WALLET_ANSWER_INVALID', 'solana_signTransaction', { transaction: 'AAAA' }, { solana_signTransaction: () => ({}) }],
    [
      'WALLET_ANSWER_INVALID',
      'solana_signTransaction',
      { transaction: 'AAAA' },
      { solana_signTransaction: () => ({ signature: SIGNATURE }) },
    ],
    [
      'WALLET_ANSWER_INVALID',
      'solana_signAllTransactions',
      { transactions: ['AAAA'] },
      { solana_signAllTransactions: () => ({ transactions: [] }) },
    ],
    ['WALLET_ANSWER_INVALID', 'solana_signAndSendTransaction', {}, { solana_signAndSendTransaction: () => ({ signature: '' }) }],
  ])('error: %s from %s %j', async (code, method, params, answers) => {
    await expect(asking(answers).ask(method, params)).rejects.toMatchObject({ code })
  })
})

describe('a session’s wallet for the host', () => {
  const provider = {
    async request({ method, params }: { method: string; params?: unknown }) {
      asked.push([method, params])
      return method === 'solana_signTransaction' ? { transaction: 'AQID' } : { signature: SIGNATURE }
    },
  }
  let asked: unknown[] = []
  const made = (methods?: ReadonlySet<string>) => {
    asked = []
    let connection: Connection | undefined = {
      namespace: 'solana',
      networkId: DEVNET,
      accounts: [`${DEVNET}:${ALICE}`],
      approved: [DEVNET, MAINNET],
      provider,
      peer: { name: 'Phone' },
    }
    const { wallet, changed } = standardWallet(provider, () => connection, methods)
    type Feature = Record<string, (...given: unknown[]) => unknown>
    const standard = wallet as {
      name: string
      icon: string
      chains: string[]
      accounts: object[]
      features: Record<string, Feature>
    }
    return { standard, changed, end: () => (connection = undefined) }
  }

  test('has name, chains and accounts of the Wallet Standard', () => {
    const { standard, end } = made()
    expect([standard.name, standard.icon, standard.chains]).toEqual(['Phone', '', ['solana:mainnet', 'solana:devnet']])
    expect(standard.accounts).toMatchObject([{ address: ALICE, publicKey: alice.publicKey.toBytes() }])
    expect(standard.accounts[0]).toBe(standard.accounts[0])
    end()
    expect([standard.accounts, standard.chains]).toEqual([[], []])
  })

  test('has the features whose methods the wallet has approved, so that a host’s adapter signs and sends itself if needed', async () => {
    const { standard } = made(new Set(['solana_signTransaction']))
    expect(Object.keys(standard.features)).toEqual(['standard:connect', 'standard:events', 'solana:signTransaction'])
    // It checks whether it is in a page.
    for (const name of ['window', 'document']) vi.stubGlobal(name, {})
    const adapter = new StandardWalletAdapter({ wallet: standard as never })
    vi.unstubAllGlobals()
    await adapter.connect()
    const sent: unknown[] = []
    const connection = Object.assign(new SolanaConnection('https://api.devnet.solana.com'), {
      sendRawTransaction: async (signed: Uint8Array) => sent.push(signed) && SIGNATURE,
    })
    expect(await adapter.sendTransaction(versioned(), connection)).toBe(SIGNATURE)
    expect(sent).toEqual([Uint8Array.of(1, 2, 3)])
  })

  test('signs through the session', async () => {
    const { standard } = made()
    const [account] = standard.accounts
    const signature = new Uint8Array(64).fill(3)
    const message = Uint8Array.of(1, 2)
    const transaction = Uint8Array.of(4, 5)
    const sign = (feature: string, method: string, ...inputs: object[]) => standard.features[feature]?.[method]?.(...inputs)
    expect(await sign('solana:signMessage', 'signMessage', { account, message })).toEqual([{ signedMessage: message, signature }])
    expect(await sign('solana:signTransaction', 'signTransaction', { account, transaction }, { account, transaction })).toEqual([
      { signedTransaction: Uint8Array.of(1, 2, 3) },
      { signedTransaction: Uint8Array.of(1, 2, 3) },
    ])
    const options = { skipPreflight: true }
    expect(await sign('solana:signAndSendTransaction', 'signAndSendTransaction', { account, transaction, options })).toEqual([
      { signature },
    ])
    expect(asked).toEqual([
      ['solana_signMessage', { pubkey: ALICE, message: toBase58(message) }],
      ['solana_signTransaction', { pubkey: ALICE, transaction: toBase64(transaction) }],
      ['solana_signTransaction', { pubkey: ALICE, transaction: toBase64(transaction) }],
      ['solana_signAndSendTransaction', { pubkey: ALICE, transaction: toBase64(transaction), sendOptions: options }],
    ])
    expect(fromBase64(toBase64(transaction))).toEqual(transaction)
  })

  test('reports other accounts until the listener is removed', () => {
    const { standard, changed } = made()
    const heard: unknown[] = []
    const off = standard.features['standard:events']?.on?.('change', (properties: unknown) => heard.push(properties))
    changed()
    ;(off as () => void)()
    changed()
    expect(heard).toEqual([{ accounts: standard.accounts }])
  })

  test('error: refuses a request without account, or without message', async () => {
    const { standard } = made()
    const sign = standard.features['solana:signMessage']?.signMessage
    await expect(sign?.({ message: Uint8Array.of(1) })).rejects.toMatchObject({ code: 'RPC_INVALID_PARAMS' })
    await expect(sign?.({ account: standard.accounts[0], message: 'text' })).rejects.toMatchObject({ code: 'RPC_INVALID_PARAMS' })
  })
})

describe('former chain ids', () => {
  const network = (caipNetworkId: `${string}:${string}`) => ({
    caipNetworkId,
    chainNamespace: 'solana',
    id: '',
    name: '',
    nativeCurrency: { name: '', symbol: '', decimals: 9 },
    rpcUrls: [],
  })

  test('are proposed beside today’s', () => {
    expect(proposalFor([network(MAINNET), network(TESTNET)]).solana?.chains).toEqual([MAINNET, FORMER, TESTNET])
  })

  test('are read as today’s, and used if the session has no other', () => {
    const raw = { solana: { accounts: [`${FORMER}:${ALICE}`], chains: [FORMER], methods: [] } }
    expect(readNamespaces(raw).get('solana')).toMatchObject({ accounts: [`${MAINNET}:${ALICE}`], approved: [MAINNET] })
    expect(readNetwork(FORMER, 'solana')).toBe(MAINNET)
    expect(readNetwork('4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ', 'solana')).toBe(MAINNET)
    expect(idInSession(MAINNET, raw)).toBe(FORMER)
    expect(idInSession(MAINNET, { solana: { ...raw.solana, chains: [FORMER, MAINNET] } })).toBe(MAINNET)
    expect(idInSession(TESTNET, raw)).toBe(TESTNET)
  })

  test('error: an account that is no address of this chain is left out', () => {
    const accounts = [`${MAINNET}:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266`, `${MAINNET}:${ALICE}x`]
    expect(readNamespaces({ solana: { accounts, methods: [] } }).size).toBe(0)
  })
})
