import { fromBase58, isSolanaAddress, toBase58 } from '../lib/base58'
import { WalletError } from '../lib/errors'
import { formatUnits } from '../lib/format'
import type { Network } from '../lib/network'
import { toWalletError } from '../lib/rpc-errors'
import { safeParse, z } from '../lib/schema'
import { perRequestNetwork } from './per-request-network'
import { solanaRpc } from './solana-rpc'
import type { Adapter, RpcContext, WalletProvider } from './types'
import { askWallet } from './wallet-request'

/** Exact: numbers that JavaScript would round come as text. */
export const Lamports = z.union([z.int().check(z.nonnegative()), z.string().check(z.regex(/^\d{1,20}$/))])
const Balance = z.object({ value: Lamports })
const Signed = z.object({ signature: z.string().check(z.refine((text) => text.length <= 90 && fromBase58(text)?.length === 64)) })

async function getBalance(network: Network, address: string, context: RpcContext, signal: AbortSignal): Promise<string> {
  try {
    const call = { method: 'getBalance', params: [address, { commitment: 'confirmed' }] }
    const { value } = z.parse(Balance, await solanaRpc(network, context, call, { signal, exact: true }))
    return formatUnits(BigInt(value), network.nativeCurrency.decimals)
  } catch (cause) {
    throw new WalletError(signal.aborted ? 'ABORTED' : 'RPC_UNAVAILABLE', { cause })
  }
}

async function signMessage(provider: WalletProvider, address: string, message: string, signal?: AbortSignal): Promise<string> {
  const params = { message: toBase58(new TextEncoder().encode(message)), pubkey: address }
  const answer = await askWallet(provider, { method: 'solana_signMessage', params }, signal).catch((cause) => {
    throw toWalletError(cause, 'REQUEST_FAILED')
  })
  const signed = safeParse(Signed, answer)
  if (!signed.success) throw new WalletError('WALLET_ANSWER_INVALID', { cause: signed.error })
  return signed.data.signature
}

async function read(network: Network, call: { method: string; params?: unknown }, context: RpcContext): Promise<unknown> {
  try {
    return await solanaRpc(network, context, call)
  } catch (cause) {
    throw toWalletError(cause, 'RPC_UNAVAILABLE')
  }
}

/** Solana through wallets of the Wallet Standard and of WalletConnect. What needs web3.js, transactions, is in `solana-transfers.ts`. */
export const adapter: Adapter = {
  getBalance,
  read,
  signMessage,
  ...perRequestNetwork('solana'),
  normalizeAddress: (address) => (isSolanaAddress(address) ? address : undefined),
}
