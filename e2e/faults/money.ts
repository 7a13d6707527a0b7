import { button, type FaultRow } from './row'

/** Sending, swapping and buying. */
export const money: Readonly<Record<string, FaultRow>> = {
  62: {
    component: 'Send EVM',
    fault: "an error of the wallet's",
    state: 'connected',
    code: 'SEND_FAILED',
    message: 'Something went wrong Look in your wallet before you try again: it may still be sent.',
    wayOut: button('Back'),
  },
  63: {
    component: 'Send',
    fault: 'none: it is on its way',
    state: 'connected',
    message: 'Transaction started View',
    wayOut: ['tab', 'Tokens'],
  },
  64: {
    component: 'Send Solana',
    fault: 'the node refuses the transaction',
    state: 'connected',
    code: 'SOLANA_SEND_FAILED',
    message: 'Failed to send transaction. Please try again. Look in your wallet before you try again: it may still be sent.',
    wayOut: button('Back'),
  },
  '64, incomplete': {
    component: 'Send Solana',
    fault: 'no amount, or no receiver',
    state: 'connected',
    message: 'Please enter a valid amount and receiver address',
    wayOut: ['textbox', 'Amount'],
  },
  '64, unconfirmed': {
    component: 'Send Solana',
    fault: 'the time of the transaction is over, and no node has seen it',
    state: 'connected',
    message:
      'Not confirmed yet Its time ran out and the network has not reported it. Look in the block explorer before you send again. View',
    wayOut: ['link', 'View'],
  },
  65: {
    component: 'Send',
    fault: 'the chain does not say what it costs',
    state: 'connected',
    message: 'Could not estimate the fee The network did not say what this costs. Nothing was sent.',
    wayOut: ['textbox', 'Amount'],
  },
  '65, no price': {
    component: 'Send',
    fault: 'no price, and too little for the fee',
    state: 'connected',
    message: /^Not enough ETH for the fee You need about \S+ ETH on BNB Smart Chain Testnet\.$/,
    wayOut: ['textbox', 'Amount'],
  },
  66: {
    component: 'Swap',
    fault: 'the quote has moved',
    state: 'connected',
    message: 'Price changed Nothing was sent. Look at the new price, then confirm.',
    wayOut: ['textbox', 'You pay'],
  },
  '66, unproven': {
    component: 'Swap',
    fault: 'the transaction is not what was quoted',
    state: 'connected',
    message: 'This swap could not be verified The service wanted something other than the price it named. Nothing was sent.',
    wayOut: ['textbox', 'You pay'],
  },
  '66, network': {
    component: 'Swap',
    fault: 'the network is not traded on',
    state: 'connected',
    message: 'Network not supported for Swaps Nothing is traded on Arbitrum One here.',
    wayOut: button('Close'),
    leads: 'closed',
  },
  67: {
    component: 'On-ramp',
    fault: 'no options, and a page that is not listed',
    state: 'connected',
    message: 'Buying is not available here Receive from another wallet instead.',
    wayOut: ['radio', 'EUR'],
  },
  69: {
    component: 'Calls',
    fault: '5750: not as one step',
    state: 'connected',
    message: 'Your wallet cannot do this as one step',
    wayOut: button(/^Approve 40 DUSD/),
  },
}
