import { formatUnits, getAddress, stringToHex } from 'viem'
import { WalletError } from '../lib/errors'
import { EVM_ADDRESS } from '../lib/evm-address'
import type { Network } from '../lib/network'
import { toWalletError } from '../lib/rpc-errors'
import { safeParse, z } from '../lib/schema'
import { readChainId } from './eip155-chain-id'
import { eip155Client } from './eip155-client'
import { switchNetwork } from './eip155-switch'
import type { Adapter, RpcContext, WalletProvider } from './types'
import { askWallet, READ_LIMIT_MS } from './wallet-request'

const Quantity = z.string().check(z.regex(/^0x[0-9a-f]{1,64}$/i))
/** Contract accounts wrap signatures (ERC-6492), so there is no one length; 32 kB is far above any. */
const Signature = z.string().check(z.maxLength(65_538), z.regex(/^0x([0-9a-f]{2})+$/i))

const SigningOnChain = z.record(z.string(), z.object({ signsOnChain: z.object({ supported: z.literal(true) }) }))

async function getBalance(network: Network, address: string, context: RpcContext, signal: AbortSignal): Promise<string> {
  try {
    // viem's `getBalance` action brings multicall and CCIP-read along, 20 kB gzip that this one call does not need.
    const balance: unknown = await eip155Client(network, context).request(
      { method: 'eth_getBalance', params: [getAddress(address), 'latest'] },
      { signal },
    )
    return formatUnits(BigInt(Quantity.parse(balance)), network.nativeCurrency.decimals)
  } catch (cause) {
    throw new WalletError(signal.aborted ? 'ABORTED' : 'RPC_UNAVAILABLE', { cause })
  }
}

/** A message is text even if it looks like hex: the wallet shows exactly what the page asked for (EIP-191, version 0x45). */
async function signMessage(provider: WalletProvider, address: string, message: string, signal?: AbortSignal): Promise<string> {
  const answer = await askWallet(provider, { method: 'personal_sign', params: [stringToHex(message), address] }, signal).catch(
    (cause) => {
      throw toWalletError(cause, 'REQUEST_FAILED')
    },
  )
  const signature = safeParse(Signature, answer)
  // A Safe that signs on its chain returns none: its contract is asked with an empty one (ERC-1271).
  if (answer === '0x' && (await signsOnChain(provider, address, signal))) return answer
  if (!signature.success) throw new WalletError('WALLET_ANSWER_INVALID', { cause: signature.error })
  return signature.data
}

/** Whether the wallet declares an empty signature valid; only our connector to Safe does. */
async function signsOnChain(provider: WalletProvider, address: string, signal?: AbortSignal): Promise<boolean> {
  const request = { method: 'wallet_getCapabilities', params: [address] }
  const answer = await askWallet(provider, request, signal, READ_LIMIT_MS).catch(() => undefined)
  return safeParse(SigningOnChain, answer).success
}

async function getChainId(provider: WalletProvider, signal?: AbortSignal): Promise<number> {
  const answer = await askWallet(provider, { method: 'eth_chainId' }, signal, READ_LIMIT_MS).catch((cause) => {
    throw toWalletError(cause, 'REQUEST_FAILED')
  })
  const id = readChainId(answer)
  if (id === undefined) throw new WalletError('CHAIN_UNSUPPORTED')
  return id
}

async function read(
  network: Network,
  { method, params }: { method: string; params?: unknown },
  context: RpcContext,
): Promise<unknown> {
  try {
    // The method is whatever the page asks for, so viem's table of them cannot type it.
    return await eip155Client(network, context).request({ method, params } as Parameters<
      ReturnType<typeof eip155Client>['request']
    >[0])
  } catch (cause) {
    throw toWalletError(cause, 'RPC_UNAVAILABLE')
  }
}

/** EVM chains through EIP-1193 wallets and viem. */
export const adapter: Adapter = {
  getBalance,
  read,
  signMessage,
  switchNetwork,
  getChainId,
  normalizeAddress: (address) => (EVM_ADDRESS.test(address) ? getAddress(address) : undefined),
}
