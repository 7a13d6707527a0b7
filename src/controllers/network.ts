import { adapters, universal } from '../adapters'
import type { Adapter } from '../adapters/types'
import { type CaipNetworkId, type ChainNamespace, parseCaipNetworkId } from '../lib/caip'
import { WalletError } from '../lib/errors'
import { untilAborted } from '../lib/until-aborted'
import { type Chain, chainOf, chains } from '../state/chains'
import { action } from './action'
import { noteNetwork, walletOf } from './connection'
import { isConfigured, loadNetworks, networkOf } from './network-list'
import { onChange } from './on-change'

/** The adapter of a namespace, else the universal one, which does what any wallet can do. */
export async function adapterOf(namespace: ChainNamespace): Promise<Adapter> {
  const loaded = await adapters[namespace]?.load?.()
  return loaded?.adapter ?? (await universal()).universal(namespace)
}

/**
 * Moves to a network of the app. A connected wallet is asked first and what it refuses changes nothing.
 * Throws SWITCH_NETWORK_NOT_FOUND, NETWORK_CHANGE_DECLINED, CHAIN_NOT_SUPPORTED, CHAIN_UNSUPPORTED, ABORTED.
 */
export const switchNetwork = action('SWITCH_FAILED', async (networkId: CaipNetworkId, signal?: AbortSignal): Promise<void> => {
  if (!isConfigured(networkId)) throw new WalletError('SWITCH_NETWORK_NOT_FOUND')
  await loadNetworks()
  const { namespace } = parseCaipNetworkId(networkId)
  const chain = chainOf(namespace)
  chains.switching = namespace !== chains.activeNamespace
  try {
    await moveWallet(chain, networkId, namespace, signal)
    if (chain.status !== 'connected') chain.networkId = networkId
    chains.activeNamespace = namespace
  } finally {
    chains.switching = false
  }
})

/** A wallet that is connected has to agree. */
async function moveWallet(
  chain: Chain,
  networkId: CaipNetworkId,
  namespace: ChainNamespace,
  signal?: AbortSignal,
): Promise<void> {
  if (chain.status === 'connected' && chain.networkId !== networkId) {
    const { connectorId } = chain
    // Some go there and never answer, and a visitor may move the wallet by hand.
    await new Promise<void>((resolve, reject) => {
      const stop = onChange(
        [chains],
        () => chain.networkId === networkId,
        () => resolve(),
      )
      askWallet(`${connectorId} ${networkId}`, namespace, networkId, signal).then(resolve, reject).finally(stop)
    })
    // Another wallet may have been connected meanwhile; this answer is not for it.
    if (chain.connectorId !== connectorId) throw new WalletError('ABORTED')
    // Wallets that switch without saying so are believed: the adapter has read the chain again.
    noteNetwork(namespace, networkId)
  }
}

/** The last question of each wallet and network. */
const asked = new Map<string, Promise<void>>()

/** Asks a wallet to switch. Where it says that it has a question open, and that is the same one, the answer to that counts. */
function askWallet(
  question: string,
  namespace: ChainNamespace,
  networkId: CaipNetworkId,
  signal: AbortSignal | undefined,
): Promise<void> {
  const before = asked.get(question)
  const ask = async () => (await adapterOf(namespace)).switchNetwork(walletOf(namespace), networkOf(networkId), signal)
  const answer = ask().catch((cause) => {
    if (!before || Object(cause).code !== 'REQUEST_PENDING') throw cause
    // Whoever asked it may leave, which is no answer.
    const answered = before.catch((end) => Promise.reject(Object(end).code === 'ABORTED' ? cause : end))
    return untilAborted(answered, signal)
  })
  const end = () => {
    if (asked.get(question) === answer) asked.delete(question)
  }
  asked.set(question, answer)
  answer.then(end, end)
  return answer
}
