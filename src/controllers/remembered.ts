import type { ChainNamespace } from '../lib/caip'
import { keys, type RememberedConnection, type RememberedConnections, read, remember } from '../lib/storage'
import { WATCH } from '../lib/wallet'
import { chains } from '../state/chains'
import { config } from '../state/config'
import { onChange } from './on-change'
import { tellTabs } from './tabs'

export type { RememberedConnection }

/** The stored connections; those that the visitor disconnected are not among them. */
export const rememberedConnections = (): RememberedConnections => read(keys.connections) ?? { entries: {} }

/** The stored connection of the active namespace while it is being restored: another that is back first must not become active. */
export const awaitedActive = () => chains.restoring && rememberedConnections().entries[chains.activeNamespace]

/** What this page has written last. */
let before: Record<string, RememberedConnection> = {}

/** Keeps the stored entry of a connection that has failed, as when its extension was updated: after a reload it can be restored. */
export const keepFailed = (namespace: ChainNamespace): boolean => delete before[namespace]

/** Stores what is connected whenever that changes, for the next visit. Returns its stop. */
export function rememberConnections(): () => void {
  before = connected()
  return onChange([chains], fingerprint, () => {
    const now = connected()
    // Entries that this page has not written stay: their wallet may still announce itself, or another tab has connected it.
    const isOwn = ([namespace, entry]: readonly [string, unknown]) => JSON.stringify(before[namespace]) === JSON.stringify(entry)
    const others = Object.fromEntries(Object.entries(rememberedConnections().entries).filter((entry) => !isOwn(entry)))
    const isOn = config.reconnect === 'on'
    // Without `reconnect` they may be of an earlier visit and are dropped; a tab that has one of them (`lost`) writes it again.
    const lost = isOn ? undefined : Object.keys(others)
    store({ active: chains.activeNamespace, entries: { ...(isOn && others), ...now }, lost })
    before = now
  })
}

/** Forgets the stored wallet of a namespace, or all of them: the visitor has disconnected it, restored or not. */
export function forgetWallet(namespace?: ChainNamespace): void {
  const { active, entries } = rememberedConnections()
  const isOther = ({ connectorId }: RememberedConnection) => namespace && connectorId !== entries[namespace]?.connectorId
  store({ active, entries: Object.fromEntries(Object.entries(entries).filter(([, each]) => isOther(each))) })
}

/** Stores connections, and tells the other tabs. */
export function store(next: RememberedConnections): void {
  if (JSON.stringify(next) === JSON.stringify(rememberedConnections())) return
  remember(keys.connections, next)
  tellTabs()
}

const fingerprint = () => JSON.stringify([chains.activeNamespace, connected()])

/** What is connected here, as it is stored. */
export function connected(): RememberedConnections['entries'] {
  const entries: Record<string, RememberedConnection> = {}
  for (const [namespace, chain] of Object.entries(chains.byNamespace)) {
    const { status, connectorId, networkId, caipAddress, session, accounts } = chain
    if (status === 'disconnected' || !connectorId || connectorId === WATCH || !networkId || !caipAddress) continue
    const [first] = accounts
    entries[namespace] = { connectorId, networkId, caipAddress, session, first: first === caipAddress ? undefined : first }
  }
  return entries
}
