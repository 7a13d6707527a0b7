import { type ChainNamespace, chainIdOf, isCaipNetworkId } from '../lib/caip'
import { WalletError } from '../lib/errors'
import { toWalletError } from '../lib/rpc-errors'
import type { Adapter } from './types'
import { askWallet, ownEnds, READ_LIMIT_MS } from './wallet-request'

/**
 * Networks of namespaces whose wallets have no current one: each request names its network. Switching prompts the visitor only in
 * the few Bitcoin wallets that do have one.
 */
export const perRequestNetwork = (namespace: ChainNamespace): Pick<Adapter, 'switchNetwork' | 'getChainId'> => ({
  async switchNetwork(provider, network, signal) {
    const request = { method: 'wallet_setNetwork', params: { networkId: network.caipNetworkId } }
    await askWallet(provider, request, signal).catch((cause) => {
      const error = toWalletError(cause, 'CHAIN_NOT_SUPPORTED')
      if (error.code === 'USER_REJECTED') throw new WalletError('NETWORK_CHANGE_DECLINED', { cause })
      throw ownEnds.includes(error.code) ? error : new WalletError('CHAIN_NOT_SUPPORTED', { cause })
    })
  },
  async getChainId(provider, signal) {
    const answer = await askWallet(provider, { method: 'wallet_getNetwork' }, signal, READ_LIMIT_MS).catch((cause) => {
      throw toWalletError(cause, 'REQUEST_FAILED')
    })
    if (!isCaipNetworkId(answer) || !answer.startsWith(`${namespace}:`)) throw new WalletError('CHAIN_UNSUPPORTED')
    return chainIdOf(answer)
  },
})
