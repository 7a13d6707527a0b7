import { WalletError } from '../lib/errors'
import { readAddress } from './bitcoin-values'
import { MAX_ACCOUNTS } from './limits'
import { isParams } from './wallet-standard-feature'
import type { StandardWallet } from './wallet-standard-registration'

/** An address of a wallet, and the standard's name of its chain. */
export type Held = { readonly address: string; readonly purpose?: string | undefined; readonly chain: string }
/** The inputs of a transaction that one address signs, by their index. */
export type ToSign = { readonly address: string; readonly indexes: readonly number[] }

/** What a wallet that does not speak the standard can do. Transactions and messages are bytes here. */
export type Driver = {
  /** Prompts the visitor. */
  connect(): Promise<readonly Held[]>
  /** The accounts that the wallet shows without a prompt. Rejects if it cannot: the known ones stay, and after a reload it connects again. */
  known(): Promise<readonly Held[]>
  disconnect?(): Promise<unknown>
  /** Prompts the visitor to move the wallet to a chain. */
  changeNetwork?(chain: string): Promise<unknown>
  /** Reports that something has changed, or that the wallet was disconnected. Returns its stop. */
  watch(changed: (isLeft?: boolean) => void): () => void
  signMessage(message: string, account: Held): Promise<Uint8Array | undefined>
  signPsbt(psbt: Uint8Array, inputs: readonly ToSign[], chain: string): Promise<Uint8Array | undefined>
  /** Signs and sends it, without retries; resolves to its id. */
  sendPsbt(psbt: Uint8Array, inputs: readonly ToSign[], chain: string): Promise<unknown>
}

type Input = Readonly<Record<string, unknown>>
const version = '1.0.0'
const MAINNET = 'bitcoin:mainnet'

/** The chain of an address, as far as it shows: all test networks write addresses alike. */
export const chainOf = (address: string): string => (/^(bc1|[13])/i.test(address) ? MAINNET : 'bitcoin:testnet')

/** Adapts a Bitcoin wallet to the Wallet Standard, so that it is used like any other (facts: wallets §5.2). */
export function bitcoinStandIn(name: string, chains: readonly string[], driver: Driver): StandardWallet {
  let held: readonly Held[] = []
  const listeners = new Set<() => void>()
  const accounts = () =>
    held.map(({ address, purpose, chain }) => ({
      address,
      publicKey: new Uint8Array(),
      chains: [chain],
      features: Object.keys(features),
      purpose,
    }))
  const take = (given: readonly Held[]) => {
    held = given.slice(0, MAX_ACCOUNTS).filter(({ address }) => readAddress(address))
    return { accounts: accounts() }
  }
  /** Counts the looks, which overlap when a wallet has several events at once: the last one counts. */
  let looks = 0
  // A wallet that refuses is on an account that the visitor has not connected.
  const otherwise = (cause: { readonly code?: unknown }) => (cause?.code === 'WALLET_UNAUTHORIZED' ? [] : held)
  const look = async (isLeft?: boolean) => {
    const own = ++looks
    const given = isLeft ? [] : await driver.known().catch(otherwise)
    if (own !== looks) return
    take(given)
    for (const listener of listeners) listener()
  }
  const own = (account: unknown): Held => {
    const found = held.find(({ address }) => isParams(account) && account.address === address)
    if (!found) throw new WalletError('WALLET_UNAUTHORIZED')
    return found
  }
  const each = async <Output>(inputs: readonly Input[], run: (input: Input) => Promise<Output>) => {
    const outputs: Output[] = []
    // One after another: the visitor answers them in this order.
    for (const input of inputs) outputs.push(await run(input))
    return outputs
  }
  const toSign = ({ psbt, inputsToSign }: Input): [Uint8Array, ToSign[], string] => {
    if (!(psbt instanceof Uint8Array) || !Array.isArray(inputsToSign)) throw new WalletError('RPC_INVALID_PARAMS')
    const byAddress = new Map<string, number[]>()
    for (const { account, signingIndexes } of inputsToSign) {
      const { address } = own(account)
      byAddress.set(address, [...(byAddress.get(address) ?? []), ...signingIndexes])
    }
    const inputs = [...byAddress].map(([address, indexes]) => ({ address, indexes }))
    return [psbt, inputs, own({ address: inputs[0]?.address }).chain]
  }
  const { changeNetwork } = driver

  const features = {
    'bitcoin:connect': { version, connect: async () => take(await driver.connect()) },
    'standard:connect': {
      version,
      connect: async (input?: { readonly silent?: boolean }) =>
        take(await (input?.silent ? driver.known().catch(otherwise) : driver.connect())),
    },
    'bitcoin:disconnect': {
      version,
      async disconnect() {
        held = []
        await driver.disconnect?.()
      },
    },
    'bitcoin:events': {
      version,
      on(event: string, listener: () => void) {
        if (event !== 'change') return () => {}
        listeners.add(listener)
        const stop = driver.watch((isLeft) => void look(isLeft))
        return () => {
          listeners.delete(listener)
          stop()
        }
      },
    },
    'bitcoin:signMessage': {
      version,
      signMessage: (...inputs: Input[]) =>
        each(inputs, async ({ account, message }) => {
          const text = new TextDecoder().decode(message as Uint8Array)
          return { signedMessage: message, signature: await driver.signMessage(text, own(account)) }
        }),
    },
    'bitcoin:signTransaction': {
      version,
      signTransaction: (...inputs: Input[]) =>
        each(inputs, async (input) => ({ signedPsbt: await driver.signPsbt(...toSign(input)) })),
    },
    'bitcoin:signAndSendTransaction': {
      version,
      signAndSendTransaction: (...inputs: Input[]) =>
        each(inputs, async (input) => ({ txId: await driver.sendPsbt(...toSign(input)) })),
    },
    // Not part of the standard, where each request names the chain.
    ...(changeNetwork && {
      'wallet-modal:changeNetwork': {
        version,
        async changeNetwork(chain: string) {
          await changeNetwork(chain)
          await look()
        },
      },
    }),
  }

  return {
    version,
    name,
    icon: '',
    chains,
    features,
    get accounts() {
      return accounts()
    },
  }
}
