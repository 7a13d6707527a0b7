import { WATCH } from '../lib/wallet'
import { chainOf, chains } from '../state/chains'
import { connectedNamespaces, drop, isLive, reconnect } from './connection'
import { connectorById } from './discovery'
import { connected, rememberedConnections, store } from './remembered'

/** Another tab's change is taken over within this, or not at all. */
const FOLLOW_LIMIT_MS = 10_000

/** Takes over what another tab has connected, switched or left. */
export function followTabs(): void {
  const { entries, lost = [] } = rememberedConnections()
  const gone = connectedNamespaces().filter((each) => !entries[each] && !isWatched(each))
  drop('user', (_, namespace) => gone.includes(namespace) && !lost.includes(namespace))
  // A page that did not find a wallet has not left it: it is still here.
  if (gone.some((each) => lost.includes(each))) store({ active: chains.activeNamespace, entries: { ...entries, ...connected() } })
  for (const [namespace, { connectorId, caipAddress, session }] of Object.entries(entries)) {
    const connector = connectorById(connectorId)
    const chain = chainOf(namespace)
    const isSame = chain.caipAddress === caipAddress && chain.session === session && isLive(connectorId)
    if (!connector || isWatched(namespace) || isSame) continue
    const limit = new AbortController()
    const timer = setTimeout(() => limit.abort(), FOLLOW_LIMIT_MS)
    // The visitor may have ended it here before the wallet answers.
    const isOwn = (each: string) => !isWatched(each) && rememberedConnections().entries[each]?.connectorId === connectorId
    void reconnect(connector, entries[namespace]?.networkId, isOwn, limit.signal)
      .catch(() => false)
      .finally(() => clearTimeout(timer))
  }
}

/** An account that is watched belongs to this tab alone. */
const isWatched = (namespace: string) => chainOf(namespace).connectorId === WATCH
