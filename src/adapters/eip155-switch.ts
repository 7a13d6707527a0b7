import { numberToHex } from 'viem'
import { type ErrorCode, WalletError } from '../lib/errors'
import type { Network } from '../lib/network'
import { isUnknownChain, nestedCode, toWalletError } from '../lib/rpc-errors'
import { readChainId } from './eip155-chain-id'
import type { WalletProvider } from './types'
import { askWallet, ownEnds, READ_LIMIT_MS } from './wallet-request'

/** Pauses between looks at a wallet that agrees before it has switched; 1.5 s in all. */
const SETTLE_MS: readonly number[] = [0, 100, 200, 400, 800]

/**
 * Asks the wallet to switch to the network (EIP-3326), and to add it first if it is unknown (EIP-3085); resolves once the wallet is on
 * it. Throws NETWORK_CHANGE_DECLINED if the visitor refuses, CHAIN_NOT_SUPPORTED if the wallet cannot, CHAIN_UNSUPPORTED if it added
 * the chain but did not switch, SWITCH_FAILED if it agreed but did not switch, REQUEST_PENDING, ABORTED.
 */
export async function switchNetwork(provider: WalletProvider, network: Network, signal?: AbortSignal): Promise<void> {
  try {
    await askSwitch(provider, network, signal)
  } catch (cause) {
    // A refusal never leads to an add prompt; 5000 is a refusal unless 4902 is nested in it.
    if (isRefusal(cause) || !isUnknownChain(cause)) throw switchError(cause, 'CHAIN_NOT_SUPPORTED')
    return addThenSwitch(provider, network, signal)
  }
  if (!(await isOn(provider, network, signal))) throw new WalletError('SWITCH_FAILED')
}

async function addThenSwitch(provider: WalletProvider, network: Network, signal: AbortSignal | undefined): Promise<void> {
  await addChain(provider, network, signal)
  if (await isOn(provider, network, signal)) return
  try {
    await askSwitch(provider, network, signal)
  } catch (cause) {
    throw switchError(cause, 'CHAIN_UNSUPPORTED')
  }
  if (!(await isOn(provider, network, signal))) throw new WalletError('CHAIN_UNSUPPORTED')
}

const isRefusal = (cause: unknown) => nestedCode(cause) === 4001

const hexId = (network: Network) => numberToHex(Number(network.id))

const askSwitch = (provider: WalletProvider, network: Network, signal: AbortSignal | undefined) =>
  askWallet(provider, { method: 'wallet_switchEthereumChain', params: [{ chainId: hexId(network) }] }, signal)

async function addChain(provider: WalletProvider, network: Network, signal: AbortSignal | undefined): Promise<void> {
  const { name, nativeCurrency, rpcUrls, explorerUrl } = network
  // The chain's public endpoints: those that we read from may contain the project id, or work on this page only.
  if (rpcUrls.length === 0) throw new WalletError('CHAIN_NOT_SUPPORTED')
  const chain = {
    chainId: hexId(network),
    chainName: name,
    nativeCurrency: { name: nativeCurrency.name, symbol: nativeCurrency.symbol, decimals: nativeCurrency.decimals },
    rpcUrls: [...rpcUrls],
    ...(explorerUrl && { blockExplorerUrls: [explorerUrl] }),
  }
  try {
    await askWallet(provider, { method: 'wallet_addEthereumChain', params: [chain] }, signal)
  } catch (cause) {
    const error = toWalletError(cause, 'CHAIN_NOT_SUPPORTED')
    throw ownEnds.includes(error.code) ? error : new WalletError('CHAIN_NOT_SUPPORTED', { cause })
  }
}

async function isOn(provider: WalletProvider, network: Network, signal: AbortSignal | undefined): Promise<boolean> {
  for (const pause of SETTLE_MS) {
    if (pause) await new Promise((resolve) => setTimeout(resolve, pause))
    try {
      const answer = await askWallet(provider, { method: 'eth_chainId' }, signal, READ_LIMIT_MS)
      if (readChainId(answer) === Number(network.id)) return true
    } catch (cause) {
      if (signal?.aborted) throw cause
      // A wallet that does not report its chain has not been seen on it.
      return false
    }
  }
  return false
}

function switchError(cause: unknown, fallback: ErrorCode): WalletError {
  const error = toWalletError(cause, fallback)
  if (ownEnds.includes(error.code)) return error
  return new WalletError(isRefusal(cause) || error.code === 'USER_REJECTED' ? 'NETWORK_CHANGE_DECLINED' : fallback, { cause })
}
