import { type PublicAccount, publicAccount } from '../src/controllers/public-account'
import type { CaipNetworkId, ChainNamespace } from '../src/lib/caip'
import type { LoginUser } from '../src/lib/login-user'
import type { SiwxSession } from '../src/lib/siwx'
import { chains } from '../src/state/chains'
import { config } from '../src/state/config'
import { auth } from '../src/state/login'
import { modal } from '../src/state/modal'
import { siwx } from '../src/state/siwx'
import type { ViewName } from '../src/views'

export type { PublicAccount }
/** The value of `state`; null for whatever does not exist. */
export type PublicState = {
  readonly status: 'restoring' | 'disconnected' | 'connecting' | 'connected'
  /** Whether any element shows the modal. */
  readonly open: boolean
  /** The view that it shows, or that an embedded element shows. */
  readonly view: ViewName | null
  /** Namespace of the active account. */
  readonly namespace: ChainNamespace | null
  /** The active network (CAIP-2); before a connection the one to connect on. */
  readonly network: CaipNetworkId | null
  readonly account: PublicAccount | null
  /** The account of each connected namespace. */
  readonly accounts: readonly PublicAccount[]
  /** The active account's sign-in session. */
  readonly session: SiwxSession | null
  /** The user who is logged in to the app's own backend. */
  readonly user: LoginUser | null
}

/** What the host may know about the page and one element, `embedded` or not; frozen. */
export function publicState(embedded: boolean): PublicState {
  const { activeNamespace, active, byNamespace, status } = chains
  const open = modal.elementId !== undefined
  const accounts = Object.entries(byNamespace).flatMap(([namespace, chain]) => publicAccount(namespace, chain) ?? [])
  return Object.freeze({
    status,
    open,
    view: open || embedded ? modal.view : null,
    namespace: active.status === 'connected' ? activeNamespace : null,
    network: active.networkId ?? config.startNetwork,
    account: publicAccount(activeNamespace, active) ?? null,
    accounts: Object.freeze(accounts),
    session: siwx.session ? frozen(siwx.session) : null,
    user: auth.user ?? null,
  })
}

/** A frozen copy, because the session itself is in use here or is the host's own object. */
export const frozen = ({ data, ...more }: SiwxSession): SiwxSession =>
  Object.freeze({
    ...more,
    data: Object.freeze({ ...data, ...(data.resources && { resources: Object.freeze([...data.resources]) }) }),
  })
