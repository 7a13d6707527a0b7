import { isSolanaAddress } from '../lib/base58'
import type { CaipNetworkId } from '../lib/caip'

/** Wallet Standard's names of the clusters, by which wallets are told where a transaction belongs, and their CAIP-2 ids. */
export const clusters: Readonly<Record<string, CaipNetworkId>> = {
  'solana:mainnet': 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  'solana:devnet': 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  'solana:testnet': 'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
}
/** A wallet's own node: it has no id of its own, so it stands for whatever network the page has. */
export const LOCALNET = 'solana:localnet'

/** Ids that older wallets still use in sessions, and those they stand for (facts: wallets §1). */
const deprecated: Readonly<Record<CaipNetworkId, CaipNetworkId>> = {
  'solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ': 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  'solana:8E9rvCKLFQia2Y35HXjjpWzj8weVo44K': 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
}

/** The id by which a network is known today. */
export const currentId = (id: CaipNetworkId): CaipNetworkId => deprecated[id] ?? id

/** The id under which older wallets know a network; undefined where there was never another. */
export const formerId = (id: CaipNetworkId): CaipNetworkId | undefined =>
  (Object.keys(deprecated) as CaipNetworkId[]).find((old) => deprecated[old] === id)

/** A wallet's address: base58 of 32 bytes, exactly. */
export const readAddress = (text: unknown): string | undefined => (isSolanaAddress(text) ? text : undefined)
