import { EvmSigner, type TransactionRequest } from './evm-signer'
import type { Hex } from './hex'
import { askNode } from './json-rpc'
import { evmKeys } from './keys'
import { type Manner, Person, type Question, WalletRefusal } from './manner'

/** Options of a mock wallet on another device. */
export type WalletConnectWalletOptions = {
  /** The relay, the same as the page's. */
  readonly relayUrl: string
  /** Default `local`. */
  readonly projectId?: string | undefined
  /** Default `Mock Phone Wallet`. */
  readonly name?: string | undefined
  /** Default: the development accounts. */
  readonly privateKeys?: readonly Hex[] | undefined
  /** Chains by number, each with the URL of its node, or `''`; default: 31337 without one. */
  readonly chains?: Readonly<Record<number, string>> | undefined
  /** Default `approve`. */
  readonly manner?: Manner | undefined
}

/** A mock wallet on another device, controlled by a test. */
export type WalletConnectWallet = {
  /** The first account, EIP-55. */
  readonly address: string
  /** Methods requested, oldest first. */
  readonly asked: readonly string[]
  /** Requests that wait for `approve()` or `reject()`; a pairing is `session_proposal`. */
  readonly questions: readonly Question[]
  /** Sets how it answers from now on. */
  behave(manner: Manner): void
  /** Pairs with the link of the QR code (`wc:…`). */
  pair(uri: string): Promise<void>
  /** Approves the oldest open request, once there is one. Rejects after `withinMs`, by default 10 s, without one. */
  approve(withinMs?: number): Promise<Question>
  /** Rejects it, likewise. */
  reject(withinMs?: number): Promise<Question>
  /** Switches to another chain, by number (EIP-155), for every page. */
  switchChain(chainId: number): Promise<void>
  /** Disconnects every page, from the wallet's side. */
  disconnect(): Promise<void>
  /** Closes the socket. */
  stop(): Promise<void>
}

const METHODS = ['personal_sign', 'eth_signTypedData_v4', 'eth_sendTransaction', 'wallet_switchEthereumChain']
const EVENTS = ['chainChanged', 'accountsChanged']

/** A wallet on another device: real keys, real pairing and encryption, over the relay of this URL. In Node or in a page. */
export async function walletConnectWallet(options: WalletConnectWalletOptions): Promise<WalletConnectWallet> {
  const { openSignClient } = await import('./sign-client')
  const { name = 'Mock Phone Wallet', relayUrl, projectId = 'local', chains = { 31337: '' } } = options
  const { client, close } = await openSignClient({ relayUrl, projectId, name })
  const person = new Person(options.manner ?? 'approve')
  const signer = new EvmSigner(options.privateKeys ?? evmKeys)
  const asked: string[] = []
  const addresses = signer.accounts.map(({ address }) => address)

  client.on('session_proposal', async ({ id, params }) => {
    asked.push('session_proposal')
    try {
      await person.ask('session_proposal', params)
      const ids = Object.keys(chains)
      const accounts = addresses.flatMap((address) => ids.map((chain) => `eip155:${chain}:${address}`))
      const eip155 = { accounts, chains: ids.map((chain) => `eip155:${chain}`), methods: METHODS, events: EVENTS }
      const { acknowledged } = await client.approve({ id, namespaces: { eip155 } })
      await acknowledged()
    } catch {
      await client.reject({ id, reason: { code: 5000, message: 'User rejected.' } }).catch(() => {})
    }
  })
  client.on('session_request', async ({ id, topic, params }) => {
    const { method, params: given } = params.request
    asked.push(method)
    const answer = await perform(Number(params.chainId.split(':')[1]), method, given).then(
      (result) => ({ id, jsonrpc: '2.0' as const, result }),
      (error: WalletRefusal) => ({ id, jsonrpc: '2.0' as const, error: { code: error.code ?? -32603, message: error.message } }),
    )
    await client.respond({ topic, response: answer }).catch(() => {})
  })

  async function perform(chainId: number, method: string, given: unknown): Promise<unknown> {
    const list = Array.isArray(given) ? given : []
    const node = chains[chainId] || undefined
    if (!METHODS.includes(method)) {
      if (!node) throw new WalletRefusal(4200, `The wallet cannot do ${method}.`)
      return askNode(node, method, given)
    }
    if (method === 'wallet_switchEthereumChain' && !(Number(list[0]?.chainId) in chains))
      throw new WalletRefusal(4902, 'Unrecognized chain ID.')
    await person.ask(method, given)
    if (method === 'personal_sign') return signer.signMessage(list[1], list[0])
    if (method === 'eth_signTypedData_v4') return signer.signTypedData(list[0], list[1])
    if (method === 'eth_sendTransaction') return signer.sendTransaction(chainId, node, list[0] as TransactionRequest)
    return null
  }

  return {
    address: addresses[0] ?? '',
    asked,
    get questions() {
      return person.questions
    },
    behave: (manner) => {
      person.manner = manner
    },
    pair: async (uri) => void (await client.core.pairing.pair({ uri })),
    approve: (withinMs) => person.answer(true, withinMs),
    reject: (withinMs) => person.answer(false, withinMs),
    switchChain: async (chainId) => {
      const event = { name: 'chainChanged', data: chainId }
      for (const { topic } of client.session.getAll()) await client.emit({ topic, event, chainId: `eip155:${chainId}` })
    },
    disconnect: async () => {
      const reason = { code: 6000, message: 'User disconnected.' }
      for (const { topic } of client.session.getAll()) await client.disconnect({ topic, reason })
    },
    stop: close,
  }
}
