import { fromBase58, isSolanaAddress, toBase58 } from '../lib/base58'
import { fromBase64, readBytes, toBase64 } from '../lib/base64'
import { parseCaipAddress } from '../lib/caip'
import { WalletError } from '../lib/errors'
import { safeParse, z } from '../lib/schema'
import { legacyParts, signatureBytes, withSignature } from './solana-transaction'
import { clusters } from './solana-values'
import type { Connection, Provider } from './types'

/** Sends one request to the wallet. Throws WALLET_METHOD_UNSUPPORTED if the session lacks the method. */
type Ask = (method: string, params: unknown) => Promise<unknown>
type Params = Readonly<Record<string, unknown>>

const Params = z.record(z.string(), z.unknown())
const Signature = z.object({ signature: z.string() })
const Transaction = z.object({ transaction: z.string() })
const Transactions = z.object({ transactions: z.array(z.string()) })

/**
 * A method of the Solana namespace, in a form that old and new wallets understand (facts: wallets §4.2). Answers have the current
 * shape, whatever the wallet returned; undefined for other methods. Throws RPC_INVALID_PARAMS, WALLET_ANSWER_INVALID and the wallet's
 * own errors.
 */
export function askSolana(ask: Ask, address: string, method: string, given: unknown): Promise<unknown> | undefined {
  const run = Object.hasOwn(methods, method) ? methods[method] : undefined
  const params = safeParse(Params, given ?? {})
  if (run && !params.success) throw new WalletError('RPC_INVALID_PARAMS')
  return run?.(ask, { pubkey: address, ...params.data })
}

const methods: Record<string, (ask: Ask, params: Params) => Promise<unknown>> = {
  async solana_signMessage(ask, params) {
    const { signature } = read(Signature, await ask('solana_signMessage', params))
    return { signature: checked(signature) }
  },
  async solana_signTransaction(ask, params) {
    return { transaction: await signOne(ask, params, params.transaction) }
  },
  async solana_signAllTransactions(ask, params) {
    const { transactions } = params
    if (!Array.isArray(transactions) || transactions.length === 0) throw new WalletError('RPC_INVALID_PARAMS')
    try {
      const answer = read(Transactions, await ask('solana_signAllTransactions', { transactions }))
      if (answer.transactions.length !== transactions.length) throw new WalletError('WALLET_ANSWER_INVALID')
      return answer
    } catch (cause) {
      if (!(cause instanceof WalletError) || cause.code !== 'WALLET_METHOD_UNSUPPORTED') throw cause
    }
    const { transactions: _, ...rest } = params
    const signed: string[] = []
    // One after another: the visitor approves them in this order.
    for (const transaction of transactions) signed.push(await signOne(ask, rest, transaction))
    return { transactions: signed }
  },
  async solana_signAndSendTransaction(ask, params) {
    const { signature } = read(Signature, await ask('solana_signAndSendTransaction', params))
    return { signature: checked(signature) }
  },
}

async function signOne(ask: Ask, params: Params, transaction: unknown): Promise<string> {
  const bytes = fromBase64(transaction)
  if (!bytes?.length) throw new WalletError('RPC_INVALID_PARAMS')
  // Wallets older than versioned transactions read the parts, not the bytes.
  const answer = await ask('solana_signTransaction', { ...legacyParts(bytes), ...params, transaction })
  const old = safeParse(Signature, answer)
  const signature = old.success ? signatureBytes(old.data.signature) : undefined
  if (signature) {
    // If the wallet also returns the transaction, it signed that one, which it may have changed.
    const own = fromBase64(safeParse(Transaction, answer).data?.transaction)
    const put = (into: Uint8Array) => withSignature(into, String(params.pubkey), signature)
    const signed = (own && put(own)) ?? put(bytes)
    if (!signed) throw new WalletError('WALLET_ANSWER_INVALID')
    return toBase64(signed)
  }
  return read(Transaction, answer).transaction
}

function read<Schema extends z.ZodMiniType>(schema: Schema, answer: unknown): z.output<Schema> {
  const parsed = safeParse(schema, answer)
  if (!parsed.success) throw new WalletError('WALLET_ANSWER_INVALID', { cause: parsed.error })
  return parsed.data
}

function checked(signature: string): string {
  if (!signatureBytes(signature)) throw new WalletError('WALLET_ANSWER_INVALID')
  return signature
}

type Input = { readonly account?: { readonly address?: unknown }; readonly [name: string]: unknown }

/**
 * A Solana account of a session, or of the embedded wallet, as a Wallet Standard wallet, for hosts that know no other (CONTRACT,
 * `getProvider`); `changed` notifies its listeners of account changes. It has the features of these `methods`, by default all: hosts'
 * libraries prefer sign-and-send to signing alone, and many phones only have the latter.
 */
export function standardWallet(
  provider: Provider,
  current: () => Connection | undefined,
  methods?: ReadonlySet<string>,
): { wallet: object; changed: () => void } {
  const listeners = new Set<(properties: { accounts: readonly object[] }) => void>()
  const known = new Map<string, object>()
  const chains = () => {
    // Without `approved`, any cluster can be used.
    const { approved = Object.values(clusters) } = current() ?? { approved: [] }
    return Object.entries(clusters).flatMap(([name, id]) => (approved.includes(id) ? [name] : []))
  }
  const accountOf = (address: string) => {
    const account =
      known.get(address) ??
      Object.freeze({ address, publicKey: fromBase58(address), chains: chains(), features: Object.keys(offered) })
    known.set(address, account)
    return account
  }
  const accounts = () => [...new Set((current()?.accounts ?? []).map((id) => parseCaipAddress(id).address))].map(accountOf)

  const each = async (inputs: readonly Input[], run: (input: Input, params: Params) => Promise<object>) => {
    const outputs: object[] = []
    // One after another: the visitor answers them in this order.
    for (const input of inputs) outputs.push(await run(input, { pubkey: pubkeyOf(input) }))
    return outputs
  }
  const transactionOf = ({ transaction }: Input) => {
    const bytes = readBytes(transaction)
    if (!bytes?.length) throw new WalletError('RPC_INVALID_PARAMS')
    return toBase64(bytes)
  }
  const ask = (method: string, params: Params) => provider.request({ method, params })
  const versions = { version: '1.0.0', supportedTransactionVersions: ['legacy', 0] }

  const signing = {
    'solana:signMessage': {
      version: '1.0.0',
      signMessage: (...inputs: Input[]) =>
        each(inputs, async ({ message }, params) => {
          const bytes = readBytes(message)
          if (!bytes) throw new WalletError('RPC_INVALID_PARAMS')
          const answer = read(Signature, await ask('solana_signMessage', { ...params, message: toBase58(bytes) }))
          return { signedMessage: bytes, signature: signatureBytes(answer.signature) }
        }),
    },
    'solana:signTransaction': {
      ...versions,
      signTransaction: (...inputs: Input[]) =>
        each(inputs, async (input, params) => {
          const answer = await ask('solana_signTransaction', { ...params, transaction: transactionOf(input) })
          return { signedTransaction: fromBase64(read(Transaction, answer).transaction) }
        }),
    },
    'solana:signAndSendTransaction': {
      ...versions,
      signAndSendTransaction: (...inputs: Input[]) =>
        each(inputs, async (input, params) => {
          const sendOptions = input.options && { sendOptions: input.options }
          const asked = { ...params, transaction: transactionOf(input), ...(sendOptions || {}) }
          return { signature: signatureBytes(read(Signature, await ask('solana_signAndSendTransaction', asked)).signature) }
        }),
    },
  }
  const offered = Object.fromEntries(Object.entries(signing).filter(([name]) => methods?.has(name.replace(':', '_')) ?? true))

  const wallet = {
    version: '1.0.0',
    get name() {
      return current()?.peer?.name ?? 'WalletConnect'
    },
    get icon() {
      return current()?.peer?.icon ?? ''
    },
    get chains() {
      return chains()
    },
    get accounts() {
      return accounts()
    },
    features: {
      'standard:connect': { version: '1.0.0', connect: async () => ({ accounts: accounts() }) },
      'standard:events': {
        version: '1.0.0',
        on(event: string, listener: (properties: { accounts: readonly object[] }) => void) {
          if (event === 'change') listeners.add(listener)
          return () => void listeners.delete(listener)
        },
      },
      ...offered,
    },
  }
  const changed = () => {
    for (const listener of [...listeners]) listener({ accounts: accounts() })
  }
  return { wallet, changed }
}

function pubkeyOf({ account }: Input): string {
  if (!isSolanaAddress(account?.address)) throw new WalletError('RPC_INVALID_PARAMS')
  return account.address
}
