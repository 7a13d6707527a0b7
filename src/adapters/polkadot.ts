import { blake2b } from '@noble/hashes/blake2.js'
import { WalletError } from '../lib/errors'
import { formatUnits } from '../lib/format'
import type { Network } from '../lib/network'
import { toWalletError } from '../lib/rpc-errors'
import { safeParse, z } from '../lib/schema'
import { readSs58 } from '../lib/ss58'
import { type NodeKind, nodeRpc } from './node-rpc'
import { perRequestNetwork } from './per-request-network'
import type { Adapter, RpcContext, WalletProvider } from './types'
import { askWallet } from './wallet-request'

const substrate: NodeKind = {
  reads: /^(chain|state|system|rpc)_(get|query|name|chain|properties|health|version|methods|accountNextIndex)/,
  identify: { method: 'chain_getBlockHash', params: [0] },
  // CAIP-13: the first 32 digits of the genesis hash.
  networkId: (hash) => `polkadot:${String(hash).replace(/^0x/, '').slice(0, 32)}`,
}

/** Storage prefix of a chain's accounts: xxHash-128 of "System" and of "Account". */
const ACCOUNTS = '0x26aa394eea5630e07c48ae0c9558cef7b99d880ec681799c0cf30e8886371da9'
/** The free balance, sixteen bytes little-endian, follows a nonce and three counts of four bytes each. */
const FREE = { from: 16, to: 32 }

const Stored = z.nullable(z.string().check(z.regex(/^0x([0-9a-f]{2}){32,1000}$/i)))
// ed25519 and sr25519 have 64 bytes, ECDSA has 65; each may follow a byte for its type (Substrate's MultiSignature).
const Signed = z.object({ signature: z.string().check(z.regex(/^0x([0-9a-f]{2}){64,66}$/i)) })

/** The free balance, including staked and locked coins; needs an endpoint of the host. */
async function getBalance(network: Network, address: string, context: RpcContext, signal: AbortSignal): Promise<string> {
  try {
    const key = readSs58(address)
    if (!key) throw new WalletError('RPC_INVALID_PARAMS')
    const params = [`${ACCOUNTS}${toHex(blake2b(key, { dkLen: 16 }))}${toHex(key)}`]
    const stored = z.parse(Stored, await nodeRpc(substrate, network, context, { method: 'state_getStorage', params }, { signal }))
    // An account that never held anything is not stored.
    const free = stored === null ? 0n : littleEndian(stored.slice(2 + FREE.from * 2, 2 + FREE.to * 2))
    return formatUnits(free, network.nativeCurrency.decimals)
  } catch (cause) {
    throw new WalletError(signal.aborted ? 'ABORTED' : 'RPC_UNAVAILABLE', { cause })
  }
}

/** The hex signature of the text between `<Bytes>` marks, with which no transaction can begin. */
async function signMessage(provider: WalletProvider, address: string, message: string, signal?: AbortSignal): Promise<string> {
  const data = `0x${toHex(new TextEncoder().encode(`<Bytes>${message}</Bytes>`))}`
  const request = { method: 'polkadot_signMessage', params: { address, data, type: 'bytes' } }
  const answer = await askWallet(provider, request, signal).catch((cause) => {
    throw toWalletError(cause, 'REQUEST_FAILED')
  })
  const signed = safeParse(Signed, answer)
  if (!signed.success) throw new WalletError('WALLET_ANSWER_INVALID', { cause: signed.error })
  return signed.data.signature
}

const toHex = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
const littleEndian = (hex: string) => BigInt(`0x${(hex.match(/../g) ?? []).reverse().join('')}`)

/** Polkadot's relay chains through extensions and WalletConnect. */
export const adapter: Adapter = {
  getBalance,
  async read(network, call, context) {
    try {
      return await nodeRpc(substrate, network, context, call)
    } catch (cause) {
      throw toWalletError(cause, 'RPC_UNAVAILABLE')
    }
  },
  signMessage,
  ...perRequestNetwork('polkadot'),
  normalizeAddress: (address) => (readSs58(address) ? address : undefined),
}
