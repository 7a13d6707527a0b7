import { button, type FaultRow } from './row'

/** The page, its script, its configuration and its storage. */
export const page: Readonly<Record<string, FaultRow>> = {
  1: {
    component: 'Config',
    fault: 'the project id is missing',
    state: 'disconnected',
    code: 'PROJECT_ID_NOT_CONFIGURED',
    message: 'Project ID Not Configured This site is not set up for WalletConnect. Wallets in this browser still work.',
    wayOut: button('Back'),
  },
  2: {
    component: 'Config',
    fault: "the server says 'Unauthorized: invalid key'",
    state: 'disconnected',
    code: 'PROJECT_ID_INVALID',
    message: 'Invalid Project ID This site is not set up for WalletConnect. Wallets in this browser still work.',
    wayOut: button('Try again'),
  },
  3: {
    component: 'Config',
    fault: "the server says 'Unauthorized: origin not allowed'",
    state: 'disconnected',
    code: 'ORIGIN_NOT_ALLOWED',
    message: 'Invalid App Configuration This site is not set up for WalletConnect. Wallets in this browser still work.',
    wayOut: button('Try again'),
  },
  4: {
    component: 'Config',
    fault: 'siweConfig and siwx are both set',
    state: 'disconnected',
    wayOut: button('Connect wallet'),
  },
  5: {
    component: 'Script',
    fault: 'loaded twice, in two versions',
    state: 'disconnected',
    wayOut: button('Close'),
  },
  6: {
    component: 'Script',
    fault: 'a policy blocks style elements',
    state: 'disconnected',
    wayOut: button('Close'),
  },
  7: {
    component: 'Script',
    fault: 'its hash differs',
    state: null,
    wayOut: button('Buy bread'),
  },
  9: {
    component: 'Storage',
    fault: 'localStorage throws',
    state: 'connected',
    code: 'STORAGE_UNAVAILABLE',
    message: 'This browser will not remember your wallet',
    wayOut: button('Disconnect'),
  },
  10: {
    component: 'Storage',
    fault: 'the quota is exceeded on any write',
    state: 'disconnected',
    wayOut: button('Connect wallet'),
  },
  11: { component: 'Storage', fault: 'cached JSON is corrupt', state: 'disconnected', wayOut: button('Connect wallet') },
  77: {
    component: 'Offline',
    fault: 'no network',
    state: 'connected',
    code: 'OFFLINE',
    message: 'You are offline Your coins are safe.',
    wayOut: button('Disconnect'),
  },
  78: {
    component: 'Embedded mode',
    fault: 'close',
    state: 'disconnected',
    wayOut: button(/WalletConnect/),
  },
}
