import { button, type FaultRow } from './row'

/** Sending, swapping and buying. */
export const money: Readonly<Record<string, FaultRow>> = {
  62: {
    component: 'Send EVM',
    fault: "an error of the wallet's",
    state: 'connected',
    code: 'SEND_FAILED',
    message: { of: 'SEND_FAILED' },
    wayOut: button('Back'),
  },
  63: {
    component: 'Send',
    fault: 'none: it is on its way',
    state: 'connected',
    message: /Transaction started/,
    wayOut: ['tab', 'Tokens'],
  },
  64: {
    component: 'Send Solana',
    fault: 'the node refuses the transaction',
    state: 'connected',
    code: 'SOLANA_SEND_FAILED',
    message: { of: 'SOLANA_SEND_FAILED' },
    wayOut: button('Back'),
  },
  '64, incomplete': {
    component: 'Send Solana',
    fault: 'no amount, or no receiver',
    state: 'connected',
    message: { of: 'SEND_INCOMPLETE' },
    wayOut: ['textbox', 'Amount'],
  },
  '64, unconfirmed': {
    component: 'Send Solana',
    fault: 'the time of the transaction is over, and no node has seen it',
    state: 'connected',
    message: { of: 'TRANSACTION_UNCONFIRMED' },
    wayOut: ['link', 'View'],
  },
  65: {
    component: 'Send',
    fault: 'the chain does not say what it costs',
    state: 'connected',
    message: { of: 'FEE_UNKNOWN' },
    wayOut: ['textbox', 'Amount'],
  },
  66: {
    component: 'Swap',
    fault: 'the quote has moved',
    state: 'connected',
    message: { of: 'PRICE_CHANGED' },
    wayOut: ['textbox', 'You pay'],
  },
  '66, unproven': {
    component: 'Swap',
    fault: 'the transaction is not what was quoted',
    state: 'connected',
    message: { of: 'SWAP_UNVERIFIED' },
    wayOut: ['textbox', 'You pay'],
  },
  '66, network': {
    component: 'Swap',
    fault: 'the network is not traded on',
    state: 'connected',
    message: { of: 'SWAP_NETWORK_UNSUPPORTED' },
    wayOut: button('Close'),
  },
  67: {
    component: 'On-ramp',
    fault: 'no options, and a page that is not listed',
    state: 'connected',
    message: { of: 'BUY_UNAVAILABLE' },
    wayOut: ['radio', 'EUR'],
  },
  69: {
    component: 'Calls',
    fault: '5750: not as one step',
    state: 'connected',
    message: { of: 'CALLS_NOT_ATOMIC' },
    wayOut: button(/^Approve 40 DUSD/),
  },
}
