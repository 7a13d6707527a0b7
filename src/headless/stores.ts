import { isConfigured } from '../controllers/network-list'
import { type PublicAccount, publicAccount } from '../controllers/public-account'
import type { CaipAddress, CaipNetworkId, ChainNamespace } from '../lib/caip'
import type { ErrorCode } from '../lib/errors'
import type { LoadStatus } from '../lib/load-status'
import type { TokenBalance } from '../lib/token'
import type { Transaction } from '../lib/transaction'
import type { WalletInfo } from '../lib/wallet'
import { account } from '../state/account'
import { attempt } from '../state/attempt'
import { chains } from '../state/chains'
import { config } from '../state/config'
import { connectors } from '../state/connectors'
import { history, unreadHistory } from '../state/history'
import { pairing } from '../state/pairing'
import { tokens, unreadTokens } from '../state/tokens'
import { derived, type Store } from './store'

/** Value of `connection`. */
export type Connection = {
  readonly status: 'restoring' | 'disconnected' | 'connecting' | 'connected'
  readonly namespace: ChainNamespace | null
  /** The active network; before a connection the one to start with. */
  readonly network: CaipNetworkId
  /** The active network is not one of the app's. */
  readonly wrongNetwork: boolean
  readonly account: PublicAccount | null
  /** One per connected namespace. */
  readonly accounts: readonly PublicAccount[]
}

/** The connected accounts and the network. */
export const connection: Store<Connection> = derived([chains, config], () => {
  const { activeNamespace, active, byNamespace, status } = chains
  const network = active.networkId ?? config.startNetwork
  const isConnected = active.status === 'connected'
  return {
    status,
    namespace: isConnected ? activeNamespace : null,
    network,
    wrongNetwork: isConnected && !isConfigured(network),
    account: publicAccount(activeNamespace, active) ?? null,
    accounts: Object.freeze(Object.entries(byNamespace).flatMap(([each, chain]) => publicAccount(each, chain) ?? [])),
  }
})

/** Wallets that can be connected now, in the order of discovery: the installed ones, and `walletConnect`. */
export const wallets: Store<readonly WalletInfo[]> = derived([connectors, config], () => {
  const offered = connectors.list.filter(({ id, rdns }) => !config.excludeWallets.some((word) => word === id || word === rdns))
  return offered.map((each) => Object.freeze({ ...each }))
})

/** Value of `pairings`. */
export type Pairing = {
  readonly status: 'idle' | 'preparing' | 'ready' | 'failed'
  /** For a QR code or a link into a wallet; a secret between app and wallet: never log or store it. */
  readonly uri: string | undefined
  /** Epoch ms. */
  readonly expiresAt: number
  readonly code: ErrorCode | undefined
}

/** The WalletConnect pairing on offer, while `connect({ wallet: 'walletConnect' })` waits. */
export const pairings: Store<Pairing> = derived([pairing, attempt], () => {
  const { relay, ...offered } = pairing
  return attempt.status === 'connected' ? { ...offered, status: 'idle', uri: undefined } : offered
})

type Owned = { readonly owner: CaipAddress | undefined }
/** `data`, or `unread` if they are of an account that was followed before. */
const ownOr = <T extends Owned>(data: T, unread: T): T => (data.owner === chains.active.caipAddress ? data : unread)

/** Value of `balances`. */
export type Balances = {
  /** The network's native coin, read from the chain; a decimal string in the main unit. */
  readonly native: { readonly status: LoadStatus; readonly amount: string | undefined; readonly symbol: string | undefined }
  /** `unserved`: no provider has token balances for this network. */
  readonly status: LoadStatus | 'unserved'
  readonly tokens: readonly TokenBalance[]
}

/** Balances of the active account; read while `followBalances` runs. */
export const balances: Store<Balances> = derived([account, tokens, chains], () => {
  const native = Object.freeze({ status: account.balanceStatus, amount: account.balance, symbol: account.balanceSymbol })
  const { status, list } = ownOr(tokens, unreadTokens())
  return { native, status, tokens: list }
})

/** Value of `transactions`. */
export type History = {
  /** `unserved`: no provider has a history of this network. */
  readonly status: LoadStatus | 'unserved'
  /** Newest first, including those flagged as spam. */
  readonly list: readonly Transaction[]
  /** There may be older ones: `loadMoreHistory()`. */
  readonly hasMore: boolean
}

/** Transactions of the active account on the active network; read while `followHistory` runs. */
export const transactions: Store<History> = derived([history, chains], () => {
  const { status, list, cursor } = ownOr(history, unreadHistory())
  return { status, list, hasMore: cursor !== undefined }
})
