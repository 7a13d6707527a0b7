/** Where a person sees an error: a snack over the view, a developer alert, or only the view or the host's event. */
type Surface = 'snack' | 'alert' | 'none'
type Entry = { readonly show: Surface; readonly text: string }

/** Every error the product can raise: the specification's English text and where it shows. */
export const catalogue = {
  // Specification §8, user messages
  SIGNATURE_DECLINED: { show: 'none', text: 'Signature declined' },
  SMART_ACCOUNT_UNSUPPORTED: { show: 'none', text: 'This application might not support Smart Accounts' },
  TRANSACTIONS_UNAVAILABLE: { show: 'snack', text: 'Failed to fetch transactions' },
  BALANCE_UNAVAILABLE: { show: 'snack', text: 'Token Balance Unavailable' },
  SEND_FAILED: { show: 'snack', text: 'Something went wrong' },
  SOLANA_SEND_FAILED: { show: 'snack', text: 'Failed to send transaction. Please try again.' },
  DISCONNECT_FAILED: { show: 'snack', text: 'Failed to disconnect' },
  CHAIN_UNSUPPORTED: { show: 'none', text: 'Unsupported chain' },
  SWAP_NETWORK_UNSUPPORTED: { show: 'snack', text: 'Network not supported for Swaps' },
  GAS_PRICE_NETWORK_UNSUPPORTED: { show: 'snack', text: 'Network not supported for Gas Price' },
  NAME_RESOLVE_FAILED: { show: 'snack', text: 'Error resolving name' },
  NAME_SUGGESTIONS_FAILED: { show: 'snack', text: 'Error fetching name suggestions' },
  NAME_REGISTER_FAILED: { show: 'snack', text: 'Error registering name {name}' },
  NETWORK_NOT_FOUND: { show: 'snack', text: 'Network not found' },
  ADDRESS_OR_AUTH_CONNECTOR_NOT_FOUND: { show: 'snack', text: 'Address or auth connector not found' },
  SEND_INCOMPLETE: { show: 'none', text: 'Please enter a valid amount and receiver address' },
  EMAIL_COOLDOWN: { show: 'none', text: 'Please try again after {seconds} seconds' },
  COIN_TYPE_INVALID: { show: 'snack', text: 'Invalid chainId' },
  // Specification §8, alerts
  SWITCH_NETWORK_NOT_FOUND: { show: 'alert', text: 'Network Not Found' },
  ORIGIN_NOT_ALLOWED: { show: 'alert', text: 'Invalid App Configuration' },
  EMBEDDED_WALLET_TIMEOUT: { show: 'alert', text: 'Invalid App Configuration' },
  SOCIALS_TIMEOUT: { show: 'alert', text: 'Invalid App Configuration' },
  SESSION_NOT_YET_VALID: { show: 'alert', text: 'Session Expired' },
  PROJECT_ID_INVALID: { show: 'alert', text: 'Invalid Project ID' },
  PROJECT_ID_NOT_CONFIGURED: { show: 'alert', text: 'Project ID Not Configured' },
  // Specification §8, frame and connectors
  FRAME_ERROR: { show: 'snack', text: 'An error occurred' },
  REQUEST_ABORTED: { show: 'none', text: 'Request was aborted' },
  REQUEST_FAILED: { show: 'snack', text: 'Something went wrong' },
  EMAIL_LOGIN_UNAVAILABLE: { show: 'snack', text: 'Unable to load email login dependency' },
  FRAME_NOT_SET: { show: 'snack', text: 'W3mFrame: iframe is not set' },
  CHAIN_NOT_SUPPORTED: { show: 'snack', text: 'Chain is not supported' },
  WALLET_CONNECT_CONNECTOR_NOT_FOUND: { show: 'none', text: 'WalletConnectConnector not found' },
  ADAPTER_NOT_FOUND: { show: 'none', text: 'Adapter not found' },
  NETWORK_OR_ADDRESS_UNDEFINED: { show: 'none', text: 'CaipNetwork or CaipAddress is undefined' },
  PROVIDER_NOT_FOUND: { show: 'none', text: 'Provider not found' },
  NO_ACCOUNTS_FOUND: { show: 'none', text: 'No accounts found' },
  METHOD_NOT_ALLOWED: { show: 'snack', text: 'Action not allowed' },
  // Beyond the specification (security/SECURITY.md, fault table)
  USER_REJECTED: { show: 'none', text: 'Request declined' },
  REQUEST_PENDING: { show: 'none', text: 'A request is already open in your wallet' },
  CONNECT_FAILED: { show: 'none', text: 'Connection failed' },
  WALLET_ANSWER_INVALID: { show: 'none', text: 'The wallet gave an answer that cannot be read' },
  WALLET_NOT_FOUND: { show: 'none', text: 'This wallet is not installed here' },
  WALLET_DUPLICATE: { show: 'none', text: 'Two wallets claim this name' },
  CONNECT_BUSY: { show: 'none', text: 'Another connection is in progress' },
  ABORTED: { show: 'none', text: 'The request was canceled' },
  PAIRING_EXPIRED: { show: 'none', text: 'This code has expired' },
  RELAY_UNREACHABLE: { show: 'none', text: 'Cannot reach WalletConnect. Retry' },
  RELAY_RECONNECTING: { show: 'none', text: 'Reconnecting' },
  SESSION_ENDED: { show: 'none', text: 'The wallet ended the session' },
  NETWORK_CHANGE_DECLINED: { show: 'snack', text: 'Network change declined' },
  SWITCH_FAILED: { show: 'snack', text: 'The network could not be changed' },
  STORAGE_UNAVAILABLE: { show: 'snack', text: 'This browser will not remember your wallet' },
  OFFLINE: { show: 'snack', text: 'You are offline' },
  API_UNAVAILABLE: { show: 'none', text: 'The service did not answer' },
  API_REFUSED: { show: 'none', text: 'The service refused the request' },
  API_RESPONSE_INVALID: { show: 'none', text: 'The service gave an answer that cannot be read' },
  RPC_UNAVAILABLE: { show: 'none', text: 'The network did not answer' },
  COPY_FAILED: { show: 'snack', text: 'Failed to copy' },
  VIEW_UNAVAILABLE: { show: 'snack', text: 'This screen could not be loaded' },
  VIEW_CRASHED: { show: 'snack', text: 'Something went wrong' },
  ATTRIBUTE_INVALID: { show: 'alert', text: 'Invalid attribute' },
  CONFIG_CONFLICT: { show: 'alert', text: 'Two elements disagree' },
  SIWX_CONFLICT: { show: 'alert', text: 'Cannot set both `siweConfig` and `siwx` options' },
  UNSUPPORTED_YET: { show: 'none', text: 'This release cannot do that yet' },
  // JSON-RPC, EIP-1193 and EIP-5792 codes (lib/rpc-errors.ts)
  RPC_PARSE_ERROR: { show: 'none', text: 'The request could not be parsed' },
  RPC_INVALID_REQUEST: { show: 'none', text: 'The request is not valid' },
  RPC_METHOD_NOT_FOUND: { show: 'none', text: 'The method does not exist' },
  RPC_INVALID_PARAMS: { show: 'none', text: 'The parameters are not valid' },
  RPC_INTERNAL: { show: 'none', text: 'The wallet or network had an internal error' },
  RPC_INVALID_INPUT: { show: 'none', text: 'Missing or invalid input' },
  RPC_RESOURCE_NOT_FOUND: { show: 'none', text: 'The requested resource was not found' },
  RPC_TRANSACTION_REJECTED: { show: 'none', text: 'The network rejected the transaction' },
  RPC_METHOD_NOT_SUPPORTED: { show: 'none', text: 'The method is not supported' },
  RPC_LIMIT_EXCEEDED: { show: 'none', text: 'Too many requests' },
  RPC_VERSION_UNSUPPORTED: { show: 'none', text: 'The JSON-RPC version is not supported' },
  EXECUTION_REVERTED: { show: 'none', text: 'The contract refused the call' },
  WALLET_UNAUTHORIZED: { show: 'none', text: 'The wallet has not authorized this' },
  WALLET_METHOD_UNSUPPORTED: { show: 'none', text: 'The wallet cannot do this' },
  WALLET_OFFLINE: { show: 'none', text: 'The wallet is disconnected from all chains' },
  WALLET_CHAIN_OFFLINE: { show: 'none', text: 'The wallet is disconnected from this chain' },
  CHAIN_NOT_ADDED: { show: 'none', text: 'The wallet does not know this chain' },
  CALLS_CAPABILITY_UNSUPPORTED: { show: 'none', text: 'The wallet lacks a capability that is needed' },
  CALLS_CHAIN_UNSUPPORTED: { show: 'none', text: 'The wallet cannot batch calls on this chain' },
  CALLS_DUPLICATE_ID: { show: 'none', text: 'These calls were already sent' },
  CALLS_UNKNOWN_ID: { show: 'none', text: 'The wallet does not know these calls' },
  CALLS_TOO_LARGE: { show: 'none', text: 'Too many calls for the wallet' },
  CALLS_UPGRADE_REJECTED: { show: 'none', text: 'Your wallet cannot do this as one step' },
  CALLS_NOT_ATOMIC: { show: 'none', text: 'Your wallet cannot do this as one step' },
} as const satisfies Record<string, Entry>

/** Stable, public name of an error. */
export type ErrorCode = keyof typeof catalogue

/** The catalogue's words that are not errors (specification §8). */
export const notices = {
  TRANSACTION_STARTED: 'Transaction started',
  AUTHENTICATING: 'Authenticating...',
} as const

const advice: Partial<Record<ErrorCode, string>> = {}

/** Adds what a person can do about each error (`error-help.ts`); it loads later than the errors that every page can have. */
export function advise(help: Readonly<Partial<Record<ErrorCode, string>>>): void {
  Object.assign(advice, help)
}

/** The only error class we throw; `code` is stable and public, `message` and `help` are for people. */
export class WalletError extends Error {
  override name = 'WalletError'
  readonly help: string | undefined
  constructor(
    readonly code: ErrorCode,
    options?: ErrorOptions & { message?: string; help?: string },
  ) {
    super(options?.message ?? catalogue[code].text, options)
    this.help = options?.help ?? advice[code]
  }
}
