import { AUTH_ID } from '../lib/auth-id'
import { type CaipNetworkId, parseCaipNetworkId } from '../lib/caip'
import { WalletError } from '../lib/errors'
import { isOffline } from '../lib/is-offline'
import { randomId } from '../lib/random-id'
import { forget, read, remember } from '../lib/storage'
import { frameChain, isThere } from './auth-chain'
import type { AuthConfig } from './auth-config'
import { doubtAccount, endDoubt, openDoubt } from './auth-doubts'
import { type AskOptions, RELOAD_LIMIT_MS, REQUEST_LIMIT_MS } from './auth-exchange'
import { type AuthFrame, openFrame } from './auth-frame'
import { hostWallets } from './auth-host'
import { type Answer, type AppEvent, accountOf, isOwners, type Question } from './auth-messages'
import { networksToAsk } from './auth-networks'
import { type AuthAccess, authProvider, authSolanaProvider } from './auth-provider'
import { isOwed, signOutFirst, untilHeard, usedKey, wasUsed } from './auth-used'
import type { Connection, Connector, ConnectorEvent } from './types'

export { usedVia, wasUsed } from './auth-used'

let config: AuthConfig | undefined
let frame: AuthFrame | undefined
let synced: AuthFrame | undefined
let networks: Readonly<Record<string, CaipNetworkId>> = {}
let held: readonly Connection[] = []
/** The frame's reload, once it has processed what the visitor had approved. */
let restarting: Promise<void> | undefined
const open = new Map<string, AbortController>()
const listeners = new Set<(event: ConnectorEvent) => void>()

/** Configures the embedded wallet; to be called before anything is asked. */
export function configureAuth(next: AuthConfig): void {
  config = { ...next, onAnew: () => void (frame && tellSite(frame)) }
}

/** Asks the secure frame, opening it if there is none. Throws FRAME_ERROR with the frame's message, else as `Exchange.ask`. */
export async function askFrame<Name extends AppEvent>(
  name: Name,
  payload?: Name extends keyof Question ? Question[Name] : undefined,
  options?: AskOptions,
): Promise<Answer<Name>> {
  const limits = isOwed(name) ? { ...options, limitMs: await signOutFirst(theFrame()) } : options
  if (name === 'SET_PREFERRED_ACCOUNT') doubtAccount()
  const current = theFrame()
  const asked = current.ask(name, payload, limits).catch((error) => {
    const idempotent = name !== 'RPC_REQUEST' && error instanceof WalletError && error.code === 'FRAME_NOT_SET'
    // A frame that was removed while it was asked is opened again, once.
    if (idempotent && !current.alive()) return theFrame().ask(name, payload, limits)
    throw error
  })
  return isOwners(name) ? asked.catch(checkExpiry) : asked
}

function theFrame(): AuthFrame {
  if (!config) throw new WalletError('EMAIL_LOGIN_UNAVAILABLE')
  if (frame && (!frame.alive() || frame.settings.url !== config.url || frame.settings.projectId !== config.projectId))
    closeFrame()
  frame ??= openFrame({ ...config, chainId: networks.eip155 ?? read(usedKey)?.chain ?? 'eip155:1' })
  if (synced !== frame) tellSite(frame)
  return frame
}

function tellSite(to: AuthFrame): void {
  synced = to
  if (!config) return
  const { metadata, sdkVersion, projectId = '', onStart } = config
  onStart()
  // Not awaited: sign-in works without the page's data.
  to.ask('SYNC_DAPP_DATA', { metadata, sdkVersion, sdkType: 'wallet-modal', projectId }).catch(() => {})
}

/** Removes the frame; its open requests reject. */
export function closeFrame(): void {
  frame?.close()
  frame = synced = undefined
}

/** Reloads the frame, so that it can no longer answer earlier requests; one that is not ready has received none. */
export async function reloadFrame(): Promise<void> {
  const current = frame
  if (!current?.alive() || !current.ready()) return
  // What the visitor has approved is processed and answered first.
  const limitMs = open.size > 0 ? REQUEST_LIMIT_MS : RELOAD_LIMIT_MS
  await current.ask('RELOAD', undefined, { limitMs }).then(
    () => tellSite(current),
    () => {
      // A frame that refuses or does not answer is removed. What was approved may still happen.
      current.restart()
      if (frame === current) closeFrame()
    },
  )
}

/** Makes the frame forget every request that waits for the visitor; each rejects (`Request was aborted`) unless already processed. */
export function abortApprovals(): void {
  const waiting = [...open.values()].filter(({ signal }) => !signal.aborted)
  if (waiting.length === 0) return
  for (const controller of waiting) controller.abort()
  restarting = reloadFrame()
}

async function send(namespace: string, method: string, params: unknown, kind: 'safe' | 'unsafe'): Promise<unknown> {
  // Nothing that signs or sends is ever sent to the frame twice.
  const once = kind === 'unsafe' || method === 'eth_sendRawTransaction'
  if (kind === 'safe') return askFrame('RPC_REQUEST', { method, params }, { once })
  const id = randomId()
  const controller = new AbortController()
  const { signal } = controller
  // A Solana signature is bound to a cluster by its blockhash: only sending needs the network checked.
  const meant = namespace === 'eip155' || method === 'solana_signAndSendTransaction' ? networkIn(namespace) : undefined
  const { addresses } = access(namespace)
  const [account] = addresses()
  open.set(id, controller)
  let done = false
  try {
    await config?.approve(id, method)
    await restarting
    do {
      if (openDoubt()) await refreshAccounts(openDoubt())
      if (!signal.aborted && addresses()[0] !== account) throw new WalletError('WALLET_UNAUTHORIZED')
      if (meant)
        await holdChain(namespace, meant, signal).catch((error) => {
          throw signal.aborted ? new WalletError('REQUEST_ABORTED') : error
        })
    } while (!signal.aborted && (openDoubt() || addresses()[0] !== account))
    const limits = { once, signal, limitMs: Number.POSITIVE_INFINITY }
    const answer = await askFrame('RPC_REQUEST', { method, params }, limits).catch(checkExpiry)
    done = true
    return answer
  } finally {
    open.delete(id)
    config?.settled(id, done)
  }
}

/**
 * Rethrows the error of a request. An ended session shows only as such an error: the frame is asked, and if it is over this disconnects,
 * tells it once and throws LOGIN_EXPIRED.
 */
async function checkExpiry(error: unknown): Promise<never> {
  if (!(error instanceof WalletError && error.code === 'FRAME_ERROR' && held.length > 0)) throw error
  if ((await askFrame('IS_CONNECTED').catch(() => undefined))?.isConnected !== false) throw error
  const expired = new WalletError('LOGIN_EXPIRED', { cause: error })
  const before = held
  forgetLogin()
  for (const listener of listeners) listener({ type: 'disconnect', reason: 'expired' })
  if (before.length > 0) config?.onExpired?.(expired)
  throw expired
}

/** Switches the frame to the chain meant if it is elsewhere, as after a failed switch. Throws CHAIN_MISMATCH, also if the page moved on. */
async function holdChain(namespace: string, meant: CaipNetworkId, signal: AbortSignal): Promise<void> {
  if (!isThere(meant, await askFrame('GET_CHAIN_ID', undefined, { signal }))) {
    const moved = await askFrame('SWITCH_NETWORK', { chainId: frameChain(meant) }, { signal }).catch((cause) => {
      throw cause.code === 'LOGIN_EXPIRED' ? cause : new WalletError('CHAIN_MISMATCH', { cause })
    })
    if (!isThere(meant, moved)) throw new WalletError('CHAIN_MISMATCH')
  }
  if (networkIn(namespace) !== meant) throw new WalletError('CHAIN_MISMATCH')
}

const networkIn = (namespace: string) => connectionIn(namespace)?.networkId ?? networks[namespace] ?? 'eip155:1'

const access = (namespace: string): AuthAccess => ({
  networkId: () => networkIn(namespace),
  addresses: () => connectionIn(namespace)?.accounts.map((id) => id.slice(id.lastIndexOf(':') + 1)) ?? [],
  switchTo: (networkId) => switchNetwork(networkId),
  send: (method, params, kind) => send(namespace, method, params, kind),
  read: (call) => (frame?.isOn(networkIn(namespace)) ? undefined : config?.read?.(networkIn(namespace), call)),
  refuse(method) {
    abortApprovals()
    config?.refused(method)
  },
})
const providers = { eip155: authProvider(access('eip155')), solana: authSolanaProvider(access('solana')) }
type Namespace = keyof typeof providers
const isNamespace = (text: string): text is Namespace => text in providers
const connectionIn = (namespace: string) => held.find((each) => each.namespace === namespace)
const hosts = hostWallets(providers, connectionIn)

async function switchNetwork(networkId: CaipNetworkId): Promise<void> {
  await askFrame('SWITCH_NETWORK', { chainId: frameChain(networkId) })
  const connection = await readUser(networkId).catch((error) => {
    // The page stays on its network, so the frame goes back to it.
    const [before = held[0]] = held.filter((each) => networkId.startsWith(`${each.namespace}:`))
    if (before) askFrame('SWITCH_NETWORK', { chainId: frameChain(before.networkId) }).catch(() => {})
    throw error
  })
  tell(held.map((each) => (each.namespace === connection.namespace ? connection : each)))
}

async function readUser(networkId: CaipNetworkId, signal?: AbortSignal): Promise<Connection> {
  const { namespace } = parseCaipNetworkId(networkId)
  if (!isNamespace(namespace)) throw new WalletError('CHAIN_NOT_SUPPORTED')
  const preferredAccountType = namespace === 'eip155' ? (config?.accountType() ?? 'eoa') : 'eoa'
  const user = await askFrame('GET_USER', { chainId: frameChain(networkId), preferredAccountType }, { signal })
  const { address, type } = accountOf(user, namespace)
  config?.onUser(user)
  networks = { ...networks, [namespace]: networkId }
  return {
    namespace,
    networkId,
    accounts: [`${networkId}:${address}`],
    provider: providers[namespace],
    publicProvider: await hosts.of(namespace),
    types: { [address]: type },
    peer: config?.label() ?? { name: 'Auth' },
  }
}

/** Reads the account of each namespace again: another account type was chosen, or may have been (`doubt`: the one that this ends). */
export async function refreshAccounts(doubt = doubtAccount()): Promise<void> {
  const next: Connection[] = []
  // In the order of connecting: the frame ends on the first network, and reports its account last.
  for (const { networkId } of [...held].reverse()) next.unshift(await readUser(networkId))
  endDoubt(doubt)
  tell(next)
}

async function connectAll(
  wanted: readonly { readonly caipNetworkId: CaipNetworkId }[],
  only: readonly string[] | undefined,
  signal: AbortSignal,
  chosen?: CaipNetworkId,
): Promise<readonly Connection[]> {
  const ids = wanted.map(({ caipNetworkId }) => caipNetworkId)
  const usedIn = (namespace: string) => [networks[namespace], read(usedKey)?.chain]
  const asked = networksToAsk(ids, only, usedIn, chosen)
  if (asked.length === 0) throw new WalletError('CHAIN_NOT_SUPPORTED')
  const found: Connection[] = []
  // One after another: the frame ends on the last chain asked for.
  for (const networkId of asked) found.unshift(await readUser(networkId, signal))
  if (signal.aborted) throw new WalletError('ABORTED')
  return hold(found)
}

function hold(next: readonly Connection[]): readonly Connection[] {
  held = next
  hosts.changed()
  remember(usedKey, { used: true, chain: next[0]?.networkId, via: config?.via() })
  return next
}

/** The page has dropped the wallet, e.g. signed out in another tab: ends hosts' access and aborts open approvals. */
export function letGo(): void {
  if (held.length > 0) abortApprovals()
  networks = {}
  held = []
  hosts.changed()
}

/** Forgets the stored login: flag, last chain, social network. With nothing held, a user known here is just signing in, and stays. */
function forgetLogin(): void {
  if (held.length > 0) config?.onForgotten()
  // Emptied before `letGo`, which would abort open requests: they reject by themselves, with the reason.
  held = []
  letGo()
  forget(usedKey)
}

function tell(connections: readonly Connection[]): void {
  // Signed out meanwhile: nothing to report.
  if (held.length === 0) return
  hold(connections)
  for (const listener of listeners) listener({ type: 'change', connections })
}

/** The wallet in the secure frame; it can be connected once somebody has signed in there. */
export const authConnector: Connector = {
  id: AUTH_ID,
  name: 'Auth',
  type: 'AUTH',
  namespaces: ['eip155', 'solana'],
  connect: ({ networks: wanted, namespace, beside = [], signal }) =>
    connectAll(wanted, namespace && [namespace, ...beside], signal).catch((cause) => {
      // The frame's message may name the visitor, and hosts' events carry this error.
      throw cause?.code === 'FRAME_ERROR' ? new WalletError('CONNECT_FAILED') : cause
    }),
  async restore({ networks: wanted, signal }) {
    if (!wasUsed()) return []
    // No answer, e.g. on a slow connection, is no sign-out; offline, it is asked again once online.
    const unlessSaid = (cause: WalletError) =>
      isOffline() ? Promise.reject(cause) : { isConnected: cause.code !== 'FRAME_ERROR' }
    const { isConnected } = await askFrame('IS_CONNECTED', undefined, { signal }).catch(unlessSaid)
    if (!isConnected) forgetLogin()
    // On the network wanted now: another tab may have switched since this one did.
    return isConnected && !signal.aborted ? connectAll(wanted, undefined, signal, wanted[0]?.caipNetworkId) : []
  },
  async disconnect() {
    abortApprovals()
    const asked = askFrame('SIGN_OUT')
    forgetLogin()
    await untilHeard(asked)
  },
  on(listener) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}
