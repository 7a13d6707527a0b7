import { configure } from '../controllers/config'
import { connectorById, walletsAsked } from '../controllers/discovery'
import { part } from '../controllers/load-part'
import type { PreparedSend, SendOrder } from '../controllers/prepare-send'
import { publicProviderOf } from '../controllers/providers'
import { publicAccount } from '../controllers/public-account'
import { readNetworks } from '../controllers/read-networks'
import { onError as hearErrors } from '../controllers/report'
import { restoreConnections, sessionsKnown, whenRestored } from '../controllers/restore'
import { joinTabs } from '../controllers/tabs'
import { sleep, wake } from '../controllers/wake'
import { type CaipNetworkId, type ChainNamespace, isCaipNetworkId } from '../lib/caip'
import { WalletError } from '../lib/errors'
import { untilAborted } from '../lib/until-aborted'
import { publicVersion } from '../lib/version'
import { startWhenLoaded } from '../lib/when-loaded'
import { chainOf, chains } from '../state/chains'
import { type GivenSetting, modes, type Settings } from '../state/config'
import { offerOwn, ownOffered } from './own-wallets'

export type { PreparedSend, SendOrder } from '../controllers/prepare-send'
export type { PublicAccount } from '../controllers/public-account'
export type { CaipAddress, CaipNetworkId, ChainNamespace } from '../lib/caip'
export { type ErrorCode, WalletError } from '../lib/errors'
export type { TokenBalance } from '../lib/token'
export type { Transaction, Transfer } from '../lib/transaction'
export type { WalletInfo } from '../lib/wallet'
export type { Store } from './store'
export {
  type Balances,
  balances,
  type Connection,
  connection,
  type History,
  type Pairing,
  pairings,
  transactions,
  wallets,
} from './stores'

/** Version of this release. */
export const version: string = publicVersion

type Meant =
  | 'projectId'
  | 'mode'
  | 'networks'
  | 'defaultNetwork'
  | 'providerUrl'
  | 'walletsUrl'
  | 'relayUrl'
  | 'appName'
  | 'appDescription'
  | 'appUrl'
  | 'appIcon'
  | 'excludeWallets'
  | 'reconnect'
  | 'storagePrefix'

/** The attributes of `<wallet-modal>` that make sense without its UI. */
export type HeadlessSettings = { readonly [K in Meant]?: GivenSetting<K> } & {
  /** RPC URLs by CAIP-2 id; several of one chain are tried in order. A chain named here is never read elsewhere. */
  readonly rpcUrl?: Readonly<Record<CaipNetworkId, string | readonly string[] | undefined>> | undefined
  /** The app's own networks, added to `networks`: `{ id, name, nativeCurrency, rpcUrls?, … }`, as viem shapes them. */
  readonly customNetworks?: readonly object[] | undefined
  /** The app's own wallets: `{ id, name, icon?, provider, namespace? }` (EIP-1193), or of the Wallet Standard. */
  readonly externalConnectors?: readonly unknown[] | undefined
}

let stop: (() => void) | undefined

/**
 * Configures, discovers wallets, and restores the last connection. No service is contacted before a wallet is chosen. Once per page;
 * returns its stop. Throws ATTRIBUTE_INVALID.
 */
export function start({ customNetworks = [], externalConnectors = [], ...settings }: HeadlessSettings = {}): () => void {
  const { networks = [], rpcUrl = {}, mode = 'production' } = settings
  const own = Array.isArray(externalConnectors) ? readNetworks(customNetworks) : undefined
  const [strange] = [...networks, ...Object.keys(rpcUrl)].filter((id) => !isCaipNetworkId(id)).map(String)
  if (strange !== undefined) throw invalid(`networks and rpcUrl expect CAIP-2 ids, e.g. eip155:56, not ${strange}.`)
  // It may be a bundler's own mode, e.g. `development`.
  if (!modes[mode]) throw invalid(`mode expects ${Object.keys(modes)}, not ${mode}.`)
  if (!own) throw invalid('customNetworks expects viem networks, externalConnectors a list.')
  // Without undefined members, such as an unset environment variable: these keep the default.
  const given: Partial<Settings> = JSON.parse(JSON.stringify(settings))
  stop?.()
  // The page itself asks for signatures and reports a wrong network.
  configure({ ...given, customNetworks: own.customNetworks, signInMode: 'off', wrongNetwork: 'ignore' })
  const leaving = new AbortController()
  const stops = [restoreConnections(), joinTabs(), sleep, () => leaving.abort()]
  offerOwn(externalConnectors, leaving.signal)
  const end = () => {
    if (stop !== end) return
    stop = undefined
    for (const each of stops) each()
  }
  stop = end
  return end
}

// Browsers print the message of an error that nobody catches, and no other member.
const invalid = (help: string) => new WalletError('ATTRIBUTE_INVALID', { help, message: `Invalid settings: ${help}` })

/**
 * Settles once stored connections are restored or given up, and installed wallets have answered. Rejects with CONNECT_FAILED if the
 * code for it does not load.
 */
export async function ready(): Promise<void> {
  await part(Promise.all([whenRestored(), wake()]))
  // The others can be chosen without the app's own.
  await ownOffered().catch(() => {})
  await walletsAsked()
}

/** Gets every error that a call rejects with, and every one that no call waits for. Returns its stop. */
export const onError: (listener: (error: WalletError) => void) => () => void = hearErrors

/** What `connect` is asked for. */
export type ConnectOptions = {
  /** Id of one of `wallets`; `walletConnect` offers a pairing in `pairings`. */
  readonly wallet: string
  /** Of a wallet with several namespaces: the one to connect, whose account is returned. */
  readonly namespace?: ChainNamespace | undefined
  /** Ends the attempt with ABORTED. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Connects a wallet and resolves to its account; a connected one is not asked again. Rejects with a WalletError: USER_REJECTED,
 * WALLET_NOT_FOUND, ABORTED …
 */
export async function connect({ wallet, namespace, signal }: ConnectOptions) {
  await untilAborted(sessionsKnown(wallet), signal)
  const accountOf = (each = chains.activeNamespace) => publicAccount(each, chainOf(each))
  const present = accountOf(namespace)
  if (present?.wallet.id === (connectorById(wallet, namespace)?.id ?? wallet)) return present
  const live = await part(wake())
  await walletsAsked()
  if (!connectorById(wallet)) await part(ownOffered())
  await live.connect.run({ wallet, namespace, signal })
  const account = accountOf(namespace)
  if (!account) throw new WalletError('NO_ACCOUNTS_FOUND')
  return account
}

/** Disconnects one namespace, or all. Never rejects. */
export async function disconnect(namespace?: ChainNamespace): Promise<void> {
  const live = await wake().catch(() => undefined)
  // A connection still being restored would otherwise appear afterwards.
  await sessionsKnown()
  await live?.disconnect(namespace)
}

/** Switches to a network of the app. Rejects with SWITCH_NETWORK_NOT_FOUND, NETWORK_CHANGE_DECLINED, CHAIN_NOT_SUPPORTED … */
export async function switchNetwork(networkId: CaipNetworkId): Promise<void> {
  const [{ switchNetwork }] = await part(Promise.all([import('../controllers/network'), wake(), sessionsKnown()]))
  await switchNetwork.run(networkId)
}

/**
 * The active account's signature of a text: 0x-hex for `eip155` (ERC-191) and `polkadot`, base58 for `solana`, base64 for `bip122`;
 * null for an empty text and without a wallet. Rejects with USER_REJECTED, ABORTED if the account has changed meanwhile, and the
 * wallet's own errors.
 */
export async function signMessage(message: string): Promise<string | null> {
  await sessionsKnown()
  if (!message || chains.active.status !== 'connected') return null
  const [{ signMessage }] = await part(Promise.all([import('../controllers/sign'), wake()]))
  return signMessage.run(message)
}

/**
 * Prepares a transfer of the active account and simulates it; resolves to its cost and balance changes, and a `send()` that asks the
 * wallet. Rejects with SEND_INCOMPLETE (also without a wallet), TRANSACTION_WOULD_FAIL, FEE_UNKNOWN, RPC_UNAVAILABLE, ABORTED.
 */
export async function prepareSend(order: SendOrder): Promise<PreparedSend> {
  const [{ prepareSend }] = await part(Promise.all([import('../controllers/prepare-send'), wake(), sessionsKnown()]))
  return prepareSend.run(order)
}

/** The connected provider of a namespace (default: the active one): EIP-1193, or for `solana` a Wallet Standard wallet; else undefined. */
export const getProvider: (namespace?: ChainNamespace) => unknown = publicProviderOf

/** Keeps `balances` current while it runs: now, every 10 s while the page is visible, and after a change of account. Returns its stop. */
export const followBalances = (): (() => void) =>
  startWhenLoaded(import('../controllers/shown-account'), ({ showAccount }) => showAccount())

/**
 * Keeps `transactions` current while it runs: now, every 30 s while the page is visible, and after a change of balance or account.
 * Returns its stop.
 */
export const followHistory = (): (() => void) =>
  startWhenLoaded(import('../controllers/shown-history'), ({ showHistory }) => showHistory())

/** Loads the next page of history; resolves to whether that worked. */
export const loadMoreHistory = (): Promise<boolean> =>
  part(import('../controllers/history')).then(
    (loaded) => loaded.loadMoreHistory(),
    () => false,
  )
