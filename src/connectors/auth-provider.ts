import { fromBase58, toBase58 } from '../lib/base58'
import { fromBase64, toBase64 } from '../lib/base64'
import { type CaipNetworkId, chainIdOf, isCaipNetworkId } from '../lib/caip'
import { WalletError } from '../lib/errors'
import { EVM_ADDRESS } from '../lib/evm-address'
import { areCalls } from './auth-messages'
import { frameMethod, methodClass } from './auth-methods'
import { reshapePermissions } from './auth-permissions'
import type { Provider } from './types'

/** What the provider needs of the embedded wallet. */
export type AuthAccess = {
  networkId(): CaipNetworkId
  /** Addresses of the namespace, the active one first. */
  addresses(): readonly string[]
  switchTo(networkId: CaipNetworkId): Promise<void>
  /** Sends a method that the frame knows; an unsafe one only once its approval view is shown. */
  send(method: string, params: unknown, kind: 'safe' | 'unsafe'): Promise<unknown>
  /** The answer of a node of the chain, if the frame may be on another; undefined if it is on this one. */
  read(call: { method: string; params?: unknown }): Promise<unknown> | undefined
  /** A method was requested that must never reach the frame. */
  refuse(method: string): void
}

const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}

/**
 * The embedded wallet as a provider: what the page itself knows is answered here, and methods outside the frame's lists never
 * reach it. Throws METHOD_NOT_ALLOWED, RPC_INVALID_PARAMS, WALLET_UNAUTHORIZED, CHAIN_MISMATCH, USER_REJECTED, REQUEST_ABORTED and
 * FRAME_ERROR with the frame's message.
 */
export function authProvider(wallet: AuthAccess): Provider {
  return {
    async request({ method: asked, params }) {
      const method = typeof asked === 'string' ? frameMethod(asked) : ''
      if (method === 'eth_chainId') return `0x${Number(chainIdOf(wallet.networkId())).toString(16)}`
      if (method === 'eth_accounts' || method === 'eth_requestAccounts') return [...wallet.addresses()]
      if (method === 'wallet_switchEthereumChain') return switchChain(wallet, params)
      const kind = methodClass(method)
      if (kind === 'refused') {
        wallet.refuse(method)
        throw new WalletError('METHOD_NOT_ALLOWED')
      }
      const read = ofChain.test(method) && wallet.read({ method, ...(params !== undefined && { params }) })
      if (read) return read
      if (kind === 'unsafe') assertOwn(wallet, method, params)
      if (/^(eth_sendTransaction|wallet_sendCalls)$/.test(method)) assertHere(wallet, params)
      if (method === 'wallet_sendCalls' && !areCalls(params)) throw new WalletError('RPC_INVALID_PARAMS')
      const reshaped = reshapePermissions(asked, params)
      if (reshaped) return reshaped.answer(await wallet.send(method, reshaped.params, kind))
      // The frame's oldest methods accept only a list.
      return wallet.send(method, params ?? [], kind)
    },
  }
}

/** What any node of the chain answers; filters belong to the node that made them, and user operations to the frame's bundler. */
const ofChain =
  /^eth_(blockNumber|call|estimateGas|feeHistory|gasPrice|maxPriorityFeePerGas|syncing|get(Balance|Block|Code|Logs|Proof|StorageAt|Transaction|Uncle)\w*)$/

/** The frame acts for its own account, whatever the request says, and the page may have missed a change of account. */
function assertOwn(wallet: AuthAccess, method: string, params: unknown): void {
  const [first, second]: unknown[] = Array.isArray(params) ? params : [params]
  const { from, address } = record(first)
  const asked = String(method === 'personal_sign' ? second : typeof first === 'string' ? first : (from ?? address)).toLowerCase()
  const isOwn = (each: string) => each.toLowerCase() === asked
  if (EVM_ADDRESS.test(asked) && !wallet.addresses().some(isOwn)) throw new WalletError('WALLET_UNAUTHORIZED')
}

/** The frame sends on its current chain, whatever the transaction or the batch of calls says. */
function assertHere(wallet: AuthAccess, params: unknown): void {
  const { chainId } = record(Array.isArray(params) ? params[0] : undefined)
  if (chainId != null && Number(chainId) !== chainIdOf(wallet.networkId())) throw new WalletError('CHAIN_MISMATCH')
}

async function switchChain(wallet: AuthAccess, params: unknown): Promise<null> {
  const { chainId } = record(Array.isArray(params) ? params[0] : undefined)
  const id = typeof chainId === 'string' && /^0x[0-9a-f]{1,13}$/i.test(chainId) ? Number(chainId) : 0
  if (!id) throw new WalletError('RPC_INVALID_PARAMS')
  await wallet.switchTo(`eip155:${id}`)
  return null
}

/** WalletConnect's Solana methods on the frame, whose payloads are all base58 (facts: frame protocol §5.4). */
export function authSolanaProvider(wallet: AuthAccess): Provider {
  const in58 = (text: unknown) => {
    const bytes = fromBase64(text)
    if (!bytes?.length) throw new WalletError('RPC_INVALID_PARAMS')
    return toBase58(bytes)
  }
  const in64 = (text: unknown) => {
    const bytes = typeof text === 'string' ? fromBase58(text) : undefined
    if (!bytes?.length) throw new WalletError('WALLET_ANSWER_INVALID')
    return toBase64(bytes)
  }
  const send = async (method: string, params: unknown) => record(await wallet.send(method, params, 'unsafe'))
  const methods: Record<string, (params: Record<string, unknown>) => unknown> = {
    solana_getAccounts: () => wallet.addresses().map((pubkey) => ({ pubkey })),
    solana_requestAccounts: () => wallet.addresses().map((pubkey) => ({ pubkey })),
    solana_signMessage: ({ message, pubkey = wallet.addresses()[0] }) => send('solana_signMessage', { message, pubkey }),
    async solana_signTransaction({ transaction }) {
      return { transaction: in64((await send('solana_signTransaction', { transaction: in58(transaction) })).transaction) }
    },
    async solana_signAllTransactions({ transactions }) {
      if (!Array.isArray(transactions) || transactions.length === 0) throw new WalletError('RPC_INVALID_PARAMS')
      const signed = (await send('solana_signAllTransactions', { transactions: transactions.map(in58) })).transactions
      if (!Array.isArray(signed) || signed.length !== transactions.length) throw new WalletError('WALLET_ANSWER_INVALID')
      return { transactions: signed.map(in64) }
    },
    solana_signAndSendTransaction: ({ transaction, sendOptions }) =>
      send('solana_signAndSendTransaction', {
        transaction: in58(transaction),
        ...(sendOptions !== undefined && { options: sendOptions }),
      }),
    wallet_getNetwork: () => wallet.networkId(),
    async wallet_setNetwork({ networkId }) {
      if (!isCaipNetworkId(networkId) || !networkId.startsWith('solana:')) throw new WalletError('CHAIN_NOT_SUPPORTED')
      await wallet.switchTo(networkId)
      return null
    },
  }
  return {
    async request({ method, params }) {
      const run = Object.hasOwn(methods, method) ? methods[method] : undefined
      if (!run) {
        wallet.refuse(String(method))
        throw new WalletError('METHOD_NOT_ALLOWED')
      }
      const asked = record(params)
      // As for EVM: the page may have missed a change of account.
      if (![undefined, ...wallet.addresses()].includes(asked.pubkey as string)) throw new WalletError('WALLET_UNAUTHORIZED')
      return run(asked)
    },
  }
}
