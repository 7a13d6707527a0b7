import { safe as safeWallet, walletConnect } from '../connectors'
import type { Connector } from '../connectors/types'
import { AUTH_ID } from '../lib/auth-id'
import { type ChainNamespace, namespacesOf } from '../lib/caip'
import { isInSafe, SAFE } from '../lib/in-safe'
import { isOffline } from '../lib/is-offline'
import { resultIn } from '../lib/social-link'
import { forget, type RememberedConnections, read } from '../lib/storage'
import { untilLoaded } from '../lib/until-loaded'
import { WALLET_CONNECT, WATCH } from '../lib/wallet'
import { leftForAppKey } from '../lib/wallet-app'
import { attempt } from '../state/attempt'
import { chainOf, chains } from '../state/chains'
import { config } from '../state/config'
import { embedded } from '../state/embedded'
import { connectedNamespaces, isLive, reconnect } from './connection'
import { isConfigured } from './network-list'
import { isAhead } from './prepared-pairing'
import { type RememberedConnection, rememberedConnections, store } from './remembered'
import { whenRestored } from './restore'
import { untilDiscovered } from './until-discovered'

/** How long a wallet may take to say whether its connection still holds. */
export const RESTORE_LIMIT_MS = 10_000
/** How long the page waits for a pairing it was left with for a wallet's app: the relay's messages take that long on a slow line. */
export const LEFT_LIMIT_MS = 5_000
/** How long a wallet can approve a pairing. */
const PAIRING_LIMIT_MS = 300_000
/** How long the page waits for a wallet to announce itself; one that does so later is still restored. */
export const ANNOUNCE_LIMIT_MS = 1_500
/** A wallet that could not be asked is asked again after this; each pause is twice as long as the one before. */
export const RETRY_MS = 5_000

/** What some visits need; without it the wallets are restored. */
const parts = {
  safe: async () => (await Promise.all([import('./join-safe'), safeWallet()]))[0],
  social: () => import('./social-login'),
}

/**
 * Restores the connections of the last visit, then goes on with a social login that had left this page. Where the code of the Safe or
 * of that login does not load, it follows once it has.
 */
export async function restoreAll(signal: AbortSignal, load = parts): Promise<void> {
  if (isPrerendering())
    await new Promise((visited) => document.addEventListener('prerenderingchange', visited, { once: true, signal }))
  const back = resultIn(String(globalThis.location))
  // The result is removed from the address bar at once.
  if (back) history.replaceState(history.state, '', back.page)
  await restoreBesideSafe(signal, load.safe)
  if (!signal.aborted) chooseNamespace()
  if (back) await continueSocial(back.result, signal, load.social)
}

/** Restores the wallets of the last visit, and joins the Safe that the page is shown in, or that was connected. */
async function restoreBesideSafe(signal: AbortSignal, load: typeof parts.safe): Promise<void> {
  const isOn = config.reconnect === 'on'
  const isKnown = Object.values(rememberedConnections().entries).some(({ connectorId }) => connectorId === SAFE)
  if (!isInSafe() && !(isOn && isKnown)) return restoreWallets(signal, SAFE)
  const safe = await load().catch(() => undefined)
  safe?.offerSafe(signal)
  const isLeft = safe?.hasLeft()
  const restoring = restoreWallets(signal, safe ? undefined : SAFE)
  if (!safe)
    void untilLoaded(load, signal).then(async (late) => {
      if (!signal.aborted) late.offerSafe(signal)
      // It takes what no other wallet of the last visit has.
      await restoring
      if (isOn && !signal.aborted && !late.hasLeft()) await late.joinSafe(signal)
    })
  await restoring
  if (isOn && !isLeft && !signal.aborted) await safe?.joinSafe(signal)
}

/** Chooses a connected namespace where the one that was active is not connected again, or only another page of this site uses it. */
function chooseNamespace(): void {
  const found = connectedNamespaces().find(isUsed) ?? connectedNamespaces()[0]
  const { status, restored } = chains.active
  if (found && (status !== 'connected' || (restored && !isUsed(chains.activeNamespace)))) chains.activeNamespace = found
}

/** Finishes a social login by the result that led back to this page. The result is nowhere else by now, and can be used once. */
async function continueSocial(result: string, signal: AbortSignal, load: typeof parts.social): Promise<void> {
  const leave = () => void finishElsewhere(result, load)
  if (signal.aborted) return leave()
  const social = await load().catch(() => undefined)
  if (signal.aborted) return leave()
  const finish = ({ finishSocial }: NonNullable<typeof social>) => isTaken() || finishSocial(result)
  if (social) return void finish(social)
  signal.addEventListener('abort', leave)
  void untilLoaded(load, signal).then((late) => {
    signal.removeEventListener('abort', leave)
    if (!signal.aborted) finish(late)
  })
}

/** The last element has left the page meanwhile: the login goes on with the next one, as after a framework has moved to another route. */
async function finishElsewhere(result: string, load: typeof parts.social): Promise<void> {
  await whenRestored()
  const { finishSocial } = await untilLoaded(load)
  if (!isTaken()) finishSocial(result)
}

/**
 * Whether the visitor has connected a wallet in this page, or is about to: a login of before does not take its place. A pairing that is
 * prepared for a phone's list of wallets has not been chosen, and an account that is only watched is no wallet.
 */
const isTaken = () =>
  (attempt.status === 'waiting' && attempt.wallet?.id !== WATCH && !isAhead()) ||
  embedded.busy !== undefined ||
  connectedNamespaces().some((namespace) => !chainOf(namespace).restored && chainOf(namespace).connectorId !== WATCH)

/** Whether the page is prerendered for a visit that may never come: until then extensions do not answer and no frame loads. */
const isPrerendering = () => (globalThis.document as { readonly prerendering?: boolean } | undefined)?.prerendering === true

/** Restores each stored wallet, in parallel and silently; not the `absent` one, whose code has not loaded. */
async function restoreWallets(signal: AbortSignal, absent: string | undefined): Promise<void> {
  const { active, entries }: RememberedConnections = config.reconnect === 'on' ? rememberedConnections() : { entries: {} }
  const wallets = new Set(Object.values(entries).map(({ connectorId }) => connectorId))
  if (absent) wallets.delete(absent)
  // The page was left with an open pairing, which may have become a session since.
  if (read(leftForAppKey) !== undefined) wallets.add(WALLET_CONNECT)
  // Not under an account that was connected meanwhile: this code may have loaded late.
  const isFree = (namespace: ChainNamespace) => chainOf(namespace).status !== 'connected'
  if (active && isFree(chains.activeNamespace)) chains.activeNamespace = active
  for (const [namespace, { networkId }] of Object.entries(entries))
    if (isConfigured(networkId) && isFree(namespace)) chainOf(namespace).networkId = networkId
  const of = (id: string) => Object.entries(entries).filter(([, { connectorId }]) => connectorId === id)
  await Promise.all([...wallets].map((id) => restoreWallet(id, of(id), signal)))
  if (signal.aborted) return
  // Unless the visitor has connected something meanwhile.
  if (active && chainOf(active).status === 'connected' && chains.active.restored) chains.activeNamespace = active
}

type Entry = readonly [ChainNamespace, RememberedConnection]

/** Restores one wallet, and again for as long as it cannot be asked. Resolves when the page need not wait for it any longer. */
async function restoreWallet(id: string, entries: readonly Entry[], signal: AbortSignal, pauseMs = RETRY_MS): Promise<void> {
  let isLost = false
  const wasOffline = isOffline()
  // The embedded wallet does not announce itself.
  if (id === AUTH_ID)
    await import('./embedded-recall').then(({ recallEmbedded }) => recallEmbedded()).catch(() => (isLost = true))
  const limit = new AbortController()
  const end = () => limit.abort()
  const isLeft = entries.length === 0
  let timer = setTimeout(end, isLeft ? PAIRING_LIMIT_MS : RESTORE_LIMIT_MS)
  signal.addEventListener('abort', end, { once: true })
  const ask = async () => {
    const connector = await untilDiscovered(id, limit.signal)
    if (comesSlowly(connector)) {
      clearTimeout(timer)
      timer = setTimeout(end, PAIRING_LIMIT_MS)
    }
    const isHeld = await askWallet(connector, entries, limit.signal)
    // Stopped because the last element has left; the next one starts again.
    if (signal.aborted) return
    if (!isLost && isHeld !== undefined) return forgetGone(id, entries)
    // The wallet could not be asked: tried again, unless the visitor disconnects or connects it meanwhile.
    const again = () => {
      if (isLeft || openOf(id, entries).length > 0) void restoreWallet(id, entries, signal, 2 * pauseMs)
    }
    if (wasOffline && !isOffline()) again()
    else later(again, pauseMs, signal)
  }
  const outcome = ask().finally(() => {
    clearTimeout(timer)
    signal.removeEventListener('abort', end)
    limit.abort()
  })
  if (!isLeft && !entries.some(([each]) => isUsed(each))) return
  const announced = await Promise.race([untilDiscovered(id, limit.signal), after(ANNOUNCE_LIMIT_MS)])
  // A visitor who came back before approving may still do so.
  if (announced) await Promise.race([outcome, after(isLeft ? LEFT_LIMIT_MS : RESTORE_LIMIT_MS)])
}

/** The namespaces of these entries that are still this wallet's and are not connected. */
const openOf = (id: string, entries: readonly Entry[]): ChainNamespace[] =>
  entries.flatMap(([namespace]) => {
    const isOwn = rememberedConnections().entries[namespace]?.connectorId === id
    return isOwn && chainOf(namespace).status !== 'connected' ? [namespace] : []
  })

/** The wallet has been asked: what it does not hold any more is forgotten. */
function forgetGone(id: string, entries: readonly Entry[]): void {
  if (entries.length === 0) forget(leftForAppKey)
  for (const namespace of openOf(id, entries)) if (isUsed(namespace)) forgetConnection(namespace)
}

/** Runs `then` once: as soon as the network is back, or after the pause if it was there (a chunk did not load). Not after the signal. */
function later(then: () => void, pauseMs: number, signal: AbortSignal): void {
  const over = new AbortController()
  const run = () => {
    over.abort()
    then()
  }
  const timer = setTimeout(() => isOffline() || run(), pauseMs)
  globalThis.addEventListener?.('online', run, over)
  over.signal.addEventListener('abort', () => clearTimeout(timer))
  signal.addEventListener('abort', () => over.abort(), over)
}

/** Whether this page uses the namespace. Another page of the site may have stored one that it does not. */
const isUsed = (namespace: ChainNamespace) => namespacesOf(config.networkIds).includes(namespace)

/** Whether asking this wallet needs the network: its code or its page may load slowly, or while this page is asleep. */
const comesSlowly = (connector: Connector | undefined) => /^(WALLET_CONNECT|AUTH)$/.test(connector?.type ?? '')

/** Forgets the stored connection of a namespace whose wallet is gone. Marked as `lost`, so that a tab that still has it keeps it. */
function forgetConnection(namespace: ChainNamespace): void {
  const { active, entries, lost = [] } = rememberedConnections()
  const { [namespace]: gone, ...rest } = entries
  if (gone) store({ active, entries: rest, lost: [...lost, namespace] })
}

/**
 * Restores one wallet; resolves to whether it is connected, false where it does not answer in time. Undefined where it could not be
 * asked: its code does not load or is slow, or there is no network.
 */
async function askWallet(connector: Connector | undefined, entries: readonly Entry[], limit: AbortSignal) {
  // Each namespace starts on its last network, the active one first.
  const isOther = ([namespace]: Entry) => Number(namespace !== chains.activeNamespace)
  const kept = [...entries].sort((one, other) => isOther(one) - isOther(other)).map(([, entry]) => entry)
  const isNew = entries.length === 0
  const late = !isNew && (comesSlowly(connector) || isOffline()) ? undefined : false
  const aborted = new Promise<typeof late>((resolve) => limit.addEventListener('abort', () => resolve(late), { once: true }))
  // Not what the visitor has connected or disconnected meanwhile. A watched account belongs to this tab alone.
  let taken = false
  const isKept = (namespace: ChainNamespace) => rememberedConnections().entries[namespace]?.connectorId === connector?.id
  const isWanted = (namespace: ChainNamespace) => {
    const { status, connectorId } = chainOf(namespace)
    const isFree = status !== 'connected'
    taken ||= !isFree && (isNew || connectorId !== WATCH)
    return isFree && (isNew || isKept(namespace))
  }
  // Once it has loaded, configureServices has told it the site's settings.
  if (connector?.type === 'WALLET_CONNECT') await walletConnect().catch(() => {})
  const asked = connector && !limit.aborted ? reconnect(connector, kept, isWanted, limit, !isNew).catch(() => undefined) : late
  // A session that came too late, after another wallet or a disconnect, is ended: the phone must not show it as connected.
  void Promise.resolve(asked).then((isHeld) => {
    const isOver = taken || (!isNew && !entries.some(([each]) => isKept(each)))
    if (connector?.type === 'WALLET_CONNECT' && isOver && !isHeld && !isLive(connector.id)) connector.disconnect().catch(() => {})
  })
  return Promise.race([asked, aborted])
}

const after = (ms: number) => new Promise<undefined>((resolve) => setTimeout(resolve, ms, undefined))
