import { AUTH_ID } from '../lib/auth-id'
import type { ChainNamespace } from '../lib/caip'
import { SAFE } from '../lib/in-safe'
import { randomId } from '../lib/random-id'
import { plainText } from '../lib/text'
import { WALLET_CONNECT, WATCH } from '../lib/wallet'
import { inlineIcon } from './inline-icon'
import { lateConnector, type OpenWallet } from './late-connector'
import { MAX_NAME_LENGTH, MAX_WALLETS } from './limits'
import type { AddConnector, Connector, ConnectorEvent, Discover, RemoveConnector } from './types'
import { isSameName } from './unregistered'
import { type StandardWallet, watchWallets } from './wallet-standard-registration'

/** The wallets of one namespace among all that register themselves. */
export type StandardKind = {
  readonly namespace: ChainNamespace
  /** Prefix of the standard's names of its chains: `solana:`. */
  readonly chains: string
  /** Prefix of a wallet's id, if the bare name belongs to another namespace. */
  readonly prefix: string
  /** Whether a wallet has the features needed. */
  readonly isUsable: (features: object) => boolean
  /** Wallets of the namespace that are in the page but do not register. */
  readonly unregistered?: Unregistered
  /** Opens a chosen wallet; its code loads only now. */
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

/** Reports unregistered wallets by name; the code that adapts one to the standard loads when it is chosen. Returns its stop. */
export type Unregistered = (found: (named: Omit<Details, 'id'>, load: () => Promise<StandardWallet>) => void) => () => void

/** The wallets of one namespace, at most 50; those with the same name are marked. */
export const discoverStandard =
  (kind: StandardKind): Discover =>
  (add, remove = () => {}) => {
    const found: Found[] = []
    const stop = watchWallets(
      (wallet) => {
        if (found.length >= MAX_WALLETS) return
        const details = read(wallet, kind)
        if (!details) return
        // The wallet itself has registered: its stand-in is removed.
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

/** The connector of a wallet given by the host, under its own name or the host's; undefined if it lacks the features needed. */
export function externalStandard(
  kind: StandardKind,
  wallet: StandardWallet,
  named: Partial<Details> = {},
): Connector | undefined {
  const details = read(wallet, kind)
  return details && connectorOf({ ...details, ...named, type: 'EXTERNAL' }, kind, () => wallet).connector
}

/** Each property is read once: a getter may throw, or return something else the second time. */
function read(wallet: StandardWallet, { chains: own, prefix, isUsable }: StandardKind): Details | undefined {
  try {
    const { name: given, icon: picture, features, chains } = wallet as Record<string, unknown>
    const name = plainText(given, MAX_NAME_LENGTH)
    if (!name || typeof features !== 'object' || features === null || !isUsable(features) || !Array.isArray(chains))
      return undefined
    if (!chains.slice(0, 100).some((chain) => typeof chain === 'string' && chain.startsWith(own))) return undefined
    const icon = inlineIcon(picture)
    return { id: prefix + (prefix ? name : idOf(name)), name, ...(icon && { icon }) }
  } catch {
    return undefined
  }
}

/** Names that look like other ids: an rdns, or one of ours. */
const isTaken = new RegExp(
  `[.:]|^(${WALLET_CONNECT}|injected|${SAFE}|${WATCH}|${AUTH_ID}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$`,
  'i',
)
/** A wallet's id is its name, unless that looks like the id of another wallet. */
const idOf = (name: string) => (isTaken.test(name) ? `wallet-standard:${name}` : name)

/** Wallets with the same name get random ids for this page, and all are marked: which one is the imposter cannot be known. */
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
