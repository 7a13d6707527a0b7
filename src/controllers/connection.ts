import type { Connection, Connector, ConnectorEvent, Provider } from '../connectors/types'
import type { CaipNetworkId, ChainNamespace } from '../lib/caip'
import { WalletError } from '../lib/errors'
import { type SharedWait, sharedWait } from '../lib/shared-wait'
import { untilAborted } from '../lib/until-aborted'
import { identify, WALLET_CONNECT } from '../lib/wallet'
import { attempt } from '../state/attempt'
import { type Chain, chainOf, chains, noChain } from '../state/chains'
import { config } from '../state/config'
import { pairing } from '../state/pairing'
import { reset } from '../state/store'
import { action } from './action'
import { activeAccount, addressIn } from './active-account'
import { connectorById } from './discovery'
import { type EndReason, tellEnd } from './endings'
import { nameError } from './name-error'
import { isConfigured, networksFrom } from './network-list'
import { isAhead, mayBegin, waitIn } from './prepared-pairing'
import { publicProviderOf, publishProvider } from './providers'
import { awaitedActive, forgetWallet, keepFailed } from './remembered'
import { report } from './report'

/** Disconnecting never waits longer than this for a wallet. */
const DISCONNECT_LIMIT_MS = 5_000

type Live = { readonly connector: Connector; readonly connection: Connection }
type Pending = {
  readonly connector: Connector
  readonly wanted: readonly ChainNamespace[]
  readonly controller: AbortController
  readonly join: SharedWait<boolean>
}

const live = new Map<ChainNamespace, Live>()
const listening = new Map<Connector, () => void>()
let pending: Pending | undefined
const idle = { status: 'idle', code: undefined, wallet: undefined, namespace: undefined }

type ConnectOptions = {
  readonly wallet: string
  readonly namespace?: ChainNamespace | undefined
  readonly signal?: AbortSignal | undefined
  /** Begun before the visitor chooses it; the host is asked when that happens (`choosePrepared`). */
  readonly ahead?: boolean | undefined
}

/**
 * Connects a wallet by its id; resolves to whether it did: `false` when the host refused the step.
 * One attempt at a time: asking the same wallet again joins it, asking another one, or for another namespace, ends it.
 * A signal ends the wait of its caller, and with the last caller the attempt.
 * Throws WALLET_NOT_FOUND, WALLET_CONNECT_CONNECTOR_NOT_FOUND, USER_REJECTED, REQUEST_PENDING, NO_ACCOUNTS_FOUND, ABORTED and what the wallet says.
 */
export const connect = action(
  'CONNECT_FAILED',
  async ({ wallet, namespace, signal, ahead = false }: ConnectOptions): Promise<boolean> => {
    const connector = connectorById(wallet, namespace)
    if (!connector) throw new WalletError(wallet === WALLET_CONNECT ? 'WALLET_CONNECT_CONNECTOR_NOT_FOUND' : 'WALLET_NOT_FOUND')
    const isSame = !namespace || connector.namespaces.length === 1 || pending?.wanted.join() === namespace
    if (isSame && pending?.connector.id === connector.id) return pending.join(signal)
    if (!mayBegin(connector, namespace, ahead)) return false
    cancelConnect()
    const controller = new AbortController()
    const isOpen = () => pending?.controller === controller
    const result = runAttempt(connector, namespace, controller.signal).finally(() => {
      if (isOpen()) pending = undefined
      stopIdle()
    })
    const join = sharedWait(result, () => isOpen() && cancelConnect())
    pending = { connector, wanted: namespace ? [namespace] : connector.namespaces, controller, join }
    return join(signal)
  },
)

async function runAttempt(connector: Connector, namespace: ChainNamespace | undefined, signal: AbortSignal): Promise<boolean> {
  Object.assign(attempt, { status: 'waiting', wallet: identify(connector), namespace, code: undefined, startedAt: Date.now() })
  if (connector.type === 'WALLET_CONNECT') pairing.status = 'preparing'
  if (!isAhead()) waitIn(namespace ? [namespace] : connector.namespaces)
  signal.addEventListener('abort', endWaiting)
  try {
    listen(connector)
    // A wallet without a network of its own starts on the one that was chosen here before.
    const chosen = [chains.active, ...connector.namespaces.map(chainOf), { networkId: config.startNetwork }]
    const networks = await networksFrom(chosen)
    if (signal.aborted) throw new WalletError('ABORTED')
    // The namespaces that this wallet serves already: a new pairing ends the session before, so it has to ask for those too.
    const beside = [...live].flatMap(([each, held]) => (held.connector === connector ? each : []))
    const connections = await connector.connect({ networks, namespace, beside, signal })
    if (signal.aborted) throw new WalletError('ABORTED')
    settle(connector, connections, { restored: false, activate: true })
    Object.assign(attempt, { status: 'connected', wallet: chains.active.wallet })
    return true
  } catch (cause) {
    const error = await nameError(cause, 'CONNECT_FAILED')
    // Canceling has reset the state already; this must not touch a later attempt, which may be of the same wallet.
    if (signal.aborted) throw new WalletError('ABORTED', { cause })
    const { code } = error
    const end = code === 'ABORTED' ? { status: 'idle', code: undefined } : { status: 'failed', code }
    if (attempt.wallet?.id === connector.id && attempt.status === 'waiting') Object.assign(attempt, end)
    if (connector.type === 'WALLET_CONNECT') Object.assign(pairing, end, { uri: undefined })
    throw error
  } finally {
    if (!signal.aborted) endWaiting()
  }
}

/** There is one attempt at a time. */
function endWaiting(): void {
  for (const chain of Object.values(chains.byNamespace)) if (chain.status === 'connecting') chain.status = 'disconnected'
}

/** Ends the open attempt, if any; a later answer of the wallet is ignored. */
export function cancelConnect(): void {
  pending?.controller.abort()
  pending = undefined
  // A pairing URI works only once.
  Object.assign(pairing, { status: 'idle', uri: undefined, expiresAt: 0, code: undefined })
  if (attempt.status !== 'connected') Object.assign(attempt, idle)
}

/** Ends the attempt and its result: its screen has been left, and the next one starts clean. */
export function forgetAttempt(): void {
  cancelConnect()
  Object.assign(attempt, idle)
  stopIdle()
}

/**
 * Restores a wallet's earlier connections silently, in namespaces for which `isWanted` holds once it has answered. `restored` is false
 * for what was approved while the page was unloaded: it is in use, as a new one. Resolves to whether there is one. Throws what the wallet says.
 */
export async function reconnect(
  connector: Connector,
  preferred: Parameters<typeof networksFrom>[0],
  isWanted: (namespace: ChainNamespace) => boolean,
  signal: AbortSignal,
  restored = true,
): Promise<boolean> {
  const networks = await networksFrom(preferred)
  listen(connector)
  const held = await connector.restore({ networks, signal, left: !restored }).catch((cause) => {
    stopIdle()
    throw cause
  })
  const connections = held.filter(({ namespace }) => isWanted(namespace))
  const isHeld = !signal.aborted && connections.length > 0
  // An attempt that ended meanwhile may have stopped the listening.
  listen(connector)
  if (isHeld) settle(connector, connections, { restored, activate: !restored })
  else stopIdle()
  return isHeld
}

type Manner = { readonly restored: boolean; readonly activate: boolean }

/** The single entry for what a wallet says: connect, restore, account and chain changes, session updates. */
function settle(connector: Connector, connections: readonly Connection[], { restored, activate }: Manner): void {
  for (const connection of connections) {
    const { namespace, networkId, accounts, approved, peer, types, session } = connection
    const before = live.get(namespace)?.connector
    live.set(namespace, { connector, connection })
    const provider = connection.publicProvider ?? connection.provider
    // With the same provider it is the same wallet, found under two ids.
    if (before && !isLive(before.id) && publicProviderOf(namespace) !== provider) release(before)
    publishProvider(namespace, provider)
    const chain = chainOf(namespace)
    Object.assign(chain, {
      wallet: { ...identify(connector), ...peer },
      connectorId: connector.id,
      session,
      accounts: [...accounts],
      approved: approved && [...approved],
      accountTypes: types,
      restored: restored || (chain.restored && !activate),
      networkId,
      caipAddress: activeAccount(namespace, accounts, restored),
      status: 'connected',
    } satisfies Partial<Chain>)
  }
  drop('wallet', (each) => each.connector.id === connector.id && !connections.includes(each.connection))
  const first = connections[0]?.namespace
  if (first && (activate || (chains.active.status !== 'connected' && !awaitedActive()))) chains.activeNamespace = first
}

/** Disconnects a wallet that another one has replaced. */
function release(connector: Connector): void {
  stopListening(connector)
  void connector.disconnect().catch(() => {})
}

/** Removes each connection for which `isGone` holds, and tells that it has ended. The wallet is not asked. `followed`: another tab has ended it. */
export function drop(reason: EndReason, isGone: (each: Live, namespace: ChainNamespace) => boolean, followed?: boolean): void {
  const used = live.has(chains.activeNamespace)
  for (const [namespace, each] of live) {
    if (!isGone(each, namespace)) continue
    const { caipAddress } = chainOf(namespace)
    if (reason === 'error') keepFailed(namespace)
    clear(namespace)
    // Another wallet is being asked for this namespace.
    if (pending?.wanted.includes(namespace) && !isAhead()) waitIn([namespace])
    if (caipAddress) tellEnd({ namespace, caipAddress, reason, followed })
  }
  const [next] = live.keys()
  if (used && next && !live.has(chains.activeNamespace)) chains.activeNamespace = next
  stopIdle()
}

/** Clears a namespace; its network stays as the visitor's choice if the app uses it. */
function clear(namespace: ChainNamespace): void {
  const chain = chainOf(namespace)
  live.delete(namespace)
  publishProvider(namespace, undefined)
  reset(chain, { ...noChain(), networkId: isConfigured(chain.networkId) ? chain.networkId : undefined })
}

/** Disconnects one namespace, or all; a wallet that serves several is disconnected from all of them. Ends disconnected whatever fails. */
export const disconnect = action('DISCONNECT_FAILED', async (namespace?: ChainNamespace): Promise<void> => {
  const leaving = new Set([...live].flatMap(([each, { connector }]) => (!namespace || each === namespace ? connector : [])))
  // An attempt for another namespace goes on; not with a wallet that is left, as its new session would include this one.
  if (!namespace || !pending || pending.wanted.includes(namespace) || leaving.has(pending.connector)) forgetAttempt()
  forgetWallet(namespace)
  drop('user', ({ connector }) => leaving.has(connector))
  const results = await Promise.allSettled(
    [...leaving].map((connector) => untilAborted(connector.disconnect(), undefined, DISCONNECT_LIMIT_MS)),
  )
  const failed = results.find((result) => result.status === 'rejected')
  if (failed) throw new WalletError('DISCONNECT_FAILED', { cause: failed.reason })
})

/** Clears all connections silently, and the attempt: the last element has left the page. */
export function abandonConnections(): void {
  for (const namespace of live.keys()) clear(namespace)
  forgetAttempt()
}

/** Notes a namespace's new network for wallets that send no event of their own. */
export function noteNetwork(namespace: ChainNamespace, networkId: CaipNetworkId): void {
  const entry = live.get(namespace)
  if (!entry || chainOf(namespace).networkId === networkId) return
  const accounts = entry.connection.accounts.map((id) => `${networkId}:${addressIn(id)}` as const)
  const others = [...live].flatMap(([each, { connector, connection }]) =>
    connector.id === entry.connector.id && each !== namespace ? connection : [],
  )
  settle(entry.connector, [{ ...entry.connection, networkId, accounts }, ...others], { restored: false, activate: false })
}

/** The live wallet of a namespace. Throws PROVIDER_NOT_FOUND. */
export function walletOf(namespace: ChainNamespace): Provider {
  const entry = live.get(namespace)
  if (!entry) throw new WalletError('PROVIDER_NOT_FOUND')
  return entry.connection.provider
}

/** Whether a wallet of this id holds a connection. */
export const isLive = (connectorId: string): boolean => [...live.values()].some(({ connector }) => connector.id === connectorId)

/** Namespaces with a connection, in the order they were made. */
export const connectedNamespaces = (): ChainNamespace[] => [...live.keys()]

/** By the connector, not its id: a host may replace a wallet by another one with the same id. */
function listen(connector: Connector): void {
  if (listening.has(connector)) return
  const stop = connector.on((event) => hear(connector, event))
  listening.set(connector, stop)
}

function stopListening(connector: Connector): void {
  listening.get(connector)?.()
  listening.delete(connector)
  // Nothing would report that the relay is back.
  if (connector.id === WALLET_CONNECT) pairing.relay = 'connected'
}

/** Stops listening to wallets without a connection, unless one is being asked or still shows a request. */
function stopIdle(): void {
  const awaited = attempt.code === 'REQUEST_PENDING' ? attempt.wallet?.id : pending?.connector.id
  const isHeld = (each: Connector) => [...live.values()].some(({ connector }) => connector === each)
  for (const each of listening.keys()) if (!isHeld(each) && each.id !== awaited) stopListening(each)
}

function hear(connector: Connector, event: ConnectorEvent): void {
  const asked = attempt.wallet?.id === connector.id
  if (event.type === 'pairing')
    Object.assign(pairing, { status: 'ready', uri: event.uri, expiresAt: event.expiresAt, code: undefined })
  if (event.type === 'relay') pairing.relay = event.status
  if (event.type === 'error') {
    if (asked && pairing.status !== 'ready') Object.assign(pairing, { status: 'failed', code: event.code })
    report(new WalletError(event.code, { cause: event.cause }))
  }
  if (event.type === 'change' && (isLive(connector.id) || asked)) {
    const activate = !isLive(connector.id)
    // A namespace that was disconnected here, or that another wallet took over, is not this wallet's any more.
    const own = event.connections.filter(({ namespace }) => activate || live.get(namespace)?.connector.id === connector.id)
    settle(connector, own, { restored: false, activate })
    // The wallet answered an earlier request after we had stopped waiting for it (-32002).
    if (asked && attempt.code === 'REQUEST_PENDING') Object.assign(attempt, { status: 'connected', code: undefined })
  }
  if (event.type === 'disconnect') drop(event.reason, (each) => each.connector.id === connector.id)
}
