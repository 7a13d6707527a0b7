import type { OpenWallet } from './late-connector'
import { solanaProvider } from './solana-provider'
import { clusters, LOCALNET, readAddress } from './solana-values'
import type { ConnectorEvent } from './types'
import { callFeature } from './wallet-standard-feature'
import { type Dialect, openStandardWallet } from './wallet-standard-wallet'

const solana: Dialect = {
  namespace: 'solana',
  prefix: 'solana:',
  chains: clusters,
  anyChain: LOCALNET,
  readAddress,
  ask: (wallet, silent) => callFeature(wallet, 'standard:connect', 'connect', silent ? [{ silent }] : []),
  disconnect: ['standard:disconnect'],
  events: ['standard:events'],
  provider: solanaProvider,
}

/** Opens a Solana wallet, of which only the name is trusted; `tell` receives its changes. */
export const openSolanaWallet = (wallet: object, tell: (event: ConnectorEvent) => void): OpenWallet =>
  openStandardWallet(wallet, tell, solana)
