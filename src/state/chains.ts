import { type CaipAddress, type CaipNetworkId, type ChainNamespace, namespaces, parseCaipAddress } from '../lib/caip'
import type { AccountType, AccountUse, WalletIdentity } from '../lib/wallet'
import { store } from './store'

/** One namespace's connection. Status `connecting` keeps what was there before, so that a refusal changes nothing. */
export type Chain = {
  status: 'disconnected' | 'connecting' | 'connected'
  /** Present without a connection too: the network that was chosen. */
  networkId?: CaipNetworkId | undefined
  connectorId?: string | undefined
  /** Which session of the wallet it is, where it has several after each other. */
  session?: string | undefined
  wallet?: WalletIdentity | undefined
  caipAddress?: CaipAddress | undefined
  accounts: CaipAddress[]
  /** Of an embedded wallet; absent: the wallet does not say. */
  accountType?: AccountType | undefined
  /** What each account is for, by address, where the namespace tells them apart (Bitcoin). */
  accountTypes?: Readonly<Record<string, AccountUse>> | undefined
  /** Networks the wallet approved; absent: it can be asked for any. */
  approved?: CaipNetworkId[] | undefined
  /** The connection was found again at start, not made by a person. */
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

/** The record of a namespace, made when it is first asked for. */
export function chainOf(namespace: ChainNamespace): Chain {
  chains.byNamespace[namespace] ??= noChain()
  return chains.byNamespace[namespace] as Chain
}
