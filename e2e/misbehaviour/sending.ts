const HASH = `0x${'5'.repeat(64)}`

type Row = {
  /** What the wallet says is its network when it is asked, once the review is looked at; else the one that it is on. */
  readonly chainId?: string
  /** What it says of its network by an event, before that. */
  readonly event?: string
  /** What the wallet answers to a transaction or a batch. */
  readonly answer?: unknown
  /** All that the visitor reads in the review; absent: the transaction is on its way. */
  readonly says?: string
  readonly code?: string
  /** What of it the wallet is asked to send. */
  readonly asked: readonly string[]
}

// It is read before anything is sent; the page goes where the wallet is, and the form with it.
const elsewhere = {
  says: 'Your wallet is on another network Nothing was sent. Switch the network in your wallet, then look at it again.',
  code: 'CHAIN_MISMATCH',
  asked: [],
}

/** Wallets with an account of one key that are asked to send. */
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
  /** What the wallet answers when it is asked what it can do; absent: nothing, ever. */
  readonly capabilities?: unknown
  readonly asked: readonly string[]
}

/** Wallets with an account that is a contract. */
export const sendingAsOne: Readonly<Record<string, SmartRow>> = {
  P56: { capabilities: { '0x61': { atomic: { status: 'supported' } } }, asked: ['wallet_sendCalls'] },
  P57: { asked: ['eth_sendTransaction'] },
  P58: { capabilities: [{ atomic: { status: 'supported' } }], asked: ['eth_sendTransaction'] },
}
