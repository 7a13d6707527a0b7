/** What to warn of before anything is sent to a receiver. */
export type ReceiverWarning =
  /** The sender's own address. */
  | 'self'
  /** The zero address: nobody owns it, so what is sent there is lost. */
  | 'zero'
  /** A contract, which may not be able to send on what it receives. */
  | 'contract'
  /** The contract or mint of a token; what is sent there is stuck. */
  | 'token'
  /** A program's address on Solana, for which there is no key. */
  | 'off-curve'
  /** A token account or a program on Solana, not a wallet's address. */
  | 'not-a-wallet'
