import { unregistered } from './bitcoin-unregistered'
import { discoverStandard, type StandardKind } from './wallet-standard-discovery'

/** Bitcoin wallets of the Wallet Standard: those with the `bitcoin:` features (facts: wallets §5.2). */
export const kind: StandardKind = {
  namespace: 'bip122',
  chains: 'bitcoin:',
  prefix: 'bip122:',
  isUsable: (features) => 'bitcoin:connect' in features && 'bitcoin:signMessage' in features,
  unregistered,
  open: async (wallet, tell) => (await import('./bitcoin-wallet')).openBitcoinWallet(wallet, tell),
}

/** Finds these wallets, and reports each to the given listener. Returns its stop. */
export const discover = discoverStandard(kind)
