import { EvmSigner, type TransactionRequest } from './evm-signer'
import type { Hex } from './hex'
import { askNode } from './json-rpc'
import { evmKeys } from './keys'
import { type Manner, Person, type Question, WalletRefusal } from './manner'

/** Options of a mock EVM wallet; plain data, so that they can be sent into a page. */
export type EvmWalletOptions = {
  /** Default `Mock Wallet`. */
  readonly name?: string | undefined
  /** Reverse DNS and id of its announcement (EIP-6963); default: `test.` plus the name, and a random id. */
  readonly rdns?: string | undefined
  readonly uuid?: string | undefined
  /** `data:image/…`. */
  readonly icon?: string | undefined
  /** Default: the development accounts. */
  readonly privateKeys?: readonly Hex[] | undefined
  /** The chain it is on, by number; default 31337. */
  readonly chainId?: number | undefined
  /** Its chains, each with its node's URL, or `''`: transactions are then signed and kept, not sent. Default: `chainId`, without a node. */
  readonly chains?: Readonly<Record<number, string>> | undefined
  /** Default `approve`. */
  readonly manner?: Manner | undefined
  /** Also sets `window.ethereum`. */
  readonly injected?: boolean | undefined
  /** The page has been granted accounts before. */
  readonly connected?: boolean | undefined
}

type Listener = (payload: unknown) => void
type Request = { readonly method: string; readonly params?: unknown }

const ICON =
  'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 viewBox=%220 0 40 40%22%3E%3Crect width=%2240%22 height=%2240%22 rx=%229%22 fill=%22%230b6e4f%22/%3E%3Cpath d=%22M11 20l6 6 12-13%22 fill=%22none%22 stroke=%22%23fff%22 stroke-width=%224%22/%3E%3C/svg%3E'

/** A wallet with real keys that announces itself (EIP-6963) and answers according to its manner. */
export class EvmWallet {
  readonly kind = 'evm'
  readonly info: { readonly uuid: string; readonly name: string; readonly icon: string; readonly rdns: string }
  /** EIP-1193. */
  readonly provider: {
    request(request: Request): Promise<unknown>
    on(event: string, listener: Listener): void
    removeListener(event: string, listener: Listener): void
  }
  /** Requests it received, oldest first. */
  readonly asked: Request[] = []
  readonly #person: Person
  readonly #signer: EvmSigner
  #listeners = new Map<string, Set<Listener>>()
  readonly #chains: Map<number, string>
  readonly #injected: boolean
  #chainId: number
  #connected: boolean
  #order: readonly string[]
  #heir: EvmWallet | undefined

  constructor(options: EvmWalletOptions = {}) {
    const { name = 'Mock Wallet', chainId = 31337 } = options
    const rdns = options.rdns ?? `test.${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`
    this.info = Object.freeze({ uuid: options.uuid ?? randomUuid(), name, icon: options.icon ?? ICON, rdns })
    this.#person = new Person(options.manner ?? 'approve')
    this.#signer = new EvmSigner(options.privateKeys ?? evmKeys)
    this.#chains = new Map(Object.entries(options.chains ?? { [chainId]: '' }).map(([id, url]) => [Number(id), url]))
    this.#chainId = chainId
    this.#connected = options.connected ?? false
    this.#injected = options.injected ?? false
    this.#order = this.#signer.accounts.map(({ address }) => address)
    this.provider = Object.freeze({
      request: (request: Request) => this.#present.#request(request),
      on: (event: string, listener: Listener) => void this.#hearing(event).add(listener),
      removeListener: (event: string, listener: Listener) => void this.#hearing(event).delete(listener),
    })
  }

  /** The active account, EIP-55. */
  get address(): string {
    return this.#order[0] ?? ''
  }
  /** The current chain, by number (EIP-155). */
  get chainId(): number {
    return this.#chainId
  }
  /** Requests that wait for `approve()` or `reject()`. */
  get questions(): readonly Question[] {
    return this.#person.questions
  }
  /** Raw transactions by hash, of chains without a node. */
  get unsent(): ReadonlyMap<string, string> {
    return this.#signer.unsent
  }

  /** Its state for when the page is reloaded, as plain data: the options to use then, and the index of the active account. */
  get memory(): EvmWalletOptions & { readonly account: number } {
    const account = this.#signer.accounts.findIndex(({ address }) => address === this.address)
    const connected = this.#connected
    const { manner } = this.#person
    const chains = Object.fromEntries(this.#chains)
    return { connected, manner, chainId: this.#chainId, chains, account }
  }

  /** Announces itself, now and whenever a page asks. Returns its stop. */
  announce(): () => void {
    const tell = () =>
      window.dispatchEvent(
        new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info: this.info, provider: this.provider }) }),
      )
    window.addEventListener('eip6963:requestProvider', tell)
    if (this.#injected) Object.defineProperty(window, 'ethereum', { configurable: true, value: this.provider })
    tell()
    return () => window.removeEventListener('eip6963:requestProvider', tell)
  }

  /** Replaces an earlier one: pages that discovered that one now reach this one, and are not connected to it yet. */
  succeed(earlier: EvmWallet): void {
    earlier.#heir = this
    this.#listeners = earlier.#listeners
    for (const _ of earlier.questions) void earlier.reject()
    if (earlier.#chainId !== this.#chainId) this.switchChain(this.#chainId)
    if (earlier.#connected) this.emit('accountsChanged', this.#accounts())
  }
  get #present(): EvmWallet {
    return this.#heir ? this.#heir.#present : this
  }

  /** Sets how it answers from now on. */
  behave(manner: Manner): void {
    this.#person.manner = manner
  }
  /** Approves the oldest open request, once there is one. Rejects after `withinMs`, by default 10 s, without one. */
  approve(withinMs?: number): Promise<Question> {
    return this.#person.answer(true, withinMs)
  }
  /** Rejects it, likewise: 4001. */
  reject(withinMs?: number): Promise<Question> {
    return this.#person.answer(false, withinMs)
  }
  /** The password is entered: requests that waited for it go on, and later ones are approved. */
  async unlock(): Promise<void> {
    this.#person.manner = 'approve'
    while (this.questions.length > 0) await this.approve()
    if (this.#connected) this.emit('accountsChanged', this.#accounts())
  }
  /** Switches to another of the accounts, by index. */
  switchAccount(index: number): void {
    const all = this.#signer.accounts.map(({ address }) => address)
    const chosen = all[index]
    if (!chosen) throw new Error(`The wallet has no account ${index}.`)
    this.#order = [chosen, ...all.filter((each) => each !== chosen)]
    if (this.#connected) this.emit('accountsChanged', this.#accounts())
  }
  /** Switches the wallet to another chain, whether or not the page knows it. */
  switchChain(chainId: number): void {
    this.#chainId = chainId
    this.emit('chainChanged', hex(chainId))
  }
  /** Disconnects the page, from the wallet's side. */
  disconnect(): void {
    this.#connected = false
    this.emit('accountsChanged', [])
  }
  /** Emits any event. */
  emit(event: string, payload: unknown): void {
    for (const listener of [...this.#hearing(event)]) listener(payload)
  }

  #hearing(event: string): Set<Listener> {
    const heard = this.#listeners.get(event) ?? new Set()
    this.#listeners.set(event, heard)
    return heard
  }

  #accounts(): readonly string[] {
    return this.#connected && this.#person.manner !== 'locked' ? this.#order : []
  }

  async #request({ method, params }: Request): Promise<unknown> {
    this.asked.push({ method, params })
    const list = Array.isArray(params) ? params : []
    switch (method) {
      case 'eth_chainId':
        return hex(this.#chainId)
      case 'net_version':
        return String(this.#chainId)
      case 'eth_accounts':
        return this.#accounts()
      case 'eth_requestAccounts':
        await this.#connect(method, params)
        return this.#accounts()
      case 'wallet_requestPermissions':
        await this.#connect(method, params)
        return [{ parentCapability: 'eth_accounts' }]
      case 'wallet_getPermissions':
        return this.#connected ? [{ parentCapability: 'eth_accounts' }] : []
      case 'wallet_revokePermissions':
        this.disconnect()
        return null
      case 'personal_sign':
        await this.#consent(method, params)
        return this.#signer.signMessage(list[1], list[0])
      case 'eth_signTypedData_v4':
        await this.#consent(method, params)
        return this.#signer.signTypedData(list[0], list[1])
      case 'eth_sendTransaction':
        await this.#consent(method, params)
        return this.#signer.sendTransaction(
          this.#chainId,
          this.#chains.get(this.#chainId) || undefined,
          list[0] as TransactionRequest,
        )
      case 'wallet_switchEthereumChain':
        return this.#switch(Number(list[0]?.chainId), params)
      case 'wallet_addEthereumChain':
        await this.#person.ask(method, params)
        this.#chains.set(Number(list[0]?.chainId), String(list[0]?.rpcUrls?.[0] ?? ''))
        return null
      default:
        return this.#read(method, params)
    }
  }

  async #connect(method: string, params: unknown): Promise<void> {
    const locked = this.#person.manner === 'locked'
    if (!this.#connected || locked) await this.#person.ask(method, params)
    this.#connected = true
  }

  async #consent(method: string, params: unknown): Promise<void> {
    if (!this.#connected) throw new WalletRefusal(4100, 'The page has no account of this wallet.')
    await this.#person.ask(method, params)
  }

  async #switch(chainId: number, params: unknown): Promise<null> {
    if (chainId === this.#chainId) return null
    if (!this.#chains.has(chainId)) throw new WalletRefusal(4902, `Unrecognized chain ID ${hex(chainId)}.`)
    await this.#person.ask('wallet_switchEthereumChain', params)
    this.switchChain(chainId)
    return null
  }

  async #read(method: string, params: unknown): Promise<unknown> {
    const node = this.#chains.get(this.#chainId)
    const isForNode = /^(eth|net|web3)_/.test(method)
    if (node && isForNode) return askNode(node, method, params)
    if (method === 'eth_blockNumber') return '0x1'
    if (method === 'eth_getBalance') return '0x0'
    const lacking = isForNode ? ` There is no node for ${this.#chainId} in \`chains\`.` : ''
    throw new WalletRefusal(4200, `The wallet cannot do ${method}.${lacking}`)
  }
}

/** A version 4 UUID; `crypto.randomUUID` does not exist on plain http pages. */
function randomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

const hex = (number: number) => `0x${number.toString(16)}`
