/** A local chain: the real chain that it represents, and its native coin. */
export type LocalNetwork = {
  readonly chainId: number
  readonly name: string
  readonly symbol: string
  readonly currency: string
}

/** The local chains, the development chain first. */
export const localNetworks: readonly LocalNetwork[] = [
  { chainId: 31337, name: 'Localhost', symbol: 'ETH', currency: 'Ether' },
  { chainId: 56, name: 'BNB Smart Chain', symbol: 'BNB', currency: 'BNB' },
  { chainId: 97, name: 'BNB Smart Chain Testnet', symbol: 'tBNB', currency: 'Test BNB' },
  { chainId: 42161, name: 'Arbitrum One', symbol: 'ETH', currency: 'Ether' },
  { chainId: 421614, name: 'Arbitrum Sepolia', symbol: 'ETH', currency: 'Sepolia Ether' },
  { chainId: 1, name: 'Ethereum', symbol: 'ETH', currency: 'Ether' },
]

/** The usual development mnemonic: its ten accounts are funded on each local chain and worth nothing elsewhere. */
export const DEV_MNEMONIC = 'test test test test test test test test test test test junk'

/** CAIP-2 id of a local chain. */
export const networkIdOf = (chainId: number) => `eip155:${chainId}` as const

/** CAIP-2 id of the local Solana, which identifies as devnet. */
export const SOLANA_NETWORK_ID = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'

/** The name under which the local wallet registers itself by the Wallet Standard. */
export const DEMO_SOLANA_WALLET = 'Demo Solana Wallet'

/** CAIP-2 id of the local Bitcoin, which identifies as the test chain. */
export const BITCOIN_NETWORK_ID = 'bip122:000000000933ea01ad0ee984209779ba'
/** CAIP-2 id of the local Polkadot, which identifies as the relay chain. */
export const POLKADOT_NETWORK_ID = 'polkadot:91b171bb158e2d3848fa23a9f1c25182'

/** The local wallet's names for Bitcoin (Wallet Standard) and Polkadot (`injectedWeb3`). */
export const DEMO_BITCOIN_WALLET = 'Demo Bitcoin Wallet'
export const DEMO_POLKADOT_WALLET = 'Demo Polkadot Wallet'

/** The local provider's prices in US dollars, by symbol. */
export const prices: Readonly<Record<string, number>> = { ETH: 3412.55, BNB: 612.4, tBNB: 612.4, SOL: 148.2, DEMO: 2.5, DUSD: 1 }

/** The rdns with which the local wallet announces itself in a page, and is listed. */
export const DEMO_WALLET_RDNS = 'localhost.demo.wallet'
