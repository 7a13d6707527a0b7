import { AUTH_ID } from '../lib/auth-id'
import type { ChainNamespace } from '../lib/caip'
import { safeImage } from '../lib/links'
import { randomId } from '../lib/random-id'
import { plainText } from '../lib/text'
import { lateConnector, type OpenWallet } from './late-connector'
import { MAX_NAME_LENGTH, MAX_WALLETS } from './limits'
import type { AddConnector, Connector, ConnectorEvent, Discover, RemoveConnector } from './types'
import { isSameName } from './unregistered'
import { type StandardWallet, watchWallets } from './wallet-standard-events'

/** The wallets of one namespace among all that register themselves. */
export type StandardKind = {
  readonly namespace: ChainNamespace
  /** How the standard's names of its chains begin: `solana:`. */
  readonly chains: string
  /** What stands before a wallet's name in its id, where the name alone is another namespace's. */
  readonly prefix: string
  /** Whether a wallet can do enough to be of use. */
  readonly isUsable: (features: object) => boolean
  /** Wallets of the namespace that stand in the page and register nowhere. */
  readonly unregistered?: Unregistered
  /** Opens a wallet that was chosen; its code loads now. */
  readonly open: (wallet: StandardWallet, tell: (event: ConnectorEvent) => void) => Promise<OpenWallet>
}

type Details = { readonly id: string; readonly name: string; readonly icon?: string }
type Found = {
  readonly wallet: StandardWallet
  readonly connector: Connector
  readonly leave: () => void
  readonly isStandIn?: boolean
  id: string
}

/** Tells of wallets by their names; what speaks to one in the standard's words loads when it is chosen. Returns its stop. */
export type Unregistered = (found: (named: Omit<Details, 'id'>, load: () => Promise<StandardWallet>) => void) => () => void

/** The wallets of one namespace, at most 50; those that share a name are marked. */
export const discoverStandard =
  (kind: StandardKind): Discover =>
  (add, remove = () => {}) => {
    const found: Found[] = []
    const stop = watchWallets(
      (wallet) => {
        if (found.length >= MAX_WALLETS) return
        const details = read(wallet, kind)
        if (!details) return
        // It is here itself: what stood in for it is not wanted any more.
        const at = found.findIndex(({ isStandIn, connector }) => isStandIn && isSameName(connector.name, details.name))
        for (const { id } of at < 0 ? [] : found.splice(at, 1)) remove(id)
        const entry = { wallet, ...connectorOf({ ...details, type: 'ANNOUNCED' }, kind, () => wallet), id: details.id }
        found.push(entry)
        announce(found, entry, add, remove)
      },
      (wallet) => {
        const at = found.findIndex((each) => each.wallet === wallet)
        const [entry] = at < 0 ? [] : found.splice(at, 1)
        if (!entry) return
        remove(entry.id)
        entry.leave()
      },
    )
    const stopOthers = kind.unregistered?.((named, load) => {
      if (found.length >= MAX_WALLETS || found.some(({ connector }) => isSameName(connector.name, named.name))) return
      const { name, icon } = named
      const details = { id: kind.prefix + name, name, ...(icon && { icon }), type: 'ANNOUNCED' } as const
      const entry = { wallet: load, ...connectorOf(details, kind, load), id: details.id, isStandIn: true }
      found.push(entry)
      add(entry.connector)
    })
    return () => {
      stop()
      stopOthers?.()
    }
  }

/** The connector of a wallet that the host gives, under its own name or the host's; undefined where it can do too little. */
export function externalStandard(
  kind: StandardKind,
  wallet: StandardWallet,
  named: Partial<Details> = {},
): Connector | undefined {
  const details = read(wallet, kind)
  return details && connectorOf({ ...details, ...named, type: 'EXTERNAL' }, kind, () => wallet).connector
}

/** Everything is read once: a getter may throw, or answer otherwise the second time. */
function read(wallet: StandardWallet, { chains: own, prefix, isUsable }: StandardKind): Details | undefined {
  try {
    const { name: given, icon: picture, features, chains } = wallet as Record<string, unknown>
    const name = plainText(given, MAX_NAME_LENGTH)
    if (!name || typeof features !== 'object' || features === null || !isUsable(features) || !Array.isArray(chains))
      return undefined
    if (!chains.slice(0, 100).some((chain) => typeof chain === 'string' && chain.startsWith(own))) return undefined
    // The standard wants the picture in the wallet; a remote one would tell its host about the visitor.
    const icon = typeof picture === 'string' && /^data:/i.test(picture) ? safeImage(picture) : undefined
    return { id: prefix + (prefix ? name : idOf(name)), name, ...(icon && { icon }) }
  } catch {
    return undefined
  }
}

/** What names something else: an rdns, an id of ours. */
const isTaken = new RegExp(`[.:]|^(walletConnect|injected|watch|${AUTH_ID}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$`, 'i')
/** A wallet's name stands for it, but never for a wallet that is named by something else. */
const idOf = (name: string) => (isTaken.test(name) ? `wallet-standard:${name}` : name)

/** Two wallets of one name are told apart by ids of this page alone, both marked: which is the imposter cannot be known. */
function announce(found: Found[], entry: Found, add: AddConnector, remove: RemoveConnector) {
  const { connector } = entry
  const same = found.filter((each) => each.connector.name.toLowerCase() === connector.name.toLowerCase())
  if (same.length === 1) return add(connector)
  for (const each of same.length === 2 ? same : [entry]) {
    if (each !== entry) remove(each.id)
    each.id = randomId()
    add({ ...each.connector, id: each.id, duplicate: true })
  }
}

function connectorOf(
  details: Details & Pick<Connector, 'type'>,
  kind: StandardKind,
  load: () => StandardWallet | Promise<StandardWallet>,
) {
  const { connector, pause, tell } = lateConnector({ ...details, namespaces: [kind.namespace] }, async (hear) =>
    kind.open(await load(), hear),
  )
  const leave = () => {
    pause()
    tell({ type: 'disconnect', reason: 'wallet' })
  }
  return { connector, leave }
}
