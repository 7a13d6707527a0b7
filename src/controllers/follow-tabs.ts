import { AUTH_ID } from '../lib/auth-id'
import { namespacesOf } from '../lib/caip'
import { WALLET_CONNECT, WATCH } from '../lib/wallet'
import { attempt } from '../state/attempt'
import { chainOf, chains } from '../state/chains'
import { config } from '../state/config'
import { connectedNamespaces, drop, isLive, reconnect } from './connection'
import { untilNot } from './on-change'
import { connected, type RememberedConnection, rememberedConnections, store } from './remembered'
import { whenFound } from './when-found'

/** Another tab's change is taken over within this, or not at all. */
const FOLLOW_LIMIT_MS = 10_000

/** Takes over what another tab has connected, switched or left. */
export function followTabs(): void {
  const { active, entries, lost = [] } = rememberedConnections()
  const gone = connectedNamespaces().filter((each) => !entries[each] && !isWatched(each))
  drop('user', (_, namespace) => gone.includes(namespace) && !lost.includes(namespace), true)
  // A page that did not find a wallet has not left it: it is still here.
  if (gone.some((each) => lost.includes(each))) store({ active: chains.activeNamespace, entries: { ...entries, ...connected() } })
  // Where nothing is connected it begins where the other tab is, which may be on another page, of other chains.
  const isUsed = active && entries[active] && namespacesOf(config.networkIds).includes(active)
  if (isUsed && connectedNamespaces().length === 0) chains.activeNamespace = active
  for (const [namespace, entry] of Object.entries(entries)) if (!isHere(namespace, entry)) void takeOver(namespace, entry)
}

/** Asks the wallet, which a tab that had no use for one may have to find first. Never rejects. */
async function takeOver(namespace: string, { connectorId, networkId }: RememberedConnection): Promise<void> {
  // While a code is offered here its client goes on, which knows nothing of what another tab has paired since.
  if (connectorId === WALLET_CONNECT)
    await untilNot([attempt], () => attempt.status === 'waiting' && attempt.wallet?.id === WALLET_CONNECT)
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(), FOLLOW_LIMIT_MS)
  // The visitor may have ended it here before the wallet answers.
  const isOwn = (each: string) => !isWatched(each) && rememberedConnections().entries[each]?.connectorId === connectorId
  try {
    // It is no wallet of this browser that would announce itself; what was known of who was signed in before went with them.
    if (connectorId === AUTH_ID) await import('./embedded-recall').then(({ recallEmbedded }) => recallEmbedded())
    const connector = await whenFound(connectorId, limit.signal)
    const kept = rememberedConnections().entries[namespace]
    if (connector && kept && !isHere(namespace, kept)) await reconnect(connector, [{ networkId }], isOwn, limit.signal)
  } catch {
    // It holds no more, or not for this tab.
  } finally {
    clearTimeout(timer)
  }
}

/** Whether this tab has what is kept, or an account that is watched in its place. */
const isHere = (namespace: string, { connectorId, caipAddress, session }: RememberedConnection): boolean => {
  const chain = chainOf(namespace)
  return isWatched(namespace) || (chain.caipAddress === caipAddress && chain.session === session && isLive(connectorId))
}

/** An account that is watched belongs to this tab alone. */
const isWatched = (namespace: string) => chainOf(namespace).connectorId === WATCH
