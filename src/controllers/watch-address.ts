import { adapters } from '../adapters'
import { watchOnly } from '../connectors'
import { type CaipNetworkId, type ChainNamespace, namespacesOf, parseCaipNetworkId } from '../lib/caip'
import { WalletError } from '../lib/errors'
import { looksLikeName, typedName } from '../lib/typed-name'
import { WATCH } from '../lib/wallet'
import { attempt } from '../state/attempt'
import { chainOf } from '../state/chains'
import { config } from '../state/config'
import { modal } from '../state/modal'
import { action } from './action'
import { cancelConnect, connect, forgetAttempt } from './connection'
import { addConnector } from './discovery'
import { hideModal, resetView } from './modal'

type Wanted = {
  readonly text: string
  readonly namespace?: ChainNamespace | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * Shows the account of an address or a name, without anything that needs a signature; resolves to its namespace, undefined if the host
 * refused. Throws WATCH_ADDRESS_INVALID, NAME_RESOLVE_FAILED, ABORTED.
 */
export const watch = action(
  'WATCH_ADDRESS_INVALID',
  async ({ text, namespace, signal }: Wanted): Promise<ChainNamespace | undefined> => {
    const { networkId, address } = await read(typedName(text), namespace, signal)
    if (signal?.aborted) throw new WalletError('ABORTED')
    const { watchConnector } = await watchOnly()
    // All watched accounts have the same connector id; a call that is still waiting for another address must not join this one.
    if (attempt.wallet?.id === WATCH) cancelConnect()
    addConnector(watchConnector(networkId, address))
    const connected = await connect.run({ wallet: WATCH, signal })
    // There is no wallet view that would show the connection for a moment: leave Connect at once.
    if (attempt.status !== 'waiting') forgetAttempt()
    if (connected && modal.view.startsWith('Connect')) {
      if (modal.elementId === undefined) resetView('Account')
      else hideModal()
    }
    return connected ? parseCaipNetworkId(networkId).namespace : undefined
  },
)

/** The account that a text names on a network of the app. */
async function read(text: string, namespace: ChainNamespace | undefined, signal: AbortSignal | undefined) {
  const all = namespacesOf(config.networkIds)
  for (const each of namespace ? [namespace] : all) {
    const loaded = await adapters[each]?.load?.()
    const address = loaded?.adapter.normalizeAddress(text)
    if (address) return { networkId: networkIn(each), address }
  }
  if (!looksLikeName(text) || !all.includes('eip155') || (namespace && namespace !== 'eip155'))
    throw new WalletError('WATCH_ADDRESS_INVALID')
  const networkId = networkIn('eip155')
  const { resolveReceiver } = await import('./receiver-name')
  const reading = await resolveReceiver(text, networkId, signal)
  // A name that is not in normal form is accepted, since nothing is sent there.
  const found = reading.status === 'differs' ? await resolveReceiver(reading.name, networkId, signal) : reading
  if (found.status !== 'found') throw new WalletError('WATCH_ADDRESS_INVALID')
  return { networkId, address: found.address }
}

/** The network that is chosen in a namespace, else the app's first. */
function networkIn(namespace: ChainNamespace): CaipNetworkId {
  const { networkId } = chainOf(namespace)
  const ids = config.networkIds.filter((id) => parseCaipNetworkId(id).namespace === namespace)
  const start = ids.find((id) => id === config.startNetwork) ?? ids[0]
  if (networkId && ids.includes(networkId)) return networkId
  if (!start) throw new WalletError('WATCH_ADDRESS_INVALID')
  return start
}
