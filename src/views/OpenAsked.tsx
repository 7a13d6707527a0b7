import { useSnapshot } from 'valtio'
import { type CaipNetworkId, parseCaipNetworkId } from '../lib/caip'
import { chains } from '../state/chains'
import OpenApp from './OpenApp'
import { hasToApprove } from './use-network-pick'

/** The link to the wallet's app on this phone while it is asked for this network, which it is only if it has not approved it before. */
export function OpenAsked({ network, full = false }: { network: CaipNetworkId | undefined; full?: boolean }) {
  const { byNamespace } = useSnapshot(chains)
  const chain = network && byNamespace[parseCaipNetworkId(network).namespace]
  if (!chain || !hasToApprove(chain) || chain.networkId === network || chain.approved?.includes(network)) return null
  return <OpenApp full={full} />
}
