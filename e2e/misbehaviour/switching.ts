type Row = {
  /** The error that a switch rejects with; absent: it resolves without switching. */
  readonly switching?: unknown
  /** The error that adding the network rejects with; absent: it resolves without switching. */
  readonly adding?: unknown
  /** The whole message, and the code of the `wallet-error` event. */
  readonly says: string
  readonly code: string
  /** The requests that the wallet gets, oldest first. */
  readonly asked: readonly string[]
}

const SWITCH = 'wallet_switchEthereumChain'
const ADD = 'wallet_addEthereumChain'
const nested = { code: -32603, data: { originalError: { code: 4902 } } }
const unsupported = { says: 'Chain is not supported Your wallet cannot use this network.', code: 'CHAIN_NOT_SUPPORTED' }

/** Wallets that do not switch to another network. */
export const switching: Readonly<Record<string, Row>> = {
  P26: {
    says: 'The network could not be changed The network is as it was.',
    code: 'SWITCH_FAILED',
    asked: [SWITCH],
  },
  P27: {
    switching: { code: 4001 },
    says: 'Network change declined The network is as it was.',
    code: 'NETWORK_CHANGE_DECLINED',
    asked: [SWITCH],
  },
  P28: { switching: { code: 4902 }, adding: { code: 4200 }, ...unsupported, asked: [SWITCH, ADD] },
  P30: { switching: { code: 32603 }, ...unsupported, asked: [SWITCH] },
  P31: { switching: nested, adding: { code: 4001 }, ...unsupported, asked: [SWITCH, ADD] },
  P32: {
    switching: { code: 4902 },
    says: 'Unsupported chain Switch to a network that this site uses, or disconnect.',
    code: 'CHAIN_UNSUPPORTED',
    asked: [SWITCH, ADD, SWITCH],
  },
}
