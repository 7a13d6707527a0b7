import { WATCH } from '../lib/wallet'
import { chainOf } from '../state/chains'
import { connectedNamespaces, drop, isLive, reconnect } from './connection'
import { connectorById } from './discovery'
import { rememberedConnections } from './remembered'

/** Another tab's change is taken over within this, or not at all. */
const FOLLOW_LIMIT_MS = 10_000

/** Takes over what another tab has connected, switched or left. */
export function followTabs(): void {
  const { entries } = rememberedConnections()
  for (const namespace of connectedNamespaces()) if (!entries[namespace] && !isWatched(namespace)) drop(namespace, 'user')
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
