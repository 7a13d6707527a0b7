import type { Address } from 'viem'

/** A local ERC-20. */
export type Token = { readonly address: Address; readonly name: string; readonly symbol: string; readonly decimals: number }
