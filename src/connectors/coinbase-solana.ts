import { fromBase58, isSolanaAddress } from '../lib/base58'
import { readBytes } from '../lib/base64'
import { WalletError } from '../lib/errors'
import { safeParse, z } from '../lib/schema'
import type { StandardWallet } from './wallet-standard-registration'

const CHAIN = 'solana:mainnet'
const EVENTS = ['connect', 'disconnect', 'accountChanged']
const version = '1.0.0'

const Sent = z.object({ signature: z.string() })

type Input = { readonly account?: unknown; readonly [name: string]: unknown }

/**
 * Adapts `window.coinbaseSolana` to the Wallet Standard, so that it is used like any other wallet (facts: wallets §4.1). It takes
 * web3.js's transactions: that library loads with the first one. A silent connect returns the account that the wallet already
 * shows, since its own `connect` may prompt.
 */
export function coinbaseSolana(provider: object): StandardWallet {
  let left = false
  const call = async (method: string, ...given: unknown[]): Promise<unknown> => {
    const run: unknown = Reflect.get(provider, method)
    if (typeof run !== 'function') throw new WalletError('WALLET_METHOD_UNSUPPORTED')
    return Reflect.apply(run, provider, given)
  }
  const accounts = () => {
    const address = left ? undefined : addressOf(provider)
    return address ? [{ address, publicKey: fromBase58(address), chains: [CHAIN], features: Object.keys(features) }] : []
  }
  /** The wallet signs with its current account, whatever is asked for. */
  const own = ({ account }: Input) => {
    const [current] = accounts()
    if (!current || Reflect.get(Object(account), 'address') !== current.address) throw new WalletError('WALLET_UNAUTHORIZED')
  }
  const each = async <Output>(inputs: readonly Input[], run: (input: Input) => Promise<Output>) => {
    const outputs: Output[] = []
    // One after another: the visitor answers them in this order.
    for (const input of inputs) {
      own(input)
      outputs.push(await run(input))
    }
    return outputs
  }
  const transactions = () => import('./coinbase-solana-transaction')

  const features = {
    'standard:connect': {
      version,
      async connect(input?: { readonly silent?: boolean }) {
        if (!input?.silent) {
          await call('connect')
          left = false
        }
        return { accounts: accounts() }
      },
    },
    'standard:disconnect': {
      version,
      async disconnect() {
        left = true
        await call('disconnect')
      },
    },
    'standard:events': {
      version,
      on(event: string, listener: () => void) {
        const heard = event === 'change' ? EVENTS.map((name) => [name, hearerOf(name, listener)] as const) : []
        for (const [name, hear] of heard) call('on', name, hear).catch(() => {})
        return () => {
          for (const [name, hear] of heard) call('off', name, hear).catch(() => {})
        }
      },
    },
    'solana:signMessage': {
      version,
      signMessage: (...inputs: Input[]) =>
        each(inputs, async ({ message }) => {
          const { signature } = Object(await call('signMessage', message))
          return { signedMessage: message, signature: readBytes(signature) }
        }),
    },
    'solana:signTransaction': {
      version,
      supportedTransactionVersions: ['legacy', 0],
      signTransaction: (...inputs: Input[]) =>
        each(inputs, async ({ transaction }) => {
          const { readTransaction, writeTransaction } = await transactions()
          return { signedTransaction: writeTransaction(await call('signTransaction', readTransaction(transaction))) }
        }),
    },
    'solana:signAndSendTransaction': {
      version,
      supportedTransactionVersions: ['legacy', 0],
      signAndSendTransaction: (...inputs: Input[]) =>
        each(inputs, async ({ transaction, options }) => {
          const { readTransaction } = await transactions()
          const answer = await call('signAndSendTransaction', readTransaction(transaction), ...(options ? [options] : []))
          return { signature: fromBase58(safeParse(Sent, answer).data?.signature ?? '') }
        }),
    },
  }

  function hearerOf(name: string, listener: () => void): () => void {
    return () => {
      left = name === 'disconnect'
      listener()
    }
  }

  return {
    version,
    name: 'Coinbase Wallet',
    icon: '',
    chains: [CHAIN],
    features,
    get accounts() {
      return accounts()
    },
  }
}

/** The account that the wallet shows; undefined if there is none or it is not an address. */
function addressOf(provider: object): string | undefined {
  try {
    const key: unknown = Reflect.get(provider, 'publicKey')
    const address = key ? String(key) : undefined
    return isSolanaAddress(address) ? address : undefined
  } catch {
    return undefined
  }
}
