import type { CaipNetworkId, ChainNamespace } from '../lib/caip'
import type { Connection } from './types'
import type { Client } from './wallet-connect-client'
import type { RpcFetch } from './wallet-connect-config'
import { approvedOf, type Current, type View } from './wallet-connect-current'
import { accountsOn, idInSession, readPeer, takesAnyChain } from './wallet-connect-namespaces'
import { type SessionView, sessionProvider } from './wallet-connect-provider'
import { standardWallet } from './wallet-connect-solana'

type Sources = {
  readonly client: Client
  readonly rpc: () => RpcFetch | undefined
  readonly isCurrent: (session: Current) => boolean
  /** Moves to a chain, without telling the wallet. */
  readonly setNetwork: (session: Current, namespace: ChainNamespace, networkId: CaipNetworkId) => void
  /** Resolves when the session or its chain has changed, or after the limit. */
  readonly changed: (limitMs: number) => Promise<void>
}

/** What sessions are to the page: their connections, each with a provider that stays the same object while its session is in use. */
export function openViews({ client, rpc, isCurrent, setNetwork, changed }: Sources) {
  let withEvents: typeof import('./provider-events').withEvents | undefined

  function connectionsOf(session: Current): Connection[] {
    const { redirect: _, ...peer } = readPeer(session.record.peer.metadata)
    return [...approvedOf(session)].map(([namespace, approved]) => {
      const networkId = session.network.get(namespace) ?? (approved.approved[0] as CaipNetworkId)
      const anyChain = namespace === 'eip155' && takesAnyChain(peer)
      const accounts = accountsOn(networkId, approved, session.address.get(namespace))
      return {
        namespace,
        networkId,
        accounts,
        session: session.topic,
        ...(namespace === 'bip122' && session.bitcoin?.ordered(accounts)),
        provider: viewOf(session, namespace).provider,
        publicProvider: viewOf(session, namespace).host?.wallet,
        ...(!anyChain && { approved: approved.approved }),
        peer,
      }
    })
  }

  function viewOf(session: Current, namespace: ChainNamespace): View {
    const known = session.views.get(namespace)
    if (known) return known
    const approved = () => approvedOf(session).get(namespace)
    const connection = (each: ChainNamespace) =>
      isCurrent(session) ? connectionsOf(session).find((one) => one.namespace === each) : undefined
    const view: SessionView = {
      client,
      topic: session.topic,
      connection,
      methods: () => approved()?.methods ?? new Set(),
      chains: () => approved()?.approved ?? [],
      told: () => session.record,
      bitcoin: () => session.bitcoin,
      sessionId: (networkId) => idInSession(networkId, session.record.namespaces),
      setNetwork: (each, networkId) => setNetwork(session, each, networkId),
      changed,
      over: session.over.signal,
      rpc,
    }
    const provider = sessionProvider(view, namespace)
    const hostWallet = namespace === 'solana' ? standardWallet : namespace === 'eip155' ? withEvents : undefined
    const made = { provider, host: hostWallet?.(provider, () => connection(namespace), view.methods(namespace)) }
    session.views.set(namespace, made)
    return made
  }

  return {
    connectionsOf,
    /** To be awaited before the first connections. */
    async load(): Promise<void> {
      // Loaded after the pairing code, which does not need it; if it fails, the events are missing, not the wallet.
      withEvents ??= (await import('./provider-events').catch(() => undefined))?.withEvents
    },
  }
}
