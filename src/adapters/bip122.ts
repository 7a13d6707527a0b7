import { fromBase64, toBase64 } from '../lib/base64'
import { bitcoinAddress } from '../lib/bitcoin-address'
import { WalletError } from '../lib/errors'
import { formatUnits } from '../lib/format'
import type { Network } from '../lib/network'
import { toWalletError } from '../lib/rpc-errors'
import { safeParse, z } from '../lib/schema'
import { esplora } from './esplora'
import { perRequestNetwork } from './per-request-network'
import type { Adapter, RpcContext, WalletProvider } from './types'
import { askWallet } from './wallet-request'

const Sum = z.int().check(z.nonnegative())
const Moved = z.object({ funded_txo_sum: Sum, spent_txo_sum: Sum })
const Told = z.object({ chain_stats: Moved, mempool_stats: Moved })
const Signed = z.object({ signature: z.string().check(z.maxLength(4_000)) })

/** The balance of an address, including unconfirmed; needs an endpoint of the host with Esplora's API. */
async function getBalance(network: Network, address: string, { urls }: RpcContext, signal: AbortSignal): Promise<string> {
  try {
    // Not the list of unspent outputs: servers refuse it above a few hundred.
    const path = `address/${encodeURIComponent(address)}`
    const told = z.parse(Told, JSON.parse(await esplora(network.caipNetworkId, urls, path, signal)))
    // Exact: both are whole and safe, and so is what is between them.
    const sum = Object.values(told).reduce((total, each) => total + BigInt(each.funded_txo_sum - each.spent_txo_sum), 0n)
    if (sum < 0n) throw new Error('More spent than received')
    return formatUnits(sum, network.nativeCurrency.decimals)
  } catch (cause) {
    throw new WalletError(signal.aborted ? 'ABORTED' : 'RPC_UNAVAILABLE', { cause })
  }
}

/** Base64, as Bitcoin's own tools write it (BIP-137, BIP-322); wallets answer in hex or in base64. */
async function signMessage(provider: WalletProvider, address: string, message: string, signal?: AbortSignal): Promise<string> {
  const request = { method: 'signMessage', params: { message, address, account: address } }
  const answer = await askWallet(provider, request, signal).catch((cause) => {
    throw toWalletError(cause, 'REQUEST_FAILED')
  })
  const { data, error } = safeParse(Signed, answer)
  const bytes = data && signatureBytes(data.signature)
  // The shortest signature possible, a key's own, has 64 bytes.
  if (!bytes || bytes.length < 64) throw new WalletError('WALLET_ANSWER_INVALID', { cause: error })
  return toBase64(bytes)
}

const signatureBytes = (text: string) =>
  /^(0x)?([0-9a-f]{2})+$/i.test(text)
    ? Uint8Array.from(text.replace(/^0x/i, '').match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
    : fromBase64(text)

/** Bitcoin through wallets of the Wallet Standard and of WalletConnect. */
export const adapter: Adapter = {
  getBalance,
  // Endpoints of this namespace do not speak JSON-RPC.
  read: () => Promise.reject(new WalletError('WALLET_METHOD_UNSUPPORTED')),
  signMessage,
  ...perRequestNetwork('bip122'),
  normalizeAddress: bitcoinAddress,
}
