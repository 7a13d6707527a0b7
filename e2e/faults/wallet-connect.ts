import { button, type FaultRow } from './row'

/** WalletConnect, and what wallets say of networks. */
export const walletConnect: Readonly<Record<string, FaultRow>> = {
  26: {
    component: 'WC',
    fault: 'the relay cannot be reached',
    state: 'connecting',
    code: 'RELAY_UNREACHABLE',
    message: 'Cannot reach WalletConnect. Retry Other wallets work. Check the connection, a VPN or a blocker.',
    wayOut: button('Try again'),
  },
  27: {
    component: 'WC',
    fault: 'the relay drops in mid-session',
    state: 'connected',
    message: /^(\S )?Reconnecting$/,
    wayOut: button('Disconnect'),
  },
  28: {
    component: 'WC',
    fault: "clock skew: 'JWT Token is not yet valid'",
    state: 'disconnected',
    code: 'SESSION_NOT_YET_VALID',
    message: 'Session Expired Your clock is 10 minutes fast. Set it to the right time, then connect again.',
    wayOut: button('Try again'),
  },
  29: {
    component: 'WC',
    fault: 'the pairing URI ends with the modal open',
    state: 'connecting',
    wayOut: button('Copy link'),
  },
  '29, no relay': {
    component: 'WC',
    fault: 'the pairing URI ends, and no new one can be had',
    state: 'connecting',
    message: 'This code has expired',
    wayOut: button('Show a new code'),
  },
  30: {
    component: 'WC',
    fault: 'the wallet rejects the proposal',
    state: 'connecting',
    code: 'USER_REJECTED',
    message: 'Request declined Nothing was shared. Here is a fresh code.',
    wayOut: button('Copy link'),
  },
  31: {
    component: 'WC',
    fault: 'the session lacks the required chain',
    state: 'connected',
    code: 'CHAIN_NOT_SUPPORTED',
    message: 'Chain is not supported Your wallet cannot use this network.',
    wayOut: button('Close'),
  },
  32: {
    component: 'WC',
    fault: 'hostile metadata of the peer',
    state: 'connected',
    wayOut: button('Disconnect'),
  },
  33: {
    component: 'WC',
    fault: 'a CACAO with another nonce',
    state: 'disconnected',
    code: 'SIGN_IN_MISMATCH',
    message:
      'Sign-in did not match this site What the wallet returned was not what this site asked for, so it was not used. Try again, or use another wallet.',
    wayOut: button('Try again'),
  },
  '33, domain': {
    component: 'WC',
    fault: 'a CACAO for another domain',
    state: 'disconnected',
    code: 'SIGN_IN_MISMATCH',
    message:
      'Sign-in did not match this site What the wallet returned was not what this site asked for, so it was not used. Try again, or use another wallet.',
    wayOut: button('Try again'),
  },
  34: {
    component: 'WC',
    fault: 'a switch is rejected, 4001 or 5000',
    state: 'connected',
    code: 'NETWORK_CHANGE_DECLINED',
    message: 'Network change declined The network is as it was.',
    wayOut: button('BNB Smart Chain'),
  },
  35: {
    component: 'WC',
    fault: '4902, and adding is refused',
    state: 'connected',
    code: 'CHAIN_NOT_SUPPORTED',
    message: 'Chain is not supported Your wallet cannot use this network.',
    wayOut: button('BNB Smart Chain'),
  },
  36: {
    component: 'WC',
    fault: 'added and not switched',
    state: 'connected',
    code: 'CHAIN_UNSUPPORTED',
    message: 'Unsupported chain Switch to a network that this site uses, or disconnect.',
    wayOut: button('BNB Smart Chain'),
  },
  37: {
    component: 'WC',
    fault: 'the deep link does nothing on a phone',
    state: 'connecting',
    message:
      'Did your wallet open? If nothing happened, try again with Dune Purse, install it, or scan the code with another device.',
    wayOut: ['link', 'Get Dune Purse'],
  },
}
