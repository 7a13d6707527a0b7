import { button, type FaultRow } from './row'

/** The provider API and the chains. */
export const services: Readonly<Record<string, FaultRow>> = {
  56: {
    component: 'API',
    fault: '5xx on a read',
    state: 'connected',
    code: 'API_UNAVAILABLE',
    message: 'Failed to fetch transactions Balances and sending still work. Try again',
    wayOut: button('Try again'),
  },
  57: {
    component: 'API',
    fault: 'the balance fails',
    state: 'connected',
    code: 'BALANCE_UNAVAILABLE',
    message:
      /^Token Balance Unavailable These are from \d+ seconds ago\. Your coins are safe\. Trying again in \d+ seconds Try again$/,
    wayOut: button('Disconnect'),
  },
  58: {
    component: 'API',
    fault: 'other types, HTML, or ten megabytes',
    state: 'connected',
    code: 'BALANCE_UNAVAILABLE',
    message: /^Token Balance Unavailable Your coins are safe\. Trying again in \d+ seconds Try again$/,
    wayOut: button('Disconnect'),
  },
  59: {
    component: 'API',
    fault: 'slow, and nobody waits any more',
    state: 'connected',
    wayOut: button('Disconnect'),
  },
  60: {
    component: 'RPC',
    fault: 'a web page in place of an answer',
    state: 'connected',
    code: 'BALANCE_UNAVAILABLE',
    message: /^Token Balance Unavailable Your coins are safe\. Trying again in \d+ seconds Try again$/,
    wayOut: button('Disconnect'),
  },
  '60, another chain': {
    component: 'RPC',
    fault: 'the node is of another chain',
    state: 'connected',
    code: 'BALANCE_UNAVAILABLE',
    message: /^Token Balance Unavailable Your coins are safe\. Trying again in \d+ seconds Try again$/,
    wayOut: button('Disconnect'),
  },
  61: {
    component: 'RPC',
    fault: '-32603 on a write',
    state: 'connected',
    code: 'SEND_FAILED',
    message: 'Something went wrong Look in your wallet before you try again: it may still be sent.',
    wayOut: button('Back'),
  },
  68: {
    component: 'Name',
    fault: 'refused by the service',
    state: 'connected',
    message: 'Error registering name gracehub.reown.id Somebody was faster',
    wayOut: button(/^Claim /),
  },
  '68, suggestions': {
    component: 'Name',
    fault: 'no suggestions',
    state: 'connected',
    message: 'Error fetching name suggestions Type a name of your own. Try again',
    wayOut: button('Try again'),
  },
  70: { component: 'Calls', fault: 'wallet_getCapabilities hangs', state: 'connected', wayOut: button('Review') },
}
