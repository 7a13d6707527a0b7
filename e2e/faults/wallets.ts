import { button, type FaultRow } from './row'

const connect = button('Connect wallet')
const account = button(/^Account /)
const again = button('Try again')

/** Wallets in the browser, and how they announce themselves. */
export const wallets: Readonly<Record<string, FaultRow>> = {
  8: { component: 'Element', fault: 'removed while connecting', state: 'disconnected', wayOut: connect },
  '8, signing': { component: 'Element', fault: 'removed while signing', state: 'connected', wayOut: button('Sign in') },
  12: { component: 'Storage', fault: "cached address differs from the wallet's answer", state: 'connected', wayOut: account },
  13: { component: 'Start', fault: 'resync of an old session fails', state: 'disconnected', wayOut: connect },
  14: { component: 'Start', fault: 'resync hangs', state: 'disconnected', wayOut: connect },
  15: {
    component: 'Injected',
    fault: 'eth_requestAccounts never answers',
    state: 'connecting',
    message: /^Open your wallet to continue/,
    wayOut: button('Cancel'),
  },
  16: {
    component: 'Injected',
    fault: '4001 or 5000 on connect',
    state: 'disconnected',
    code: 'USER_REJECTED',
    message: { of: 'USER_REJECTED' },
    wayOut: again,
  },
  17: {
    component: 'Injected',
    fault: '-32002, a request is open already',
    state: 'disconnected',
    code: 'REQUEST_PENDING',
    message: { of: 'REQUEST_PENDING' },
    wayOut: again,
  },
  18: {
    component: 'Injected',
    fault: 'no accounts, or junk',
    state: 'disconnected',
    code: 'NO_ACCOUNTS_FOUND',
    message: { of: 'NO_ACCOUNTS_FOUND' },
    wayOut: again,
  },
  19: {
    component: 'Injected',
    fault: 'the provider is missing, or its getter throws',
    state: 'disconnected',
    message: { of: 'PROVIDER_NOT_FOUND' },
    wayOut: button(/WalletConnect/),
  },
  20: {
    component: 'Injected',
    fault: 'a chain id that is none',
    state: 'disconnected',
    code: 'CHAIN_UNSUPPORTED',
    message: { of: 'CHAIN_UNSUPPORTED' },
    wayOut: again,
  },
  21: { component: 'Injected', fault: 'accountsChanged []', state: 'disconnected', wayOut: connect },
  22: { component: 'Injected', fault: 'an event storm of 1,000 a second', state: 'connected', wayOut: account },
  23: {
    component: '6963',
    fault: 'two providers of one rdns',
    state: 'disconnected',
    message: { of: 'WALLET_DUPLICATE' },
    wayOut: button(/True Wallet/),
  },
  24: { component: '6963', fault: 'a flood', state: 'disconnected', wayOut: button(/Flood 0/) },
  '24, junk': { component: '6963', fault: 'null detail, throwing getter', state: 'disconnected', wayOut: button(/Real Wallet/) },
  25: {
    component: '6963',
    fault: 'an icon with script, or of a bad scheme',
    state: 'disconnected',
    wayOut: button(/Javascript Icon/),
  },
  72: { component: 'Tabs', fault: 'one disconnects while the other signs', state: 'disconnected', wayOut: connect },
}
