/** What is said where Solana wants more coins in an account than there would be; `{sum}` with its symbol. */
export const rentNotices = {
  RENT_TO_KEEP: 'Your account has to keep at least {sum}. Nothing was sent.',
  RENT_TO_GET: 'An account that is new has to get at least {sum}. Nothing was sent.',
} as const
