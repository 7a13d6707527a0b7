import { type CaipAddress, type CaipNetworkId, type ChainNamespace, namespaces, parseCaipAddress } from '../lib/caip'
import type { AccountType, AccountUse, WalletIdentity } from '../lib/wallet'
import { store } from './store'

/** One namespace's connection. `connecting` keeps the previous connection, so that a refusal changes nothing. */
export type Chain = {
  status: 'disconnected' | 'connecting' | 'connected'
  /** The chosen network; present without a connection too. */
  networkId?: CaipNetworkId | undefined
  connectorId?: string | undefined
  /** Which session of the wallet it is, for wallets with one session after another. */
  session?: string | undefined
  wallet?: WalletIdentity | undefined
  caipAddress?: CaipAddress | undefined
  accounts: CaipAddress[]
  /** Of an embedded wallet; absent if the wallet does not report it. */
  accountType?: AccountType | undefined
  /** What each account is for, by address, in a namespace that distinguishes them (Bitcoin). */
  accountTypes?: Readonly<Record<string, AccountUse>> | undefined
  /** Networks the wallet approved; absent: it can be asked for any. */
  approved?: CaipNetworkId[] | undefined
  /** The connection was restored at start, not made by the visitor. */
  restored: boolean
  readonly address: string | undefined
}

/** A namespace without a connection. */
export const noChain = (): Chain => ({
  status: 'disconnected',
  accounts: [],
  restored: false,
  get address() {
    return this.caipAddress && parseCaipAddress(this.caipAddress).address
  },
})

/** The connection in each namespace, and which of them is the active one. */
export const chains = store(() => ({
  activeNamespace: 'eip155' as ChainNamespace,
  byNamespace: Object.fromEntries(namespaces.map((each) => [each, noChain()])) as Record<ChainNamespace, Chain>,
  /** Stored sessions are still being looked for. */
  restoring: false,
  /** The visitor is moving to a network of another namespace. */
  switching: false,
  get active(): Chain {
    return this.byNamespace[this.activeNamespace] ?? noChain()
  },
  get status(): 'restoring' | 'disconnected' | 'connecting' | 'connected' {
    if (this.active.status === 'connected') return 'connected'
    const all = Object.values(this.byNamespace).map(({ status }) => status)
    if (all.includes('connecting')) return 'connecting'
    if (this.restoring) return 'restoring'
    return all.includes('connected') ? 'connected' : 'disconnected'
  },
}))

/** The record of a namespace, created on first use. */
export function chainOf(namespace: ChainNamespace): Chain {
  chains.byNamespace[namespace] ??= noChain()
  return chains.byNamespace[namespace] as Chain
}
