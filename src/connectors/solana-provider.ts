import { fromBase58, toBase58 } from '../lib/base58'
import { fromBase64, readBytes, toBase64 } from '../lib/base64'
import type { CaipNetworkId } from '../lib/caip'
import { WalletError } from '../lib/errors'
import { clusters, LOCALNET } from './solana-values'
import type { Provider } from './types'
import { callFeature, isParams, type Params, providerOf, type StandardView } from './wallet-standard-feature'

/**
 * The methods of WalletConnect's Solana namespace on a wallet of the Wallet Standard, so that one adapter speaks to both
 * (facts: wallets §4.2): messages and signatures in base58, transactions in base64; `solana_signIn` where
 * the wallet offers it, its text in base64.
 * Throws WALLET_METHOD_UNSUPPORTED, RPC_INVALID_PARAMS, WALLET_UNAUTHORIZED, WALLET_ANSWER_INVALID and what the wallet says.
 */
export function solanaProvider(wallet: object, view: StandardView): Provider {
  const inputFor = (params: Params) => {
    const accounts = view.accounts()
    const held = params.pubkey === undefined ? accounts[0] : accounts.find(({ address }) => address === params.pubkey)
    if (!held) throw new WalletError('WALLET_UNAUTHORIZED')
    return { account: held.account }
  }
  const chain = () => chainName(wallet, view.network())
  const ask = async (feature: string, method: string, inputs: readonly object[]) => {
    const answer = await callFeature(wallet, feature, method, inputs)
    if (!Array.isArray(answer) || answer.length !== inputs.length) throw new WalletError('WALLET_ANSWER_INVALID')
    return answer as readonly unknown[]
  }
  const sign = async (params: Params, transactions: readonly unknown[]) => {
    const inputs = transactions.map((text) => ({ ...inputFor(params), transaction: transactionIn(text), chain: chain() }))
    const outputs = await ask('solana:signTransaction', 'signTransaction', inputs)
    return outputs.map((output) => toBase64(bytesIn(output, 'signedTransaction')))
  }

  const methods: Record<string, (params: Params) => unknown> = {
    solana_getAccounts: () => view.accounts().map(({ address }) => ({ pubkey: address })),
    solana_requestAccounts: () => view.accounts().map(({ address }) => ({ pubkey: address })),
    async solana_signMessage(params) {
      const message = typeof params.message === 'string' ? fromBase58(params.message) : undefined
      if (!message) throw new WalletError('RPC_INVALID_PARAMS')
      const [output] = await ask('solana:signMessage', 'signMessage', [{ ...inputFor(params), message }])
      return { signature: toBase58(bytesIn(output, 'signature', 64)) }
    },
    // Sign In With Solana: the wallet writes the text from these members and checks that the domain is this page's.
    async solana_signIn(params) {
      const [output] = await ask('solana:signIn', 'signIn', [{ ...params, domain: location.host }])
      const { account } = isParams(output) ? output : {}
      const held = view.accounts().find(({ address }) => isParams(account) && account.address === address)
      if (!held) throw new WalletError('WALLET_ANSWER_INVALID')
      const signedMessage = toBase64(bytesIn(output, 'signedMessage'))
      return { address: held.address, signedMessage, signature: toBase58(bytesIn(output, 'signature', 64)) }
    },
    async solana_signTransaction(params) {
      const [transaction] = await sign(params, [params.transaction])
      return { transaction }
    },
    async solana_signAllTransactions(params) {
      if (!Array.isArray(params.transactions) || params.transactions.length === 0) throw new WalletError('RPC_INVALID_PARAMS')
      return { transactions: await sign(params, params.transactions) }
    },
    async solana_signAndSendTransaction(params) {
      const options = isParams(params.sendOptions) ? { options: params.sendOptions } : {}
      const input = { ...inputFor(params), transaction: transactionIn(params.transaction), chain: chain(), ...options }
      const [output] = await ask('solana:signAndSendTransaction', 'signAndSendTransaction', [input])
      return { signature: toBase58(bytesIn(output, 'signature', 64)) }
    },
  }

  return providerOf(view, methods)
}

function transactionIn(text: unknown): Uint8Array {
  const bytes = fromBase64(text)
  if (!bytes?.length) throw new WalletError('RPC_INVALID_PARAMS')
  return bytes
}

function bytesIn(output: unknown, name: string, length?: number): Uint8Array {
  const bytes = readBytes((output as Record<string, unknown> | null)?.[name])
  if (!bytes?.length || (length !== undefined && bytes.length !== length)) throw new WalletError('WALLET_ANSWER_INVALID')
  return bytes
}

/** The wallet's name of a network; its local node if it has no other. */
function chainName(wallet: object, networkId: CaipNetworkId | undefined): string {
  const { chains } = wallet as { chains?: unknown }
  const named = Array.isArray(chains) ? chains : []
  const cluster = Object.keys(clusters).find((name) => clusters[name] === networkId)
  const chain = [cluster, networkId, LOCALNET].find((name) => named.includes(name)) ?? cluster
  if (!chain) throw new WalletError('CHAIN_NOT_SUPPORTED')
  return chain
}
