import { inPage, lookFor } from './unregistered'
import { discoverStandard, type StandardKind } from './wallet-standard-discovery'

/** Solana wallets of the Wallet Standard that have the features needed (facts: wallets §4.1). */
export const kind: StandardKind = {
  namespace: 'solana',
  chains: 'solana:',
  prefix: '',
  isUsable: (features) =>
    'standard:connect' in features &&
    'standard:events' in features &&
    ('solana:signAndSendTransaction' in features || 'solana:signTransaction' in features),
  // Coinbase Wallet (mainnet only) does not register itself.
  unregistered: (found) =>
    lookFor(() => {
      const provider = inPage('coinbaseSolana', 'connect')
      if (provider) found({ name: 'Coinbase Wallet' }, async () => (await import('./coinbase-solana')).coinbaseSolana(provider))
    }),
  open: async (wallet, tell) => (await import('./solana-wallet')).openSolanaWallet(wallet, tell),
}

/** Finds these wallets, and reports each to the given listener. Returns its stop. */
export const discover = discoverStandard(kind)
