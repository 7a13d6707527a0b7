import { AUTH_ID } from '../lib/auth-id'
import { namespacesOf } from '../lib/caip'
import { WALLET_CONNECT, WATCH } from '../lib/wallet'
import { attempt } from '../state/attempt'
import { chainOf, chains } from '../state/chains'
import { config } from '../state/config'
import { connectedNamespaces, drop, forgetAttempt, isLive, reconnect } from './connection'
import { untilNot } from './on-change'
import { isAhead } from './prepared-pairing'
import { connected, type RememberedConnection, rememberedConnections, store } from './remembered'
import { untilDiscovered } from './until-discovered'

/** A wallet has this long to appear and answer; after that another tab's change is not taken over. */
const FOLLOW_LIMIT_MS = 10_000

/** Takes over what another tab has connected, switched or disconnected. */
export function followTabs(): void {
  const { active, entries, lost = [] } = rememberedConnections()
  const gone = connectedNamespaces().filter((each) => !entries[each] && !isWatched(each))
  drop('user', (_, namespace) => gone.includes(namespace) && !lost.includes(namespace), true)
  // The other page did not find this wallet (`lost`), which is no disconnect: this tab writes it again.
  if (gone.some((each) => lost.includes(each))) store({ active: chains.activeNamespace, entries: { ...entries, ...connected() } })
  // Where nothing is connected here, the other tab's namespace becomes the active one, if this page uses it.
  const isUsed = active && entries[active] && namespacesOf(config.networkIds).includes(active)
  if (isUsed && connectedNamespaces().length === 0) chains.activeNamespace = active
  for (const [namespace, entry] of Object.entries(entries)) if (!isHere(namespace, entry)) void takeOver(namespace, entry)
}

/** Connects to what another tab has connected; the wallet may have to be found first. Never rejects. */
async function takeOver(namespace: string, { connectorId, networkId }: RememberedConnection): Promise<void> {
  // The client that offers a QR code here does not know of sessions that another tab has made; wait until it is done.
  if (connectorId === WALLET_CONNECT) {
    // Nobody has chosen the one that is ready for a phone's list of wallets.
    if (isAhead()) forgetAttempt()
    await untilNot([attempt], () => attempt.status === 'waiting' && attempt.wallet?.id === WALLET_CONNECT)
  }
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(), FOLLOW_LIMIT_MS)
  // The visitor may disconnect it before the wallet answers.
  const isOwn = (each: string) => !isWatched(each) && rememberedConnections().entries[each]?.connectorId === connectorId
  try {
    // The embedded wallet does not announce itself.
    if (connectorId === AUTH_ID) await import('./embedded-recall').then(({ recallEmbedded }) => recallEmbedded())
    const connector = await untilDiscovered(connectorId, limit.signal)
    const kept = rememberedConnections().entries[namespace]
    if (connector && kept && !isHere(namespace, kept)) await reconnect(connector, [{ networkId }], isOwn, limit.signal)
  } catch {
    // The connection has ended, or is not available to this tab.
  } finally {
    clearTimeout(timer)
  }
}

/** Whether this tab has the stored connection already, or watches an account in its place. */
const isHere = (namespace: string, { connectorId, caipAddress, session }: RememberedConnection): boolean => {
  const chain = chainOf(namespace)
  return isWatched(namespace) || (chain.caipAddress === caipAddress && chain.session === session && isLive(connectorId))
}

/** A watched account belongs to this tab alone. */
const isWatched = (namespace: string) => chainOf(namespace).connectorId === WATCH
