import { registerWallet } from '@wallet-standard/wallet'
import { toBase64 } from '../lib/base64'
import { askNode } from './json-rpc'
import { solanaSeeds } from './keys'
import { type Manner, Person, type Question } from './manner'
import { firstSignature, type SolanaSigner, signTransaction, solanaSigner } from './solana-signer'

/** Options of a mock Solana wallet; plain data, so that they can be sent into a page. */
export type SolanaWalletOptions = {
  /** Default `Mock Solana Wallet`. */
  readonly name?: string | undefined
  readonly icon?: `data:image/${'svg+xml' | 'webp' | 'png' | 'gif'}${string}` | undefined
  /** ed25519 seeds, hex; default: the development accounts. */
  readonly seeds?: readonly string[] | undefined
  /** Default `solana:devnet`. */
  readonly chain?: 'solana:mainnet' | 'solana:devnet' | 'solana:testnet' | 'solana:localnet' | undefined
  /** URL of the chain's node; without one, transactions are signed but not sent. */
  readonly rpcUrl?: string | undefined
  /** Default `approve`. */
  readonly manner?: Manner | undefined
  /** The page has been granted the account before. */
  readonly connected?: boolean | undefined
}

type Account = {
  readonly address: string
  readonly publicKey: Uint8Array
  readonly chains: readonly string[]
  readonly features: readonly string[]
}
type Listener = (properties: { accounts: readonly Account[] }) => void
type Input = { readonly account: { readonly address: string }; readonly message?: Uint8Array; readonly transaction?: Uint8Array }

const FEATURES = ['solana:signAndSendTransaction', 'solana:signTransaction', 'solana:signMessage'] as const
const ICON =
  'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHZpZXdCb3g9IjAgMCA0MCA0MCI+PHJlY3Qgd2lkdGg9IjQwIiBoZWlnaHQ9IjQwIiByeD0iOSIgZmlsbD0iIzdhNDRkNiIvPjwvc3ZnPg=='

/** A wallet with real keys that registers by the Wallet Standard and answers according to its manner. */
export class SolanaWallet {
  readonly kind = 'solana'
  readonly name: string
  /** Requests it received, oldest first. */
  readonly asked: { readonly method: string; readonly params?: unknown }[] = []
  readonly #options: SolanaWalletOptions
  readonly #person: Person
  #listeners = new Set<Listener>()
  readonly #signers: Promise<readonly SolanaSigner[]>
  #index = 0
  #connected: boolean
  #accounts: readonly Account[] = []
  #heir: SolanaWallet | undefined

  constructor(options: SolanaWalletOptions = {}) {
    this.#options = options
    this.name = options.name ?? 'Mock Solana Wallet'
    this.#person = new Person(options.manner ?? 'approve')
    this.#connected = options.connected ?? false
    this.#signers = Promise.all((options.seeds ?? solanaSeeds).map(solanaSigner))
    void this.#show()
  }

  /** The account the page sees; empty before it is connected. */
  get address(): string {
    return this.#accounts[0]?.address ?? ''
  }
  get questions(): readonly Question[] {
    return this.#person.questions
  }

  /** Its state for when the page is reloaded, as plain data: the options to use then, and the index of the active account. */
  get memory(): SolanaWalletOptions & { readonly account: number } {
    return { connected: this.#connected, manner: this.#person.manner, account: this.#index }
  }

  /** Registers with the page, now and whenever an app asks. */
  announce(): void {
    const { chain = 'solana:devnet', icon = ICON } = this.#options
    const owner = this
    const versions = { version: '1.0.0', supportedTransactionVersions: ['legacy', 0] } as const
    registerWallet({
      version: '1.0.0',
      name: this.name,
      icon: icon as 'data:image/png;base64,',
      chains: [chain],
      get accounts() {
        return owner.#present.#accounts as never
      },
      features: {
        'standard:connect': {
          version: '1.0.0',
          connect: (input?: { silent?: boolean }) => this.#present.#connect(input?.silent === true),
        },
        'standard:disconnect': { version: '1.0.0', disconnect: async () => this.#present.disconnect() },
        'standard:events': {
          version: '1.0.0',
          on: (_: 'change', listener: Listener) => {
            this.#listeners.add(listener)
            return () => void this.#listeners.delete(listener)
          },
        },
        'solana:signMessage': {
          version: '1.0.0',
          signMessage: this.#each('signMessage', (wallet, input) => wallet.#signMessage(input)),
        },
        'solana:signTransaction': {
          ...versions,
          signTransaction: this.#each('signTransaction', async (wallet, input) => ({
            signedTransaction: await wallet.#signed(input),
          })),
        },
        'solana:signAndSendTransaction': {
          ...versions,
          signAndSendTransaction: this.#each('signAndSendTransaction', (wallet, input) => wallet.#send(input)),
        },
      },
    })
  }

  /** Replaces an earlier one: pages that discovered that one now reach this one, and are not connected to it yet. */
  succeed(earlier: SolanaWallet): void {
    earlier.#heir = this
    this.#listeners = earlier.#listeners
    for (const _ of earlier.questions) void earlier.reject()
    if (earlier.address !== this.address) this.#tell()
  }
  get #present(): SolanaWallet {
    return this.#heir ? this.#heir.#present : this
  }
  #tell(): void {
    for (const listener of this.#listeners) listener({ accounts: this.#accounts })
  }

  /** Sets how it answers from now on. */
  behave(manner: Manner): void {
    this.#person.manner = manner
  }
  /** Approves the oldest open request, once there is one. Rejects after `withinMs`, by default 10 s, without one. */
  approve(withinMs?: number): Promise<Question> {
    return this.#person.answer(true, withinMs)
  }
  /** Rejects it, likewise. */
  reject(withinMs?: number): Promise<Question> {
    return this.#person.answer(false, withinMs)
  }
  /** The password is entered: requests that waited for it go on, and later ones are approved. */
  async unlock(): Promise<void> {
    this.#person.manner = 'approve'
    while (this.questions.length > 0) await this.approve()
    await this.#show()
  }
  /** Switches to another of the accounts, by index. */
  async switchAccount(index: number): Promise<void> {
    if (!(await this.#signers)[index]) throw new Error(`The wallet has no account ${index}.`)
    this.#index = index
    await this.#show()
  }
  /** Disconnects the page, from the wallet's side. */
  async disconnect(): Promise<void> {
    this.#connected = false
    await this.#show()
  }

  async #connect(silent: boolean) {
    if ((!this.#connected || this.#isLocked) && !silent) {
      this.asked.push({ method: 'connect' })
      await this.#person.ask('connect', undefined)
      this.#connected = true
    }
    await this.#show()
    return { accounts: this.#accounts }
  }

  get #isLocked(): boolean {
    return this.#person.manner === 'locked'
  }

  async #signer(): Promise<SolanaSigner> {
    const signer = (await this.#signers)[this.#index]
    if (!signer) throw new Error('The wallet has no account.')
    return signer
  }

  async #show(): Promise<void> {
    const { address, publicKey } = await this.#signer()
    const before = this.address
    const chains = [this.#options.chain ?? 'solana:devnet']
    this.#accounts = this.#connected && !this.#isLocked ? [Object.freeze({ address, publicKey, chains, features: FEATURES })] : []
    if (before !== this.address) this.#tell()
  }

  /** Asks for each input in turn. */
  #each<Output>(method: string, perform: (wallet: SolanaWallet, input: Input) => Promise<Output>) {
    return async (...inputs: readonly Input[]): Promise<Output[]> => {
      const wallet = this.#present
      const outputs: Output[] = []
      for (const input of inputs) {
        if (input.account.address !== wallet.address) throw new Error('This account is not connected.')
        wallet.asked.push({ method, params: input })
        await wallet.#person.ask(method, input)
        outputs.push(await perform(wallet, input))
      }
      return outputs
    }
  }

  async #signMessage({ message = new Uint8Array() }: Input) {
    return { signedMessage: message, signature: await (await this.#signer()).sign(message) }
  }

  async #signed({ transaction = new Uint8Array() }: Input): Promise<Uint8Array> {
    return signTransaction(transaction, await this.#signer())
  }

  async #send(input: Input) {
    const transaction = await this.#signed(input)
    const { rpcUrl } = this.#options
    if (rpcUrl) await askNode(rpcUrl, 'sendTransaction', [toBase64(transaction), { encoding: 'base64' }])
    return { signature: firstSignature(transaction) }
  }
}
