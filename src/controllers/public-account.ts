import type { CaipAddress, ChainNamespace } from '../lib/caip'
import type { WalletIdentity } from '../lib/wallet'
import type { Chain } from '../state/chains'

/** An account as a host sees it. */
export type PublicAccount = {
  readonly namespace: ChainNamespace
  readonly address: string
  readonly caipAddress: CaipAddress
  readonly type?: 'eoa' | 'smartAccount'
  readonly wallet: WalletIdentity
}

/** A namespace's account as the host sees it; undefined without one. */
export function publicAccount(namespace: ChainNamespace, { address, caipAddress, wallet }: Chain): PublicAccount | undefined {
  if (!address || !caipAddress || !wallet) return undefined
  return Object.freeze({ namespace, address, caipAddress, wallet: Object.freeze({ ...wallet }) })
}
