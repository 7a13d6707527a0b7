import type { ChainNamespace } from '../lib/caip'
import { keys, type RememberedConnection, type RememberedConnections, read, remember } from '../lib/storage'
import { WATCH } from '../lib/wallet'
import { chains } from '../state/chains'
import { config } from '../state/config'
import { onChange } from './on-change'
import { tellTabs } from './tabs'

export type { RememberedConnection }

/** The connections that were last left open; none of those the visitor ended. */
export const rememberedConnections = (): RememberedConnections => read(keys.connections) ?? { entries: {} }

/** The account that was in use, while it is still looked for: another one that is back before it does not take its place. */
export const awaitedActive = () => chains.restoring && rememberedConnections().entries[chains.activeNamespace]

/** What was written last of this page's own. */
let before: Record<string, RememberedConnection> = {}

/** Its connection has failed, as that of an extension that was updated: after a reload it is there again. */
export const keepFailed = (namespace: ChainNamespace): boolean => delete before[namespace]

/** Writes what is connected whenever it changes, so that the next visit finds it. Returns its stop. */
export function rememberConnections(): () => void {
  before = connected()
  return onChange([chains], fingerprint, () => {
    const now = connected()
    // A namespace that is not back yet is not one that was left: its wallet may still announce itself. What stands there of another
    // connection than the one that was here is another tab's.
    const isOwn = ([namespace, entry]: readonly [string, unknown]) => JSON.stringify(before[namespace]) === JSON.stringify(entry)
    const others = Object.fromEntries(Object.entries(rememberedConnections().entries).filter((entry) => !isOwn(entry)))
    const isOn = config.reconnect === 'on'
    // Where nothing is found again it may be of an earlier visit: a tab that has it writes it anew.
    const lost = isOn ? undefined : Object.keys(others)
    store({ active: chains.activeNamespace, entries: { ...(isOn && others), ...now }, lost })
    before = now
  })
}

/** Drops what is kept of a namespace's wallet, or of all: the visitor has ended it, whether or not it was back already. */
export function forgetWallet(namespace?: ChainNamespace): void {
  const { active, entries } = rememberedConnections()
  const isOther = ({ connectorId }: RememberedConnection) => namespace && connectorId !== entries[namespace]?.connectorId
  store({ active, entries: Object.fromEntries(Object.entries(entries).filter(([, each]) => isOther(each))) })
}

/** Writes what is to be found again, and has the other tabs follow. */
export function store(next: RememberedConnections): void {
  if (JSON.stringify(next) === JSON.stringify(rememberedConnections())) return
  remember(keys.connections, next)
  tellTabs()
}

const fingerprint = () => JSON.stringify([chains.activeNamespace, connected()])

/** What is connected here, as it is kept. */
export function connected(): RememberedConnections['entries'] {
  return Object.fromEntries(
    Object.entries(chains.byNamespace).flatMap(
      ([
        namespace,
        {
          status,
          connectorId,
          networkId,
          caipAddress,
          session,
          accounts: [first],
        },
      ]) =>
        status !== 'disconnected' && connectorId && connectorId !== WATCH && networkId && caipAddress
          ? [[namespace, { connectorId, networkId, caipAddress, session, first: first === caipAddress ? undefined : first }]]
          : [],
    ),
  )
}
