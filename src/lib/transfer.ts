/** What a person should know of a receiver before anything is sent there. */
export type ReceiverWarning =
  /** The sender's own address. */
  | 'self'
  /** The zero address: nobody has it, and what is sent there is gone. */
  | 'zero'
  /** A contract, which may not be able to give back what it gets. */
  | 'contract'
  /** The contract or mint of a token; what people send there is stuck. */
  | 'token'
  /** No key signs for it: an address of a program on Solana. */
  | 'off-curve'
  /** A token account or a program on Solana, not somebody's own address. */
  | 'not-a-wallet'

/** What a trial run says that an account gains (positive) or gives (negative), in base units; `token` absent: the coin. */
export type AssetChange = { readonly token: string | undefined; readonly amount: bigint }
