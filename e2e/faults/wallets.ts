import { button, type FaultRow } from './row'

const connect = button('Connect wallet')
const account = button(/^Account /)
const again = button('Try again')

/** Wallets in the browser, and how they announce themselves. */
export const wallets: Readonly<Record<string, FaultRow>> = {
  8: {
    component: 'Element',
    fault: 'removed while connecting',
    state: 'disconnected',
    wayOut: connect,
    leads: ['dialog', /^Connect to/],
  },
  '8, signing': {
    component: 'Element',
    fault: 'removed while signing',
    state: 'connected',
    wayOut: button('Sign in'),
    leads: ['text', 'Continue in Odd Wallet'],
  },
  12: {
    component: 'Storage',
    fault: "cached address differs from the wallet's answer",
    state: 'connected',
    wayOut: account,
    leads: ['button', 'Disconnect'],
  },
  13: {
    component: 'Start',
    fault: 'resync of an old session fails',
    state: 'disconnected',
    wayOut: connect,
    leads: ['dialog', /^Connect to/],
  },
  14: { component: 'Start', fault: 'resync hangs', state: 'disconnected', wayOut: connect, leads: ['dialog', /^Connect to/] },
  15: {
    component: 'Injected',
    fault: 'eth_requestAccounts never answers',
    state: 'connecting',
    message: 'Continue in Odd Wallet Open your wallet to continue. Odd Wallet may be waiting in the browser toolbar.',
    wayOut: button('Cancel'),
  },
  16: {
    component: 'Injected',
    fault: '4001 or 5000 on connect',
    state: 'disconnected',
    code: 'USER_REJECTED',
    message: 'Request declined Nothing was shared. You can ask Headless Web3 Provider again whenever you’re ready.',
    wayOut: again,
  },
  17: {
    component: 'Injected',
    fault: '-32002, a request is open already',
    state: 'disconnected',
    code: 'REQUEST_PENDING',
    message: 'A request is already open in your wallet Open the wallet and answer it.',
    wayOut: again,
    leads: ['button', 'Try again'],
  },
  18: {
    component: 'Injected',
    fault: 'no accounts, or junk',
    state: 'disconnected',
    code: 'NO_ACCOUNTS_FOUND',
    message: 'No accounts found The wallet shared no account. Choose one in the wallet, then try again.',
    wayOut: again,
  },
  19: {
    component: 'Injected',
    fault: 'the provider is missing, or its getter throws',
    state: 'disconnected',
    message: 'W Wallet P42 Provider not found',
    wayOut: button(/WalletConnect/),
  },
  20: {
    component: 'Injected',
    fault: 'a chain id that is none',
    state: 'disconnected',
    code: 'CHAIN_UNSUPPORTED',
    message: 'Unsupported chain Switch to a network that this site uses, or disconnect.',
    wayOut: again,
  },
  21: {
    component: 'Injected',
    fault: 'accountsChanged []',
    state: 'disconnected',
    wayOut: connect,
  },
  22: {
    component: 'Injected',
    fault: 'an event storm of 1,000 a second',
    state: 'connected',
    wayOut: account,
  },
  23: {
    component: '6963',
    fault: 'two providers of one rdns',
    state: 'disconnected',
    message: 'F False Wallet Two wallets claim this name',
    wayOut: button(/False Wallet/),
    leads: ['button', /^Account /],
  },
  24: { component: '6963', fault: 'a flood', state: 'disconnected', wayOut: button(/Flood 0/), leads: ['button', /^Account /] },
  '24, junk': {
    component: '6963',
    fault: 'null detail, throwing getter',
    state: 'disconnected',
    wayOut: button(/Real Wallet/),
    leads: ['button', /^Account /],
  },
  25: {
    component: '6963',
    fault: 'an icon with script, or of a bad scheme',
    state: 'disconnected',
    wayOut: button(/Javascript Icon/),
    leads: ['button', /^Account /],
  },
  72: {
    component: 'Tabs',
    fault: 'one disconnects while the other signs',
    state: 'disconnected',
    wayOut: connect,
    leads: ['dialog', /^Connect to/],
  },
}
