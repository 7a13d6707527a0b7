type Row = {
  /** What a switch is refused with, while the wallet misbehaves; absent: it says yes and stays where it is. */
  readonly switching?: unknown
  /** What adding the network is refused with; absent: it says yes and stays where it is. */
  readonly adding?: unknown
  /** All that the visitor reads, and what the page is told. */
  readonly says: string
  readonly code: string
  /** What the wallet is asked for, oldest first. */
  readonly asked: readonly string[]
}

const SWITCH = 'wallet_switchEthereumChain'
const ADD = 'wallet_addEthereumChain'
const nested = { code: -32603, data: { originalError: { code: 4902 } } }
const unsupported = { says: 'Chain is not supported Your wallet cannot use this network.', code: 'CHAIN_NOT_SUPPORTED' }

/** Wallets that are asked for another network and do not go there. */
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
