import {
  arbitrum,
  arbitrumGoerli,
  arbitrumSepolia,
  aurora,
  auroraTestnet,
  avalanche,
  avalancheFuji,
  berachainTestnetbArtio,
  bsc,
  gnosis,
  goerli,
  holesky,
  kaia,
  mainnet,
  mantle,
  mantleSepoliaTestnet,
  polygon,
  polygonAmoy,
  polygonMumbai,
  polygonZkEvm,
  sei,
  sepolia,
} from 'viem/chains'
import type { Network } from '../lib/network'

/** The parts of viem's chain definition that we read. */
type ChainDefinition = {
  readonly id: number
  readonly name: string
  readonly nativeCurrency: Network['nativeCurrency']
  readonly rpcUrls: { readonly default: { readonly http: readonly string[] } }
  readonly blockExplorers?: { readonly default: { readonly url: string } } | undefined
  readonly contracts?: { readonly multicall3?: object | undefined } | undefined
  readonly testnet?: boolean | undefined
}

/** Multicall3 at the address it has on nearly every chain. */
const MULTICALL3 = '0xcA11bde05977b3631167028862bE2a173976CA11'
/** ZKsync's addresses are computed in another way, so Multicall3 has another one there. */
const ZKSYNC_MULTICALL3 = '0xF9cda624FBC7e059355ce98a31693d299FACd963'

const ETHER = { name: 'Ether', symbol: 'ETH', decimals: 18 } as const

type Row = {
  readonly id: number
  readonly name: string
  readonly rpc: string | readonly string[]
  readonly explorer?: string | undefined
  readonly currency?: Network['nativeCurrency']
  readonly multicall?: `0x${string}` | undefined
  readonly testnet?: boolean
}

const define = ({ id, name, rpc, explorer, currency = ETHER, multicall, testnet = false }: Row): Network => ({
  caipNetworkId: `eip155:${id}`,
  chainNamespace: 'eip155',
  id,
  name,
  nativeCurrency: currency,
  rpcUrls: [rpc].flat(),
  ...(explorer && { explorerUrl: explorer.replace(/\/+$/, '') }),
  ...(multicall && { multicall }),
  testnet,
})

const fromViem = ({ id, name, nativeCurrency, rpcUrls, blockExplorers, contracts, testnet = false }: ChainDefinition): Network =>
  define({
    id,
    name,
    rpc: rpcUrls.default.http,
    explorer: blockExplorers?.default.url,
    currency: nativeCurrency,
    multicall: contracts?.multicall3 && MULTICALL3,
    testnet,
  })

/** Chains whose definition in viem is data only. */
const data: readonly ChainDefinition[] = [
  mainnet,
  bsc,
  gnosis,
  polygon,
  polygonZkEvm,
  sei,
  mantle,
  mantleSepoliaTestnet,
  kaia,
  sepolia,
  holesky,
  arbitrum,
  arbitrumSepolia,
  avalancheFuji,
  avalanche,
  polygonAmoy,
  berachainTestnetbArtio,
  aurora,
  auroraTestnet,
  goerli,
  arbitrumGoerli,
  polygonMumbai,
]

/** Chains whose definition in viem brings along formatters and serializers (20 kB gzip), or differs from what we need. */
const rows: readonly Row[] = [
  // The local and the BNB test chain count in ETH (specification §9).
  { id: 31337, name: 'Localhost', rpc: 'http://127.0.0.1:8545', testnet: true },
  {
    id: 97,
    name: 'BNB Smart Chain Testnet',
    rpc: 'https://data-seed-prebsc-1-s1.bnbchain.org:8545',
    explorer: 'https://testnet.bscscan.com',
    testnet: true,
  },
  { id: 10, name: 'OP Mainnet', rpc: 'https://mainnet.optimism.io', explorer: 'https://optimistic.etherscan.io' },
  {
    id: 420,
    name: 'Optimism Goerli',
    rpc: 'https://goerli.optimism.io',
    explorer: 'https://goerli-optimism.etherscan.io',
    testnet: true,
  },
  {
    id: 11155420,
    name: 'OP Sepolia',
    rpc: 'https://sepolia.optimism.io',
    explorer: 'https://optimism-sepolia.blockscout.com',
    testnet: true,
  },
  { id: 8453, name: 'Base', rpc: 'https://mainnet.base.org', explorer: 'https://basescan.org' },
  { id: 84531, name: 'Base Goerli', rpc: 'https://goerli.base.org', explorer: 'https://goerli.basescan.org', testnet: true },
  { id: 84532, name: 'Base Sepolia', rpc: 'https://sepolia.base.org', explorer: 'https://sepolia.basescan.org', testnet: true },
  {
    id: 1301,
    name: 'Unichain Sepolia',
    rpc: 'https://sepolia.unichain.org',
    explorer: 'https://sepolia.uniscan.xyz',
    testnet: true,
  },
  { id: 7777777, name: 'Zora', rpc: 'https://rpc.zora.energy', explorer: 'https://explorer.zora.energy' },
  // HyperEVM and a Wanchain testnet use 999 as well; the specification's list means Zora.
  {
    id: 999,
    name: 'Zora Goerli',
    rpc: 'https://testnet.rpc.zora.energy',
    explorer: 'https://testnet.explorer.zora.energy',
    testnet: true,
  },
  {
    id: 999999999,
    name: 'Zora Sepolia',
    rpc: 'https://sepolia.rpc.zora.energy',
    explorer: 'https://sepolia.explorer.zora.energy',
    testnet: true,
  },
  {
    id: 324,
    name: 'ZKsync Era',
    rpc: 'https://mainnet.era.zksync.io',
    explorer: 'https://explorer.zksync.io',
    multicall: ZKSYNC_MULTICALL3,
  },
  {
    id: 300,
    name: 'ZKsync Sepolia',
    rpc: 'https://sepolia.era.zksync.dev',
    explorer: 'https://sepolia.explorer.zksync.io',
    multicall: ZKSYNC_MULTICALL3,
    testnet: true,
  },
  // Retired, and gone from viem.
  {
    id: 280,
    name: 'ZKsync Goerli',
    rpc: 'https://testnet.era.zksync.dev',
    explorer: 'https://goerli.explorer.zksync.io',
    multicall: ZKSYNC_MULTICALL3,
    testnet: true,
  },
  {
    id: 42220,
    name: 'Celo',
    rpc: 'https://forno.celo.org',
    explorer: 'https://celoscan.io',
    currency: { name: 'CELO', symbol: 'CELO', decimals: 18 },
  },
  { id: 59144, name: 'Linea', rpc: 'https://rpc.linea.build', explorer: 'https://lineascan.build' },
]

/** The known EVM chains: those of the specification, of the provider and of the login layer. */
export const networks: readonly Network[] = [
  ...data.map(fromViem),
  ...rows.map((row) => define({ multicall: MULTICALL3, ...row })),
]
