import type { CaipAddress, ChainNamespace } from '../lib/caip'
import type { AccountUse, WalletIdentity } from '../lib/wallet'
import type { Chain } from '../state/chains'

/** An account as a host sees it. */
export type PublicAccount = {
  readonly namespace: ChainNamespace
  /** As its namespace writes it: EIP-55 for `eip155`. */
  readonly address: string
  /** CAIP-10, on the active network of the namespace. */
  readonly caipAddress: CaipAddress
  /** Where the wallet has several kinds. */
  readonly type?: AccountUse
  readonly wallet: WalletIdentity
}

/** A namespace's account as the host sees it; undefined without one. */
export function publicAccount(
  namespace: ChainNamespace,
  { address, caipAddress, wallet, accountType, accountTypes }: Chain,
): PublicAccount | undefined {
  if (!address || !caipAddress || !wallet) return undefined
  const type = accountTypes?.[address] ?? accountType
  return Object.freeze({ namespace, address, caipAddress, ...(type && { type }), wallet: Object.freeze({ ...wallet }) })
}
