import type { CaipNetworkId, ChainNamespace } from '../lib/caip'
import { WalletError } from '../lib/errors'
import { toWalletError } from '../lib/rpc-errors'
import type { Connection, ConnectorEvent, ConnectRequest } from './types'
import { nextTime } from './wait'
import { forgetApp, keepApp, leadToApp, sessionOfLeft } from './wallet-connect-app'
import { openChoices } from './wallet-connect-choices'
import {
  knowsLess,
  leaveSession,
  on,
  onRelay,
  openClient,
  openOnReturn,
  restClient,
  type Session,
  wakeClient,
} from './wallet-connect-client'
import type { RpcFetch, WalletConnectConfig } from './wallet-connect-config'
import {
  activate,
  approvedOf,
  begin,
  type Current,
  leading,
  newCurrent,
  renew,
  type WalletConnectSession,
} from './wallet-connect-current'
import { ADDRESSES_CHANGED, proposalFor, readNetwork } from './wallet-connect-namespaces'
import { FATAL_CODES, pair, signingIn } from './wallet-connect-pairing'
import { inPlaceOf } from './wallet-connect-replace'
import { openUnheard } from './wallet-connect-unheard'
import { openViews } from './wallet-connect-views'

/** How long after the last listener has gone the socket is closed; another attempt often follows at once. */
const SLEEP_AFTER_MS = 5_000

type Tell = (event: ConnectorEvent) => void
type Rpc = () => RpcFetch | undefined

/** Opens the client, in place of an earlier one, and listens to it. Throws if the SDK cannot start. */
export const openWalletConnect = (
  left: Promise<WalletConnectSession> | undefined,
  networks: ConnectRequest['networks'],
  config: WalletConnectConfig,
  tell: Tell,
  rpc: Rpc,
): Promise<WalletConnectSession> => inPlaceOf(left, networks, tell, () => openSession(config, tell, rpc))

async function openSession(config: WalletConnectConfig, tell: Tell, rpc: Rpc): Promise<WalletConnectSession> {
  const client = await openClient(config)
  const isHosts = client === config.signClient
  // One-click sign-in patches the client (`wallet-connect-authenticate.ts`), which is not done to a host's own.
  const oneClick = isHosts ? undefined : config.oneClick
  const choices = openChoices(client, config.storagePrefix)
  let current: Current | undefined
  /** The session that was last about to become the current one: two searches at once, as for two namespaces, find the same. */
  let coming: Current | undefined
  /** Counts the calls of `adopt`. */
  let begun = 0
  /** The number of the last of these whose session became the current one. */
  let adopted = 0
  const unheard = openUnheard(() => current)
  /** Open attempts, and searches for the outcome of an earlier one. */
  let pairing = 0
  let online = true
  let sleeping: ReturnType<typeof setTimeout> | undefined
  const changes = nextTime()
  const isCurrent = (session: Current) => current === session
  const views = openViews({ client, rpc, isCurrent, setNetwork, changed: changes.wait })

  function setNetwork(session: Current, namespace: ChainNamespace, networkId: CaipNetworkId) {
    if (current !== session || session.network.get(namespace) === networkId) return
    session.network.set(namespace, networkId)
    choices.keep(session)
    told(session)
  }

  function told(session: Current) {
    changes.happened()
    if (unheard.catchingUp) return
    const connections = views.connectionsOf(session)
    if (connections.length) tell({ type: 'change', connections })
    else end('wallet')
    for (const { host } of session.views.values()) host?.changed()
  }

  function end(reason: 'wallet' | 'expired') {
    if (!current) return
    leave()
    if (!unheard.catchingUp) tell({ type: 'disconnect', reason })
  }

  /** Ends the use of the current session, for `next` if given. */
  function leave(next?: Current) {
    const left = current
    current = next
    if (left !== next) left?.over.abort()
    for (const { host } of left?.views.values() ?? []) host?.changed()
  }

  /** Makes a session the current one; with our own client all earlier ones are ended. */
  async function adopt(record: Session, { networks, namespace, signal }: ConnectRequest): Promise<readonly Connection[]> {
    const mine = ++begun
    // Not one that is paired while this takes its time, as code that loads slowly.
    const others = isHosts ? [] : client.session.keys.filter((topic) => topic !== record.topic)
    const last = await choices.read(record.topic)
    // The current session's object is kept: hosts hold its providers.
    const isKept = (each: Current | undefined) => each?.topic === record.topic && !each.over.signal.aborted
    const session = [current, coming].find(isKept) ?? newCurrent(record)
    coming = session
    begin(session, record, last, networks)
    if (session.network.size === 0 || (namespace && !session.network.has(namespace))) {
      leaveSession(client, record.topic).catch(() => {})
      throw new WalletError('NO_ACCOUNTS_FOUND')
    }
    if (session.network.has('bip122'))
      session.bitcoin ??= (await import('./wallet-connect-bitcoin')).openBitcoin(record.sessionProperties)
    // The SDK would open any link found in the page's storage, unchecked, on each request (SECURITY E13).
    if (!isHosts) await client.session.update(record.topic, { sessionConfig: { ...record.sessionConfig, disableDeepLink: true } })
    await views.load()
    if (signal.aborted || (mine < adopted && current !== session)) throw new WalletError('ABORTED')
    adopted = Math.max(adopted, mine)
    leave(session)
    choices.keep(session)
    unheard.catchUp(session)
    if (current !== session) throw new WalletError('CONNECT_FAILED', { message: 'The wallet has ended the session meanwhile' })
    for (const topic of others) leaveSession(client, topic).catch(() => {})
    return leading(views.connectionsOf(session), { networks, namespace })
  }

  const stops = [
    on(client, 'session_update', ({ topic }) => unheard.tell(topic, refresh)),
    on(client, 'session_event', ({ topic, params }) => unheard.tell(topic, (session) => hear(session, params))),
    // The SDK also emits this for an expired session, with id 0 and before `session_expire`.
    on(client, 'session_delete', ({ topic, id }) => unheard.tell(topic, () => end(id === 0 ? 'expired' : 'wallet'))),
    on(client, 'session_expire', ({ topic }) => unheard.tell(topic, () => end('expired'))),
    leadToApp(client, (topic) => !isHosts && current?.topic === topic),
    openOnReturn(client, () => current !== undefined || pairing > 0),
    onRelay(client, 'relayer_connect', () => tellRelay(true)),
    onRelay(client, 'relayer_disconnect', () => tellRelay(false)),
    onRelay(client, 'relayer_error', (cause) => {
      const { code } = toWalletError(cause, 'RELAY_UNREACHABLE')
      // An open attempt rejects with it itself.
      if (!pairing && FATAL_CODES.has(code)) tell({ type: 'error', code, cause })
    }),
  ]

  function tellRelay(connected: boolean) {
    // A socket that closes while nothing needs it is not reported.
    if (connected === online || !(connected || current || pairing)) return
    online = connected
    tell({ type: 'relay', status: connected ? 'connected' : 'reconnecting' })
  }

  function refresh(session: Current) {
    renew(session, client.session.getAll().find(({ topic }) => topic === session.topic) ?? session.record)
    told(session)
  }

  function hear(session: Current, { event, chainId }: { event: { name: string; data: unknown }; chainId: string }) {
    const [namespace = ''] = chainId.split(':')
    if (!approvedOf(session).has(namespace)) return
    if (event.name === 'chainChanged') {
      // The payload takes precedence over the envelope, which must name an approved chain in any case.
      const networkId = readNetwork(event.data, namespace) ?? readNetwork(chainId, namespace)
      if (networkId) setNetwork(session, namespace, networkId)
    }
    if (event.name === ADDRESSES_CHANGED && session.bitcoin?.hear(event.data)) told(session)
    if (event.name === 'accountsChanged' && activate(session, namespace, event.data)) {
      choices.keep(session)
      told(session)
    }
  }

  async function rest() {
    leave()
    await restClient(client)
  }

  async function connect(request: ConnectRequest): Promise<readonly Connection[]> {
    clearTimeout(sleeping)
    wakeClient(client)
    if (request.signal.aborted) throw new WalletError('ABORTED')
    pairing += 1
    let made: Session | undefined
    try {
      const { signal, networks, namespace, beside = [] } = request
      const proposal = proposalFor(networks, namespace ? [namespace, ...beside] : undefined)
      made = await pair({ client, proposal, signal, tell, begin: await signingIn(client, oneClick, proposal, signal) })
      keepApp(made)
      return await adopt(made, request)
    } catch (cause) {
      // Aborted meanwhile, or a chunk failed to load: the wallet must not believe that it is connected.
      if (made && (request.signal.aborted || !(cause instanceof WalletError))) leaveSession(client, made.topic).catch(() => {})
      throw cause
    } finally {
      pairing -= 1
    }
  }

  async function restore(request: ConnectRequest): Promise<readonly Connection[]> {
    clearTimeout(sleeping)
    wakeClient(client)
    const kept = request.left ? [] : client.session.getAll().filter(({ expiry }) => expiry * 1000 > Date.now())
    // A host's own client may have newer sessions that are not ours.
    const own = isHosts && kept.length > 0 ? await choices.topic() : kept.at(-1)?.topic
    pairing += 1
    const left = await sessionOfLeft(client, request.signal, oneClick, request.left).finally(() => (pairing -= 1))
    if (left && request.left && current && current.topic !== left.topic) {
      // Another session, e.g. from another tab, is in use by now.
      leaveSession(client, left.topic).catch(() => {})
      return []
    }
    const newest = left ?? kept.find(({ topic }) => topic === own)
    // Sessions that another tab has made since need a new client (`wallet-connect.ts`).
    if (!newest || request.signal.aborted || (await knowsLess(client))) return []
    // A passing failure, such as a chunk that does not load, is rejected: it does not end the session.
    return adopt(newest, request).catch((cause) => (cause instanceof WalletError ? [] : Promise.reject(cause)))
  }

  return {
    connect,
    restore,
    async disconnect() {
      const topic = current?.topic
      leave()
      choices.forget()
      forgetApp()
      if (topic) await leaveSession(client, topic)
    },
    sleep(isIdle) {
      clearTimeout(sleeping)
      sleeping = setTimeout(() => {
        if (isIdle() && pairing === 0) void rest()
      }, SLEEP_AFTER_MS)
    },
    async close() {
      clearTimeout(sleeping)
      const wasLive = current !== undefined
      for (const stop of stops) stop()
      await rest()
      return wasLive
    },
  }
}
