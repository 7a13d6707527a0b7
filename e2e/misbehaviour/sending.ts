const HASH = `0x${'5'.repeat(64)}`

type Row = {
  /** The chain id that the wallet answers once the review is open; absent: the right one. */
  readonly chainId?: string
  /** The payload of a `chainChanged` event while the review is open. */
  readonly event?: string
  /** The wallet's answer to the transaction. */
  readonly answer?: unknown
  /** The whole message in the review; absent: the transaction is submitted. */
  readonly says?: string
  readonly code?: string
  /** The send requests that the wallet gets. */
  readonly asked: readonly string[]
}

// The wallet's chain is read before anything is sent; the page switches to it and keeps the form.
const elsewhere = {
  says: 'Your wallet is on another network Nothing was sent. Switch the network in your wallet, then look at it again.',
  code: 'CHAIN_MISMATCH',
  asked: [],
}

/** Wallets with an account of one key. */
export const sending: Readonly<Record<string, Row>> = {
  P24: { event: '0x61', chainId: '0x38', ...elsewhere },
  P25: { chainId: '0x7a69', ...elsewhere },
  P54: {
    answer: 'sent',
    says: 'Something went wrong Look in your wallet before you try again: it may still be sent.',
    code: 'SEND_FAILED',
    asked: ['eth_sendTransaction'],
  },
  P55: { answer: HASH, asked: ['eth_sendTransaction'] },
}

type SmartRow = {
  /** The wallet's answer to `wallet_getCapabilities`; absent: it never answers. */
  readonly capabilities?: unknown
  readonly asked: readonly string[]
}

/** Wallets with a contract account. */
export const sendingAsOne: Readonly<Record<string, SmartRow>> = {
  P56: { capabilities: { '0x61': { atomic: { status: 'supported' } } }, asked: ['wallet_sendCalls'] },
  P57: { asked: ['eth_sendTransaction'] },
  P58: { capabilities: [{ atomic: { status: 'supported' } }], asked: ['eth_sendTransaction'] },
}
