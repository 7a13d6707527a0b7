import { walletConnect } from '../connectors'
import type { Connector } from '../connectors/types'
import { AUTH_ID } from '../lib/auth-id'
import type { ChainNamespace } from '../lib/caip'
import { isInSafe, SAFE } from '../lib/in-safe'
import { isOffline } from '../lib/is-offline'
import { resultIn } from '../lib/social-link'
import { forget, type RememberedConnections, read } from '../lib/storage'
import { WALLET_CONNECT, WATCH } from '../lib/wallet'
import { leftForAppKey } from '../lib/wallet-app'
import { chainOf, chains } from '../state/chains'
import { config } from '../state/config'
import { connectedNamespaces, isLive, reconnect } from './connection'
import { isConfigured } from './network-list'
import { type RememberedConnection, rememberedConnections, store } from './remembered'
import { whenFound } from './when-found'

/** A wallet that is asked whether it still holds is given up after this long. */
export const RESTORE_LIMIT_MS = 10_000
/** A tab that was left with a pairing for a wallet's app is held up no longer than this, which what the relay has kept takes on a slow line. */
export const LEFT_LIMIT_MS = 5_000
/** So long a wallet can approve a pairing. */
const PAIRING_LIMIT_MS = 300_000
/** A wallet that has not even announced itself holds the page up no longer than this; it is taken up when it comes later. */
export const ANNOUNCE_LIMIT_MS = 1_500

/** Finds the connections of the last visit again, then goes on with a sign-in that left this page. */
export async function restoreAll(signal: AbortSignal): Promise<void> {
  if (isAhead()) await new Promise((visited) => document.addEventListener('prerenderingchange', visited, { once: true, signal }))
  const back = resultIn(String(globalThis.location))
  // The answer leaves the address bar at once, whoever's it is.
  if (back) history.replaceState(history.state, '', back.page)
  const isOn = config.reconnect === 'on'
  const isKnown = Object.values(rememberedConnections().entries).some(({ connectorId }) => connectorId === SAFE)
  const safe = isInSafe() || (isOn && isKnown) ? await import('./join-safe').catch(() => undefined) : undefined
  safe?.offerSafe(signal)
  const isLeft = safe?.hasLeft()
  await restoreWallets(signal)
  if (isOn && !isLeft && !signal.aborted) await safe?.joinSafe(signal)
  if (signal.aborted) return
  const found = connectedNamespaces().find(isUsed) ?? connectedNamespaces()[0]
  // The account that was in use is not back, or is of another page of the site, which shares a session with this one.
  const { status, restored } = chains.active
  if (found && (status !== 'connected' || (restored && !isUsed(chains.activeNamespace)))) chains.activeNamespace = found
  if (!back) return
  const { finishSocial } = await import('./social-login')
  finishSocial(back.result)
}

/** Whether the browser draws the page ahead of a visit, which may never come: until then extensions do not answer and no frame loads. */
const isAhead = () => (globalThis.document as { readonly prerendering?: boolean } | undefined)?.prerendering === true

/** Each wallet in parallel and none asked to pop up. */
async function restoreWallets(signal: AbortSignal): Promise<void> {
  const { active, entries }: RememberedConnections = config.reconnect === 'on' ? rememberedConnections() : { entries: {} }
  const wallets = new Set(Object.values(entries).map(({ connectorId }) => connectorId))
  // Left with a pairing: what has come of it was never connected here.
  if (read(leftForAppKey) !== undefined) wallets.add(WALLET_CONNECT)
  if (active) chains.activeNamespace = active
  for (const [namespace, { networkId }] of Object.entries(entries))
    if (isConfigured(networkId)) chainOf(namespace).networkId = networkId
  const of = (id: string) => Object.entries(entries).filter(([, { connectorId }]) => connectorId === id)
  await Promise.all([...wallets].map((id) => restoreWallet(id, of(id), signal)))
  if (signal.aborted) return
  // What the visitor has connected meanwhile stays the one in use.
  if (active && chainOf(active).status === 'connected' && chains.active.restored) chains.activeNamespace = active
}

type Entry = readonly [ChainNamespace, RememberedConnection]

async function restoreWallet(id: string, entries: readonly Entry[], signal: AbortSignal): Promise<void> {
  let isLost = false
  const wasOffline = isOffline()
  // It is no wallet of this browser that would announce itself.
  if (id === AUTH_ID)
    await import('./embedded-recall').then(({ recallEmbedded }) => recallEmbedded()).catch(() => (isLost = true))
  const limit = new AbortController()
  const end = () => limit.abort()
  const isLeft = entries.length === 0
  let timer = setTimeout(end, isLeft ? PAIRING_LIMIT_MS : RESTORE_LIMIT_MS)
  signal.addEventListener('abort', end, { once: true })
  const outcome = whenFound(id, limit.signal)
    .then((connector) => {
      if (comesSlowly(connector)) {
        clearTimeout(timer)
        timer = setTimeout(end, PAIRING_LIMIT_MS)
      }
      return askWallet(connector, entries, limit.signal)
    })
    .then((isHeld) => {
      // With the last element nothing ends: the next one looks again.
      if (signal.aborted) return
      const isOwn = (namespace: ChainNamespace) => rememberedConnections().entries[namespace]?.connectorId === id
      // Nobody could be asked: unless it is left meanwhile, it is tried again when the network is back, and at the next visit.
      const again = () => {
        if (isLeft || entries.some(([each]) => isOwn(each))) void restoreWallet(id, entries, signal)
      }
      if (isLost || isHeld === undefined)
        return wasOffline && !isOffline() ? again() : globalThis.addEventListener?.('online', again, { once: true, signal })
      if (isLeft) forget(leftForAppKey)
      for (const [each] of entries)
        if (isUsed(each) && chainOf(each).status !== 'connected' && isOwn(each)) forgetConnection(each)
    })
    .finally(() => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      limit.abort()
    })
  if (!isLeft && !entries.some(([each]) => isUsed(each))) return
  const announced = await Promise.race([whenFound(id, limit.signal), after(ANNOUNCE_LIMIT_MS)])
  // Whoever has come back before approving may do it yet.
  if (announced) await Promise.race([outcome, after(isLeft ? LEFT_LIMIT_MS : RESTORE_LIMIT_MS)])
}

/** Of chains that another page of the site uses, and this one does not, nobody is asked here: their wallet may not even announce itself. */
const isUsed = (namespace: ChainNamespace) => config.networkIds.join().includes(`${namespace}:`)

/** No wallet of this browser is asked there: its part, or its page, comes over a line that may be slow, or to a page that slept meanwhile. */
const comesSlowly = (connector: Connector | undefined) => /^(WALLET_CONNECT|AUTH)$/.test(connector?.type ?? '')

/** Drops what is kept of a namespace: its wallet is not there any more. A tab that still has it keeps it. */
function forgetConnection(namespace: ChainNamespace): void {
  const { active, entries, lost = [] } = rememberedConnections()
  const { [namespace]: gone, ...rest } = entries
  if (gone) store({ active, entries: rest, lost: [...lost, namespace] })
}

/**
 * Asks one wallet whether it still holds; what it does not answer in time is given up, so that Connect starts clean. Undefined where
 * that is no answer: its part does not load, or is slow, or there is no network.
 */
async function askWallet(connector: Connector | undefined, entries: readonly Entry[], limit: AbortSignal) {
  // Each chain begins where it was, that of the account in use first.
  const isOther = ([namespace]: Entry) => Number(namespace !== chains.activeNamespace)
  const kept = [...entries].sort((one, other) => isOther(one) - isOther(other)).map(([, entry]) => entry)
  const isNew = entries.length === 0
  const late = !isNew && (comesSlowly(connector) || isOffline()) ? undefined : false
  const aborted = new Promise<typeof late>((resolve) => limit.addEventListener('abort', () => resolve(late), { once: true }))
  // What the visitor has connected meanwhile is newer, and what was ended stays so. An account that is watched is of this tab alone.
  let taken = false
  const isKept = (namespace: ChainNamespace) => rememberedConnections().entries[namespace]?.connectorId === connector?.id
  const isWanted = (namespace: ChainNamespace) => {
    const { status, connectorId } = chainOf(namespace)
    const isFree = status !== 'connected'
    taken ||= !isFree && (isNew || connectorId !== WATCH)
    return isFree && (isNew || isKept(namespace))
  }
  // It is told of what the site has named right before.
  if (connector?.type === 'WALLET_CONNECT') await walletConnect().catch(() => {})
  const asked = connector && !limit.aborted ? reconnect(connector, kept, isWanted, limit, !isNew).catch(() => undefined) : late
  // Found, or approved, when another wallet was there already, or when it had been left: its phone must not believe that it is connected.
  void Promise.resolve(asked).then((isHeld) => {
    const isOver = taken || (!isNew && !entries.some(([each]) => isKept(each)))
    if (connector?.type === 'WALLET_CONNECT' && isOver && !isHeld && !isLive(connector.id)) connector.disconnect().catch(() => {})
  })
  return Promise.race([asked, aborted])
}

const after = (ms: number) => new Promise<undefined>((resolve) => setTimeout(resolve, ms, undefined))
