/** What an account gains (positive) or loses (negative) by a simulation, in base units; `token` absent: the coin. */
export type AssetChange = { readonly token: string | undefined; readonly amount: bigint }
