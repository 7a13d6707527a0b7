import { configure } from '../controllers/config'
import { connectorById, walletsAsked } from '../controllers/discovery'
import { part } from '../controllers/part'
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
import { startWhenLoaded, whenLoaded } from '../lib/when-loaded'
import { chainOf, chains } from '../state/chains'
import { type GivenSetting, modes, type Settings } from '../state/config'

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

/** What the attributes of `<wallet-modal>` say, as far as it means something without a screen. */
export type HeadlessSettings = { readonly [K in Meant]?: GivenSetting<K> } & {
  /** Where chains are read, by CAIP-2 id; several of one are tried in order. One that is named here is never read elsewhere. */
  readonly rpcUrl?: Readonly<Record<CaipNetworkId, string | readonly string[] | undefined>> | undefined
  /** Networks of the app's own, added to `networks`: `{ id, name, nativeCurrency, rpcUrls?, … }`, as viem shapes them. */
  readonly customNetworks?: readonly object[] | undefined
  /** Wallets of the app's own: `{ id, name, icon?, provider, namespace? }` (EIP-1193), or of the Wallet Standard. */
  readonly externalConnectors?: readonly unknown[] | undefined
}

let stop: (() => void) | undefined
/** Settles once the app's own wallets are among those that were found, or cannot be. */
let offered: Promise<unknown> | undefined

/**
 * Configures, looks for wallets, and restores the last connection. Nothing is asked of any service before a wallet is chosen.
 * Once a page; returns its stop. Throws ATTRIBUTE_INVALID.
 */
export function start({ customNetworks = [], externalConnectors = [], ...settings }: HeadlessSettings = {}): () => void {
  const { networks = [], rpcUrl = {}, mode = 'production' } = settings
  const own = Array.isArray(externalConnectors) ? readNetworks(customNetworks) : undefined
  if (![...networks, ...Object.keys(rpcUrl)].every(isCaipNetworkId)) throw invalid('networks and rpcUrl expect CAIP-2 ids.')
  // As a build's own is, `development` say.
  if (!modes[mode]) throw invalid(`mode expects ${Object.keys(modes)}.`)
  if (!own) throw invalid('customNetworks expects networks as viem shapes them, externalConnectors a list.')
  // Without what is undefined, as a setting is that an environment lacks: that leaves the default.
  const given: Partial<Settings> = JSON.parse(JSON.stringify(settings))
  stop?.()
  // The page asks for signatures itself, and says itself that a network is wrong.
  configure({ ...given, customNetworks: own.customNetworks, signInMode: 'off', wrongNetwork: 'ignore' })
  const stops = [restoreConnections(), joinTabs(), sleep]
  const offering = wake().then(
    async () => externalConnectors.length > 0 && (await import('../controllers/host-wallets')).offerWallets(externalConnectors),
  )
  whenLoaded(offering, () => {})
  offered = offering.catch(() => {})
  const end = () => {
    if (stop !== end) return
    stop = undefined
    for (const each of stops) each()
  }
  stop = end
  return end
}

const invalid = (help: string) => new WalletError('ATTRIBUTE_INVALID', { help })

/** Settles once stored connections have been restored or given up, and installed wallets have been asked for. Rejects with CONNECT_FAILED where that does not load. */
export async function ready(): Promise<void> {
  await part(Promise.all([whenRestored(), wake()]))
  await offered
  await walletsAsked()
}

/** Hears every error that a call ends in and every one that no call waits for. Returns its stop. */
export const onError: (listener: (error: WalletError) => void) => () => void = hearErrors

export type ConnectOptions = {
  /** Id of one of `wallets`; `walletConnect` offers a pairing in `pairings`. */
  readonly wallet: string
  /** Of a wallet with several namespaces: the one to connect, and whose account comes back. */
  readonly namespace?: ChainNamespace | undefined
  /** Ends the attempt with ABORTED. */
  readonly signal?: AbortSignal | undefined
}

/** Connects a wallet and resolves to the account; one that is connected is not asked again. Rejects with a WalletError: USER_REJECTED, WALLET_NOT_FOUND, ABORTED … */
export async function connect({ wallet, namespace, signal }: ConnectOptions) {
  await untilAborted(sessionsKnown(wallet), signal)
  const accountOf = (each = chains.activeNamespace) => publicAccount(each, chainOf(each))
  const present = accountOf(namespace)
  if (present?.wallet.id === (connectorById(wallet, namespace)?.id ?? wallet)) return present
  const live = await part(wake())
  await walletsAsked()
  if (!connectorById(wallet)) await offered
  await live.connect.run({ wallet, namespace, signal })
  const account = accountOf(namespace)
  if (!account) throw new WalletError('NO_ACCOUNTS_FOUND')
  return account
}

/** Disconnects one namespace, or all. Never rejects. */
export async function disconnect(namespace?: ChainNamespace): Promise<void> {
  const live = await wake().catch(() => undefined)
  // What is being found again just now would be there after all.
  await sessionsKnown()
  await live?.disconnect(namespace)
}

/** Moves to a network of the app. Rejects with SWITCH_NETWORK_NOT_FOUND, NETWORK_CHANGE_DECLINED, CHAIN_NOT_SUPPORTED … */
export async function switchNetwork(networkId: CaipNetworkId): Promise<void> {
  const [{ switchNetwork }] = await part(Promise.all([import('../controllers/network'), wake(), sessionsKnown()]))
  await switchNetwork.run(networkId)
}

/**
 * The active account's signature of a text: 0x-hex for `eip155` (ERC-191) and `polkadot`, base58 for `solana`, base64 for `bip122`;
 * null for an empty one and without a wallet. Rejects with USER_REJECTED, ABORTED where the account is another one by then, and
 * what the wallet says.
 */
export async function signMessage(message: string): Promise<string | null> {
  await sessionsKnown()
  if (!message || chains.active.status !== 'connected') return null
  const [{ signMessage }] = await part(Promise.all([import('../controllers/sign'), wake()]))
  return signMessage.run(message)
}

/**
 * Makes a transfer of the active account and tries it out; resolves to what it will cost and move, with the `send()` that asks the
 * wallet. Rejects with SEND_INCOMPLETE (without a wallet too), TRANSACTION_WOULD_FAIL, FEE_UNKNOWN, RPC_UNAVAILABLE, ABORTED.
 */
export async function prepareSend(order: SendOrder): Promise<PreparedSend> {
  const [{ prepareSend }] = await part(Promise.all([import('../controllers/prepare-send'), wake(), sessionsKnown()]))
  return prepareSend.run(order)
}

/** The connected EIP-1193 provider of a namespace (by default the active one), or its like: for `solana` a Wallet Standard wallet; else undefined. */
export const getProvider: (namespace?: ChainNamespace) => unknown = publicProviderOf

/** Keeps `balances` current while it runs: now, every 10 s while the page is visible, and for each other account. Returns its stop. */
export const followBalances = (): (() => void) =>
  startWhenLoaded(import('../controllers/shown-account'), ({ showAccount }) => showAccount())

/** Keeps `transactions` current while it runs: now, every 30 s while the page is visible, when a balance has changed, and for each other account. Returns its stop. */
export const followHistory = (): (() => void) =>
  startWhenLoaded(import('../controllers/shown-history'), ({ showHistory }) => showHistory())

/** Reads the page of history after those that are known; resolves to whether it worked. */
export const loadMoreHistory = (): Promise<boolean> =>
  part(import('../controllers/history')).then(
    (loaded) => loaded.loadMoreHistory(),
    () => false,
  )
