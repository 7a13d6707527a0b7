import { type CaipAddress, type CaipNetworkId, type ChainNamespace, isCaipAddress, isCaipNetworkId } from './caip'
import { EVICTABLE, guardedStorage, type StorageArea } from './guarded-storage'
import { safeImage, safeLink, schemeOf } from './links'
import { plainText } from './text'
import type { ListedWallet } from './wallet'

/** Checks a stored value, which another release or anybody else may have written; undefined if its shape is wrong. */
type Parse<Value> = (value: unknown) => Value | undefined

/** One value kept in the browser: where it is, and how it is read. */
export type StorageKey<Value> = { readonly area: StorageArea; readonly name: string; readonly parse: Parse<Value> }

const key = <Value>(area: StorageArea, name: string, parse: Parse<Value>): StorageKey<Value> => ({ area, name, parse })

// Parsed by hand, without zod: the first opening reads this, and waits for every kilobyte.
const textUpTo = (limit: number) => (value: unknown) => (typeof value === 'string' && value.length <= limit ? value : undefined)
const shortText = textUpTo(200)
const flag: Parse<boolean> = (value) => (typeof value === 'boolean' ? value : undefined)
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A list of at most `limit` members; undefined if one of them cannot be read. */
const listOf =
  <Value>(parse: Parse<Value>, limit: number): Parse<Value[]> =>
  (value) => {
    if (!Array.isArray(value) || value.length > limit) return undefined
    const members = value.map(parse)
    return members.every((each) => each !== undefined) ? (members as Value[]) : undefined
  }

const link: Parse<string> = (value) => {
  const url = textUpTo(2_000)(value) ?? ''
  return safeLink(url, { schemes: [schemeOf(url) ?? ''] }) && url
}
const image: Parse<string> = (value) => safeImage(value) && String(value)

const walletMembers: {
  readonly [Member in keyof Omit<ListedWallet, 'id' | 'name'>]-?: Parse<NonNullable<ListedWallet[Member]>>
} = {
  imageUrl: image,
  rdns: textUpTo(500),
  homepage: link,
  mobileLink: link,
  universalLink: link,
  desktopLink: link,
  webappLink: link,
  appStore: link,
  playStore: link,
  chromeStore: link,
  chains: listOf(shortText, 500),
}

const listedWallet: Parse<ListedWallet> = (value) => {
  if (!isRecord(value)) return undefined
  const [id, name] = [shortText(value.id), shortText(value.name)]
  if (id === undefined || name === undefined) return undefined
  const members: Record<string, unknown> = { id, name: plainText(name, 60) }
  for (const [member, parse] of Object.entries(walletMembers)) {
    if (value[member] === undefined) continue
    const read = parse(value[member])
    if (read === undefined) return undefined
    members[member] = read
  }
  return members as ListedWallet
}

/** A connection as stored for the next visit. */
export type RememberedConnection = {
  readonly connectorId: string
  readonly networkId: CaipNetworkId
  readonly caipAddress: CaipAddress
  /** The wallet's own first account, where the visitor has chosen another one. */
  readonly first?: CaipAddress | undefined
  /** Which session of the wallet it is, for wallets with one session after another. */
  readonly session?: string | undefined
}
/** A namespace that the visitor disconnected has no entry. */
export type RememberedConnections = {
  readonly active?: ChainNamespace | undefined
  readonly entries: Readonly<Record<string, RememberedConnection>>
  /** Namespaces without an entry because their wallet was not found again, not because the visitor disconnected. */
  readonly lost?: readonly ChainNamespace[] | undefined
}
const rememberedConnections: Parse<RememberedConnections> = (value) => {
  if (!isRecord(value) || !isRecord(value.entries)) return undefined
  const entries: Record<string, RememberedConnection> = {}
  for (const [namespace, entry] of Object.entries(value.entries)) {
    // Also keeps out `__proto__`.
    if (!isRecord(entry) || !/^[-a-z0-9]{3,8}$/.test(namespace)) return undefined
    const { connectorId, networkId, caipAddress, first, session } = entry
    const id = shortText(connectorId)
    if (id === undefined || !isCaipNetworkId(networkId) || !isCaipAddress(caipAddress)) return undefined
    const own = isCaipAddress(first) ? first : undefined
    entries[namespace] = { connectorId: id, networkId, caipAddress, session: shortText(session), first: own }
  }
  return { active: shortText(value.active), entries, lost: listOf(shortText, 50)(value.lost) }
}

/**
 * What the connection stores. A feature has its own `StorageKey` in its own file; `forgetAll` removes that too. Entries whose name
 * begins with `cache:` may be dropped when storage is full.
 */
export const keys = {
  /** The connections that were last left open. */
  connections: key('local', 'connections', rememberedConnections),
  /** Newest first, at most two. */
  recentWallets: key('local', 'recent-wallets', listOf(listedWallet, 2)),
  /** The visitor ticked the terms in this session. */
  legalAccepted: key('session', 'legal-accepted', flag),
} as const

/** The value stored under a key, or `undefined`; an entry that cannot be parsed is removed. */
export function read<Value>({ area, name, parse }: StorageKey<Value>): Value | undefined {
  const text = guardedStorage.get(area, name)
  if (text === undefined) return undefined
  const value = parse(parseJson(name.startsWith(EVICTABLE) ? text.slice(text.indexOf(' ') + 1) : text))
  if (value !== undefined) return value
  guardedStorage.remove(area, name)
  return undefined
}

/** Stores a value; in memory only if the browser's storage does not work. */
export function remember<Value>({ area, name }: StorageKey<Value>, value: Value): void {
  const text = JSON.stringify(value)
  guardedStorage.set(area, name, name.startsWith(EVICTABLE) ? `${Date.now()} ${text}` : text)
}

/** Removes a value. */
export function forget<Value>({ area, name }: StorageKey<Value>): void {
  guardedStorage.remove(area, name)
}

/** Removes every key that we wrote, in both storages, and no key of the host page (DECISIONS 6). */
export const forgetAll = (): void => guardedStorage.clear()

/** Keeps two embeds, or two releases, on one origin apart. Call before the first read. */
export const setStoragePrefix = (prefix: string): void => guardedStorage.setPrefix(prefix)

/** Calls the listener once when the browser's storage does not work (STORAGE_UNAVAILABLE). Returns its stop. */
export const onStorageUnavailable = (listener: () => void): (() => void) => guardedStorage.onUnavailable(listener)

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
