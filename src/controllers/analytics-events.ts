import type { CaipNetworkId, ChainNamespace } from '../lib/caip'
import type { ErrorCode } from '../lib/errors'
import type { Settings } from '../state/config'

type Nothing = Record<never, never>
/** Account type of an event; never an address. */
export type Wallet = { isSmartAccount: boolean }
/** Account type and network of an event; never an address. */
export type Where = Wallet & { network: CaipNetworkId | undefined }
/** How a visitor connects. */
export type Way = 'mobile' | 'browser' | 'qrcode' | 'email'
/** With the name only for a host that asks for addresses (`analytics.ts`), since it identifies the account as well. */
export type Named = Wallet & { ensName: string | undefined }
/** A transfer: symbol of the token, amount in its main unit. */
export type Sending = Where & { token: string | undefined; amount: number | undefined }
/** Amounts are decimal strings in the token's main unit. */
export type Swapping = Where & {
  swapFromToken: string | undefined
  swapToToken: string | undefined
  swapFromAmount: string | undefined
  swapToAmount: string | undefined
}
/** An error's code: a wallet's own words may hold anything. */
type Failed = { message: ErrorCode }
type Provided = { provider: string }
type Paging = Wallet & { projectId: string | undefined; cursor: string | undefined; address: string | undefined }

/** The events that are sent and what is in them (facts: public API §4.7). */
export type AnalyticsEvents = {
  INITIALIZE: Options
  MODAL_OPEN: { connected: boolean }
  MODAL_CLOSE: { connected: boolean }
  CLICK_ALL_WALLETS: Nothing
  CLICK_NETWORKS: Nothing
  CLICK_WALLET_HELP: Nothing
  CLICK_GET_WALLET: Nothing
  CLICK_TRANSACTIONS: Wallet
  CLICK_SELECT_TOKEN_TO_SWAP: Nothing
  CLICK_CANCEL_SIWX: Where
  SEARCH_WALLET: Nothing
  SELECT_WALLET: { name: string; platform: Way }
  CONNECT_SUCCESS: { method: Way; name: string }
  CONNECT_ERROR: Failed
  DISCONNECT_SUCCESS: { namespace: ChainNamespace }
  DISCONNECT_ERROR: Failed
  SWITCH_NETWORK: { network: CaipNetworkId }
  SIWX_AUTH_SUCCESS: Where
  SIWX_AUTH_ERROR: Where
  EMAIL_LOGIN_SELECTED: Nothing
  EMAIL_SUBMITTED: Nothing
  EMAIL_VERIFICATION_CODE_SENT: Nothing
  EMAIL_VERIFICATION_CODE_PASS: Nothing
  EMAIL_VERIFICATION_CODE_FAIL: Failed
  DEVICE_REGISTERED_FOR_EMAIL: Nothing
  EMAIL_EDIT: Nothing
  EMAIL_UPGRADE_FROM_MODAL: Nothing
  SOCIAL_LOGIN_STARTED: Provided
  SOCIAL_LOGIN_REQUEST_USER_DATA: Provided
  SOCIAL_LOGIN_SUCCESS: Provided
  SOCIAL_LOGIN_ERROR: Provided
  SOCIAL_LOGIN_CANCELED: Provided
  SET_PREFERRED_ACCOUNT_TYPE: { accountType: string; network: CaipNetworkId | undefined }
  OPEN_SEND: Where
  OPEN_SWAP: Where
  OPEN_ENS_FLOW: Wallet
  REGISTER_NAME_INITIATED: Named
  REGISTER_NAME_SUCCESS: Named
  REGISTER_NAME_ERROR: Named & { error: ErrorCode }
  SELECT_BUY_CRYPTO: Wallet
  SELECT_BUY_PROVIDER: Wallet & Provided
  LOAD_MORE_TRANSACTIONS: Paging
  ERROR_FETCH_TRANSACTIONS: Paging
  SEND_INITIATED: Sending
  SEND_SUCCESS: Sending
  SEND_ERROR: Sending & Failed
  INITIATE_SWAP: Swapping
  SWAP_SUCCESS: Swapping
  SWAP_ERROR: Swapping & Failed
  SWAP_APPROVAL_ERROR: Swapping & Failed
  INTERNAL_SDK_ERROR: { errorType: ErrorCode; errorMessage: string; uncaught: boolean }
}

/** How the element is configured, without anything that identifies somebody or may contain a key. */
type Options = Pick<Settings, (typeof optionNames)[number]> & { networks: readonly CaipNetworkId[] }
/** The settings that `INITIALIZE` reports. */
export const optionNames = [
  'projectId',
  'mode',
  'preset',
  'defaultNetwork',
  'features',
  'email',
  'socials',
  'connectOrder',
  'featuredWallets',
  'includeWallets',
  'excludeWallets',
  'allWallets',
  'accountType',
  'signInMode',
  'wrongNetwork',
  'reconnect',
  'locale',
  'legalCheckbox',
  'debug',
] as const satisfies (keyof Settings)[]

/** Counts an event. */
export type Count = <K extends keyof AnalyticsEvents>(event: K, properties: AnalyticsEvents[K]) => void

/** A counted event. */
export type Counted = {
  [K in keyof AnalyticsEvents]: {
    readonly event: K
    readonly properties: AnalyticsEvents[K]
    /** Epoch ms. */
    readonly timestamp: number
    /** Of the page, without query and fragment unless the host wants them. */
    readonly url: string
    /** Of the account, where the host wants it. */
    readonly address?: string | undefined
  }
}[keyof AnalyticsEvents]

/** What `analytics-url` is sent, as JSON text. */
export type AnalyticsBatch = { readonly events: readonly Counted[] }
