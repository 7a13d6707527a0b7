/** For simple requests, which a connected wallet answers at once; generous. */
export const ANSWER_LIMIT_MS = 10_000
/** For telling a wallet that we disconnect, or asking it to forget us. */
export const LEAVE_LIMIT_MS = 3_000
/** Shortest time between two reports about a wallet: at most four a second, the last state wins. */
export const TELL_INTERVAL_MS = 250
/** More wallets than anyone has; further ones are ignored. */
export const MAX_WALLETS = 50
/** A longer name is cut with an ellipsis. */
export const MAX_NAME_LENGTH = 40
/** Accounts of a wallet beyond these are ignored. */
export const MAX_ACCOUNTS = 100
