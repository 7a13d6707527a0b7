/** The cause of each error, and the remedy if the advice in the modal is not enough. */
export const errorCauses: Readonly<Record<string, { readonly cause: string; readonly remedy?: string }>> = {
  ASSIST_REFUSED: { cause: 'The backend knows neither the operator nor the account that was to be viewed.' },
  BUY_UNAVAILABLE: { cause: 'The provider does not sell this coin here, or names a page that is none of a seller’s.' },
  CHAIN_MISMATCH: {
    cause: 'Read again just before the request, the wallet’s chain was not the one that the transaction is for.',
  },
  EMAIL_INVALID: { cause: 'What was typed is no e-mail address, or the secure site does not take it.' },
  FRAME_STORAGE_BLOCKED: {
    cause: 'The browser blocks storage of other sites, in which the secure frame keeps its part of the key.',
    remedy: 'Nothing was shared. Open the page in a tab of its own, or connect a wallet.',
  },
  LOGIN_STEP_FAILED: { cause: 'The secure frame answered a step of the e-mail sign-in with an error, or not in time.' },
  LOGIN_UNAVAILABLE: {
    cause: 'The login backend at `login-url` could not be reached, or answered with an error of its own.',
    remedy:
      'Try again in a moment; nothing was lost. Where it stays, check its log, that its `origins` have this page’s, and that `connect-src` has its host.',
  },
  POPUP_BLOCKED: {
    cause: 'The browser did not open the window in which the social network signs the visitor in.',
    remedy: 'Allow pop-ups for the site, or go on in this tab: the dialog offers both.',
  },
  SESSION_REVOKE_FAILED: {
    cause: 'The service, or the wallet, did not end the permission that was to be ended.',
    remedy: 'It is still active; try again.',
  },
  SOCIAL_LOGIN_FAILED: {
    cause: 'The social network, the window or the secure frame ended the sign-in without an answer that can be used.',
  },
  FEE_UNKNOWN: { cause: 'No endpoint of the network could estimate the fee.' },
  LOGIN_EXPIRED: {
    cause:
      'The session is too old or was ended elsewhere: that with the backend, whose refresh token may also have been used twice, or that of the e-mail wallet, which is disconnected then.',
    remedy: 'Sign in again.',
  },
  LOGIN_LIMITED: { cause: 'The backend counts too many log-ins from this address or account.' },
  LOGIN_REQUIRED: { cause: '`loginFetch()` or `assist()` was called while nobody is logged in, or without a backend.' },
  LOGIN_TARGET_REFUSED: { cause: '`loginFetch()` was to send the access token to a host that it is not for.' },
  PRICE_CHANGED: { cause: 'Between the look at a swap and its confirmation the price moved beyond what was accepted.' },
  SWAP_FAILED: { cause: 'The wallet or the network refused the swap.' },
  SWAP_UNVERIFIED: { cause: 'The transaction that the provider built would do something other than what it had quoted.' },
  TRANSACTION_CHANGED: {
    cause: 'Account, network or form were other ones when the transaction was confirmed, or it was sent before.',
  },
  TRANSACTION_FAILED: { cause: 'The transaction was mined and reverted.' },
  TRANSACTION_REFUSED: { cause: 'The page canceled `wallet-before-transaction`.' },
  TRANSACTION_UNCONFIRMED: { cause: 'The transaction was not seen in a block before it could no longer be.' },
  TRANSACTION_WOULD_FAIL: { cause: 'The trial run of the transaction, on the chain as it is now, reverted.' },
  ABORTED: {
    cause: 'The visitor closed the modal, the `signal` was aborted, or another call took the place of this one.',
    remedy: 'Nothing is wrong; offer the step again.',
  },
  ADAPTER_NOT_FOUND: {
    cause: 'The network is of a family of chains that has no adapter here, so only requests through its wallet are possible.',
    remedy: 'Use `getProvider(namespace)` and speak to the wallet directly.',
  },
  ADDRESS_OR_AUTH_CONNECTOR_NOT_FOUND: { cause: 'A step of the embedded wallet was asked for while nobody is signed in to it.' },
  API_REFUSED: {
    cause: 'The provider API answered with an error of its own.',
    remedy: 'Look at `detail.cause`; check `project-id` and `provider-url`.',
  },
  API_RESPONSE_INVALID: {
    cause: 'The provider API answered with something that does not have the shape it promises.',
    remedy: 'Check `provider-url`: another service, or a page of a proxy, may be answering.',
  },
  API_UNAVAILABLE: {
    cause: 'The provider API did not answer, after the retries that its kind of failure allows.',
    remedy:
      'Try again in a moment. Where it stays, allow its host in `connect-src`; one of your own (`provider-url`, `wallets-url`) must answer this origin (CORS).',
  },
  ATTRIBUTE_INVALID: {
    cause: 'An attribute or property has a value that cannot be read. The last good value, or the default, stays in force.',
    remedy: '`detail.help` says what the attribute expects.',
  },
  BALANCE_UNAVAILABLE: { cause: 'The balance could not be read; it is not asked for again before 30 seconds.' },
  CALLS_CAPABILITY_UNSUPPORTED: {
    cause: 'The wallet lacks a capability that `wallet_sendCalls` named as needed (EIP-5792, 5700).',
    remedy: 'Send the calls one by one.',
  },
  CALLS_CHAIN_UNSUPPORTED: {
    cause: 'The wallet cannot batch calls on this chain (EIP-5792, 5710).',
    remedy: 'Send the calls one by one.',
  },
  CALLS_DUPLICATE_ID: {
    cause: 'A batch with this id was sent before (EIP-5792, 5720).',
    remedy: 'Ask for its status instead of sending it again.',
  },
  CALLS_NOT_ATOMIC: {
    cause: 'The wallet cannot promise all or nothing for this batch (EIP-5792, 5760).',
    remedy: 'Send the calls one by one.',
  },
  CALLS_TOO_LARGE: {
    cause: 'The batch has more calls than the wallet takes (EIP-5792, 5740).',
    remedy: 'Split it.',
  },
  CALLS_UNKNOWN_ID: {
    cause: 'The wallet does not know a batch of this id (EIP-5792, 5730).',
    remedy: 'Ask the wallet that sent it.',
  },
  CALLS_UPGRADE_REJECTED: {
    cause: 'The visitor did not let the wallet upgrade the account, which atomic batches need (EIP-5792, 5750).',
    remedy: 'Send the calls one by one.',
  },
  CHAIN_NOT_ADDED: {
    cause: 'The wallet does not know the chain (EIP-1193, 4902).',
    remedy: '`switchNetwork()` offers to add it; with a provider of your own send `wallet_addEthereumChain` first.',
  },
  CHAIN_NOT_SUPPORTED: { cause: 'The wallet refused the network, or this session does not include it.' },
  CHAIN_UNSUPPORTED: {
    cause:
      'The wallet can use none of the `networks` of the page, does not say which chain it is on, or stayed where it was after it had agreed to move.',
  },
  COIN_TYPE_INVALID: {
    cause: 'A name is registered for a chain whose id does not fit a coin type (ENSIP-11: below 2147483648).',
  },
  CONFIG_CONFLICT: {
    cause: 'Two elements on one page say different things about what the page has one of.',
    remedy: 'The first element on the page configures all; the differing value of a later one is ignored.',
  },
  CONNECT_FAILED: {
    cause: 'The wallet ended the attempt without a reason that could be told from others, or the code for a call did not load.',
  },
  DISCONNECT_FAILED: {
    cause: 'The wallet did not confirm within 5 seconds that it has let go of this page, or the code for that did not load.',
  },
  EMAIL_COOLDOWN: { cause: 'A code was sent less than 30 seconds ago.', remedy: 'Wait for the seconds that are shown.' },
  EMAIL_LOGIN_UNAVAILABLE: {
    cause: 'The code for e-mail login could not be loaded.',
    remedy: 'Check that the whole of `dist/chunks` is served beside `wallet-modal.js`.',
  },
  EMBEDDED_WALLET_TIMEOUT: { cause: 'The frame of the embedded wallet never said that it is ready.' },
  EXECUTION_REVERTED: {
    cause: 'A contract refused the call (JSON-RPC, 3).',
    remedy: 'The reason is in `detail.cause`; change what is asked, a retry alone changes nothing.',
  },
  FRAME_ERROR: {
    cause: 'The embedded wallet answered with an error of its own.',
    remedy: 'Try again; the frame’s own words are on screen alone: they may name the person.',
  },
  FRAME_NOT_SET: { cause: 'The embedded wallet was used before its frame was in the page.' },
  GAS_PRICE_NETWORK_UNSUPPORTED: { cause: 'The provider has no gas prices for this network.' },
  METHOD_NOT_ALLOWED: {
    cause: 'The page asked the embedded wallet for a method that is not on its list.',
    remedy: 'Use one of the methods that wallets have in common.',
  },
  NAME_REGISTER_FAILED: { cause: 'The name service refused the name; its first reason is shown.' },
  NAME_RESOLVE_FAILED: { cause: 'The service that knows where names lead did not answer, or none is configured.' },
  NAME_SUGGESTIONS_FAILED: { cause: 'The name service did not answer.' },
  NETWORK_CHANGE_DECLINED: { cause: 'The visitor declined the change of network in the wallet.' },
  NETWORK_NOT_FOUND: { cause: 'A step needs a network and there is none, for instance because the wallet has just left.' },
  NETWORK_OR_ADDRESS_UNDEFINED: {
    cause: 'A step needs a connected account and there is none.',
    remedy: 'Connect first.',
  },
  NO_ACCOUNTS_FOUND: { cause: 'The wallet approved the connection and shared no account.' },
  OFFLINE: {
    cause: 'The browser says that it has no network.',
    remedy: 'Connect to the network; nothing that was typed is lost.',
  },
  ORIGIN_NOT_ALLOWED: { cause: 'The relay or the provider API refused the origin of the page.' },
  PAIRING_EXPIRED: { cause: 'Nobody scanned the code before it expired.' },
  PROJECT_ID_INVALID: { cause: 'The relay or the provider API does not know the project key.' },
  PROJECT_ID_NOT_CONFIGURED: { cause: 'WalletConnect and the provider API need a project key, and there is none.' },
  PROVIDER_NOT_FOUND: { cause: 'A request was made for a namespace that has no connected wallet.' },
  RELAY_RECONNECTING: { cause: 'The socket to the relay broke; it is being opened again.', remedy: 'Wait a moment.' },
  RELAY_UNREACHABLE: {
    cause: 'The socket to the relay could not be opened.',
    remedy:
      'Other wallets work. Check the connection, a VPN or a blocker, and that `connect-src` has `wss://` and the host of `relay-url`.',
  },
  REQUEST_ABORTED: { cause: 'The request was withdrawn before it was answered.', remedy: 'Ask again.' },
  REQUEST_FAILED: {
    cause: 'The wallet ended a request without a reason that could be told from others.',
    remedy: 'Look into the wallet, and try again; what it said is in `detail.cause`.',
  },
  REQUEST_PENDING: { cause: 'The wallet still shows an earlier request (-32002).' },
  RPC_INTERNAL: {
    cause: 'An internal error of the wallet or the node (JSON-RPC, -32603).',
    remedy: 'Try again; where it stays, name another endpoint in `rpc-url`, or use another wallet.',
  },
  RPC_INVALID_INPUT: { cause: 'The node misses something in the request (-32000).', remedy: 'Look at `detail.cause`.' },
  RPC_INVALID_PARAMS: {
    cause: 'The parameters are not those of the method (-32602).',
    remedy: 'Compare them with its standard.',
  },
  RPC_INVALID_REQUEST: { cause: 'The request is no JSON-RPC request (-32600).', remedy: 'Compare it with the standard.' },
  RPC_LIMIT_EXCEEDED: { cause: 'The node counts too many requests (-32005).', remedy: 'Wait, or set an `rpc-url` of your own.' },
  RPC_METHOD_NOT_FOUND: { cause: 'Neither wallet nor node knows the method (-32601).', remedy: 'Use another method.' },
  RPC_METHOD_NOT_SUPPORTED: {
    cause: 'The node knows the method and does not offer it (-32004).',
    remedy: 'Use another `rpc-url`.',
  },
  RPC_PARSE_ERROR: { cause: 'The request was no JSON when it arrived (-32700).', remedy: 'Look for a proxy on the way.' },
  RPC_RESOURCE_NOT_FOUND: { cause: 'The node does not have what was asked for (-32001).', remedy: 'Check hash and chain.' },
  RPC_TRANSACTION_REJECTED: {
    cause: 'The node refused the transaction (-32003).',
    remedy: 'Check balance, nonce and fee; it was not sent.',
  },
  RPC_UNAVAILABLE: {
    cause: 'No endpoint of the network answered, after the retries that reads have.',
    remedy:
      'Try again in a moment. Where it stays, name an endpoint in `rpc-url` that answers this origin (CORS), and allow its host in `connect-src`.',
  },
  RPC_VERSION_UNSUPPORTED: {
    cause: 'The node does not speak this version of JSON-RPC (-32006).',
    remedy: 'Use another `rpc-url`.',
  },
  SEND_FAILED: { cause: 'The wallet or the network refused the transaction before it was sent.' },
  SEND_INCOMPLETE: {
    cause: 'Amount or receiver is missing or cannot be read, the amount is more than there is, or no wallet is connected.',
    remedy: 'Connect, and enter both.',
  },
  SESSION_ENDED: { cause: 'The wallet ended the session from its side.', remedy: 'Connect again.' },
  SESSION_NOT_YET_VALID: { cause: 'The relay refused the token because its time lies ahead of the relay’s clock.' },
  SIGNATURE_DECLINED: { cause: 'The visitor declined the signature in the wallet.' },
  SIGNATURE_INVALID: { cause: 'The signature does not prove that the account signed this message.' },
  SIGN_IN_FAILED: { cause: 'The message, its signature or the place that keeps sessions failed.' },
  SIGN_IN_MESSAGE_INVALID: {
    cause: 'The `siwx` of the page made a message that does not follow the standard (EIP-4361, CAIP-122).',
  },
  SIGN_IN_MISMATCH: { cause: 'The wallet returned a session for another message, account or chain than was asked for.' },
  SIGN_IN_UNSUPPORTED: {
    cause:
      'Sign-in is off, or the wallet signs no messages, or the account is of a family of chains that it cannot be proven for, or, with `wrong-network="ignore"`, on a network that is none of the page’s. On Solana and Polkadot also: the browser cannot verify the signature (Ed25519), as without https, or in Chrome before 137 and Firefox before 129.',
  },
  SIWX_CONFLICT: {
    cause: 'Both `siwx` and `siweConfig` were set.',
    remedy: 'Set one of them.',
  },
  SMART_ACCOUNT_UNSUPPORTED: { cause: 'A smart account’s signature was not accepted.' },
  SOCIALS_TIMEOUT: {
    cause: 'The secure frame had loaded, and did not answer a step of an e-mail or social sign-in within 30 seconds.',
  },
  SOLANA_SEND_FAILED: { cause: 'The wallet or the cluster refused the transaction before it was sent.' },
  STORAGE_UNAVAILABLE: {
    cause: 'The browser blocks storage for this page, or it is full.',
    remedy: 'Everything works until the page is closed.',
  },
  SWAP_NETWORK_UNSUPPORTED: { cause: 'The provider has no swaps on this network.' },
  SWITCH_FAILED: { cause: 'The wallet did not say why it stayed on its network.' },
  SWITCH_NETWORK_NOT_FOUND: { cause: 'The network asked for is not among the `networks` of the page.' },
  TRANSACTIONS_UNAVAILABLE: { cause: 'The provider API did not tell the history.' },
  USER_REJECTED: {
    cause: 'The visitor declined in the wallet (4001, 5000).',
    remedy: 'Nothing is wrong; offer the step again.',
  },
  VIEW_CRASHED: { cause: 'A screen had an error of its own; the others still work.' },
  VIEW_UNAVAILABLE: {
    cause: 'The file of a screen could not be loaded, or the element is not in the document.',
    remedy: 'Check the connection, and that the whole of `dist/chunks` is served beside `wallet-modal.js`.',
  },
  WALLET_ANSWER_INVALID: { cause: 'The wallet answered with something that does not have the shape its standard promises.' },
  WALLET_CHAIN_OFFLINE: { cause: 'The wallet has no connection to this chain (4901).', remedy: 'Wait, or change the network.' },
  WALLET_CONNECT_CONNECTOR_NOT_FOUND: {
    cause: 'WalletConnect is not among the ways to connect.',
    remedy: 'Check that its chunk is served.',
  },
  WALLET_DUPLICATE: {
    cause: 'Two wallets announced themselves under one reverse domain name, or under one name where their standard has no more.',
  },
  WALLET_METHOD_UNSUPPORTED: { cause: 'The wallet does not have the method (4200).', remedy: 'Use another method or wallet.' },
  WALLET_NOT_FOUND: { cause: 'No wallet of this id has announced itself on the page.' },
  WALLET_OFFLINE: { cause: 'The wallet has no connection to any chain (4900).', remedy: 'Open the wallet and wait.' },
  WATCH_ADDRESS_INVALID: {
    cause: 'What was to be watched is neither an address of the app’s networks nor a name.',
    remedy: 'Check it, or give an address of a network in `networks`.',
  },
  WALLET_UNAUTHORIZED: { cause: 'The visitor has not allowed the page this method or account (4100).', remedy: 'Connect first.' },
}
