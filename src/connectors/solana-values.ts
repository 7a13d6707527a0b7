import { isSolanaAddress } from '../lib/base58'
import type { CaipNetworkId } from '../lib/caip'

/** Wallet Standard's names of the clusters, used in requests to wallets, and their CAIP-2 ids. */
export const clusters: Readonly<Record<string, CaipNetworkId>> = {
  'solana:mainnet': 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  'solana:devnet': 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  'solana:testnet': 'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
}
/** A wallet's local node: without an id of its own, it stands for whichever network the page uses. */
export const LOCALNET = 'solana:localnet'

/** Deprecated ids that older wallets still use in sessions, and their replacements (facts: wallets §1). */
const deprecated: Readonly<Record<CaipNetworkId, CaipNetworkId>> = {
  'solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ': 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  'solana:8E9rvCKLFQia2Y35HXjjpWzj8weVo44K': 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
}

/** The current id of a network. */
export const currentId = (id: CaipNetworkId): CaipNetworkId => deprecated[id] ?? id

/** The deprecated id of a network; undefined if it has none. */
export const formerId = (id: CaipNetworkId): CaipNetworkId | undefined =>
  (Object.keys(deprecated) as CaipNetworkId[]).find((old) => deprecated[old] === id)

/** A wallet's address: base58 of 32 bytes, exactly. */
export const readAddress = (text: unknown): string | undefined => (isSolanaAddress(text) ? text : undefined)
