import type { Wallet as StandardWallet } from '@wallet-standard/base'
import { registerWallet } from '@wallet-standard/wallet'
import { fromBase58, toBase58 } from '../../src/lib/base58'
import { fromBase64, toBase64 } from '../../src/lib/base64'
import { DEMO_SOLANA_WALLET } from '../stack/networks'
import type { Description } from './describe'
import { describeSolana, type SolanaWallet } from './solana'
import { standardAccounts } from './standard-accounts'

type Question = { question: Description; choices?: readonly string[]; chosen?: number; onChoose?: (index: number) => void }
type Wallet = {
  readonly solana: SolanaWallet
  readonly index: () => number
  readonly switchAccount: (index: number) => void
  readonly onChange: (listener: () => void) => void
}
type Input = { readonly account: { readonly address: string }; readonly [name: string]: unknown }

const CHAINS = ['solana:devnet'] as const
const FEATURES = ['solana:signAndSendTransaction', 'solana:signTransaction', 'solana:signMessage'] as const

/** Registers the wallet's Solana side with the page by the Wallet Standard. `consent` asks the person and throws when they refuse. */
export function registerSolana(
  started: Promise<Wallet>,
  { icon, key, consent }: { icon: StandardWallet['icon']; key: string; consent: (question: Question) => Promise<void> },
) {
  const { accounts, features } = standardAccounts({
    key,
    started,
    async read() {
      const { address } = (await started).solana
      return [Object.freeze({ address, publicKey: fromBase58(address) ?? new Uint8Array(), chains: CHAINS, features: FEATURES })]
    },
    async ask() {
      const { solana, index, switchAccount } = await started
      const question = { title: 'Connect this site', lines: [['Site', location.origin] as const] }
      const choices = solana.accounts.map(({ address }) => address)
      await consent({ question, choices, chosen: index(), onChoose: switchAccount })
    },
  })

  /** Asks for each input in turn, and has the wallet carry it out. */
  const each =
    (method: string, params: (input: Input) => object, read: (answer: Record<string, string>, input: Input) => object) =>
    async (...inputs: Input[]) => {
      const { solana } = await started
      const outputs: object[] = []
      for (const input of inputs) {
        if (!accounts().some(({ address }) => address === input.account.address)) throw new Error('This account is not connected')
        const request = { method, params: { ...params(input), pubkey: input.account.address } }
        await consent({ question: describeSolana(request) })
        outputs.push(read((await solana.perform(request)) as Record<string, string>, input))
      }
      return outputs
    }
  const transaction = (input: Input) => ({ transaction: toBase64(input.transaction as Uint8Array) })
  const versions = { version: '1.0.0', supportedTransactionVersions: ['legacy', 0] } as const

  const wallet: StandardWallet = {
    version: '1.0.0',
    name: DEMO_SOLANA_WALLET,
    icon,
    chains: CHAINS,
    get accounts() {
      return accounts()
    },
    features: {
      ...features,
      'solana:signMessage': {
        version: '1.0.0',
        signMessage: each(
          'solana_signMessage',
          ({ message }) => ({ message: toBase58(message as Uint8Array) }),
          ({ signature }, { message }) => ({ signedMessage: message, signature: fromBase58(signature ?? '') }),
        ),
      },
      'solana:signTransaction': {
        ...versions,
        signTransaction: each('solana_signTransaction', transaction, (answer) => ({
          signedTransaction: fromBase64(answer.transaction),
        })),
      },
      'solana:signAndSendTransaction': {
        ...versions,
        signAndSendTransaction: each(
          'solana_signAndSendTransaction',
          (input) => ({ ...transaction(input), sendOptions: input.options }),
          ({ signature }) => ({ signature: fromBase58(signature ?? '') }),
        ),
      },
    },
  }
  registerWallet(wallet)
}
