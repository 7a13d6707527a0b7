import { isConfigured } from '../controllers/network-list'
import { type PublicAccount, publicAccount } from '../controllers/public-account'
import type { CaipAddress, CaipNetworkId, ChainNamespace } from '../lib/caip'
import type { ErrorCode } from '../lib/errors'
import type { TokenBalance } from '../lib/token'
import type { Transaction } from '../lib/transaction'
import type { WalletInfo } from '../lib/wallet'
import { account } from '../state/account'
import { attempt } from '../state/attempt'
import { chains } from '../state/chains'
import { config } from '../state/config'
import { connectors } from '../state/connectors'
import { history } from '../state/history'
import { pairing } from '../state/pairing'
import { tokens } from '../state/tokens'
import { derived, type Store } from './store'

export type Connection = {
  readonly status: 'restoring' | 'disconnected' | 'connecting' | 'connected'
  readonly namespace: ChainNamespace | null
  /** The active network; before a connection the one to start with. */
  readonly network: CaipNetworkId
  /** The active network is not one of the app's. */
  readonly wrongNetwork: boolean
  readonly account: PublicAccount | null
  /** One of each connected namespace. */
  readonly accounts: readonly PublicAccount[]
}

/** What is connected. */
export const connection: Store<Connection> = derived([chains, config], () => {
  const { activeNamespace, active, byNamespace, status } = chains
  const network = active.networkId ?? config.startNetwork
  return {
    status,
    namespace: active.status === 'connected' ? activeNamespace : null,
    network,
    wrongNetwork: active.status === 'connected' && !isConfigured(network),
    account: publicAccount(activeNamespace, active) ?? null,
    accounts: Object.freeze(Object.entries(byNamespace).flatMap(([each, chain]) => publicAccount(each, chain) ?? [])),
  }
})

/** Wallets that can be connected now, in the order they were found: those installed here, and `walletConnect`. */
export const wallets: Store<readonly WalletInfo[]> = derived([connectors, config], () => {
  const isExcluded = ({ id, rdns = id }: WalletInfo) => config.excludeWallets.some((word) => word === id || word === rdns)
  return connectors.list.filter((each) => !isExcluded(each)).map((each) => Object.freeze({ ...each }))
})

export type Pairing = {
  readonly status: 'idle' | 'preparing' | 'ready' | 'failed'
  /** For a QR code or a link into a wallet; a secret of the two screens: never log or keep it. */
  readonly uri: string | undefined
  /** Epoch ms. */
  readonly expiresAt: number
  readonly code: ErrorCode | undefined
}

/** The WalletConnect pairing on offer, while `connect({ wallet: 'walletConnect' })` waits. */
export const pairings: Store<Pairing> = derived([pairing, attempt], () => {
  const { status, uri, expiresAt, code } = pairing
  return attempt.status === 'connected' ? { status: 'idle', uri: undefined, expiresAt, code } : { status, uri, expiresAt, code }
})

/** What another account has or did, which was followed before, is told no more. */
const isOwn = ({ owner }: { readonly owner: CaipAddress | undefined }) => owner === chains.active.caipAddress

type Loaded = 'idle' | 'loading' | 'ready' | 'failed'
export type Balances = {
  /** The coin of the network, as the chain itself says; a decimal string in the main unit. */
  readonly native: { readonly status: Loaded; readonly amount: string | undefined; readonly symbol: string | undefined }
  /** `unserved`: no provider knows the tokens of this network. */
  readonly status: Loaded | 'unserved'
  readonly tokens: readonly TokenBalance[]
}

/** What the active account holds; read while `followBalances` runs. */
export const balances: Store<Balances> = derived([account, tokens, chains], () => ({
  native: Object.freeze({ status: account.balanceStatus, amount: account.balance, symbol: account.balanceSymbol }),
  status: isOwn(tokens) ? tokens.status : 'idle',
  tokens: isOwn(tokens) ? tokens.list : [],
}))

export type History = {
  readonly status: Loaded
  /** Newest first; those flagged as spam included. */
  readonly list: readonly Transaction[]
  /** There may be older ones: `loadMoreHistory()`. */
  readonly hasMore: boolean
}

/** What the active account did on the active network; read while `followHistory` runs. */
export const transactions: Store<History> = derived([history, chains], () => ({
  status: isOwn(history) ? history.status : 'idle',
  list: isOwn(history) ? history.list : [],
  hasMore: isOwn(history) && history.cursor !== undefined,
}))
