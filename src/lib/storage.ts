import * as z from 'zod/mini'
import { type CaipAddress, type CaipNetworkId, type ChainNamespace, isCaipAddress, isCaipNetworkId } from './caip'
import { EVICTABLE, guardedStorage, type StorageArea } from './guarded-storage'
import { safeImage, safeLink, schemeOf } from './links'
import { schemaMessage } from './schema-message'
import { plainText } from './text'
import type { ListedWallet } from './wallet'

// Before the first schema: strict pages count zod's probe for `new Function` as a violation (ARCHITECTURE §15.11).
z.config({ jitless: true, customError: schemaMessage })

/** One fact that we keep in the browser: where, and the shape it must still have when it is read. */
export type StorageKey<Value> = { readonly area: StorageArea; readonly name: string; readonly schema: z.ZodMiniType<Value> }

const key = <Value>(area: StorageArea, name: string, schema: z.ZodMiniType<Value>): StorageKey<Value> => ({ area, name, schema })
const optionalText = z.optional(z.string().check(z.maxLength(500)))
const link = z.optional(z.string().check(z.refine((url) => safeLink(url, { schemes: schemesOf(url) }) !== undefined)))
const networkId = z.custom<CaipNetworkId>(isCaipNetworkId)
const shortText = z.string().check(z.maxLength(200))

const listedWallet: z.ZodMiniType<ListedWallet> = z.pipe(
  z.object({
    ...{
      id: shortText,
      name: shortText,
      rdns: optionalText,
      imageUrl: z.optional(z.string().check(z.refine((url) => safeImage(url) !== undefined))),
    },
    ...{
      homepage: link,
      mobileLink: link,
      desktopLink: link,
      webappLink: link,
      appStore: link,
      playStore: link,
      chromeStore: link,
    },
    chains: z.optional(z.array(shortText).check(z.maxLength(500))),
  }),
  z.transform(({ name, ...wallet }): ListedWallet => ({ ...defined(wallet), id: wallet.id, name: plainText(name, 60) })),
)

/** What is kept of a connection, so that the next visit finds it again. */
export type RememberedConnection = {
  readonly connectorId: string
  readonly networkId: CaipNetworkId
  readonly caipAddress: CaipAddress
}
/** A visitor who disconnected a namespace left no entry of it. */
export type RememberedConnections = {
  readonly active?: ChainNamespace | undefined
  readonly entries: Readonly<Record<string, RememberedConnection>>
}
const rememberedConnection = z.object({ connectorId: shortText, networkId, caipAddress: z.custom<CaipAddress>(isCaipAddress) })
const rememberedConnections: z.ZodMiniType<RememberedConnections> = z.object({
  active: z.optional(shortText),
  entries: z.record(shortText, rememberedConnection),
})

/** Everything that we keep, and nothing else: the key table. A cached fact's name begins with `cache:`. */
export const keys = {
  /** The namespace that was active last. */
  activeNamespace: key<ChainNamespace>('local', 'active-namespace', shortText),
  /** The network that was active last in a namespace. */
  networkId: (namespace: ChainNamespace) => key<CaipNetworkId>('local', `network:${namespace}`, networkId),
  /** The connector to restore in a namespace. */
  connectorId: (namespace: ChainNamespace) => key<string>('local', `connector:${namespace}`, shortText),
  /** The visitor disconnected, so nothing is restored until the next connect. */
  disconnected: key<boolean>('local', 'disconnected', z.boolean()),
  /** The connections that were last left open. */
  connections: key<RememberedConnections>('local', 'connections', rememberedConnections),
  /** Newest first, at most two. */
  recentWallets: key<ListedWallet[]>('local', 'recent-wallets', z.array(listedWallet).check(z.maxLength(2))),
  /** The visitor ticked the terms in this session. */
  legalAccepted: key<boolean>('session', 'legal-accepted', z.boolean()),
  /** The wallet of the pending pairing link, to reopen it for later requests. */
  walletLink: key('local', 'wallet-link', z.object({ href: z.string().check(z.maxLength(2_000)), name: shortText })),
} as const

/** What is stored under a key, or `undefined`; an entry that no longer fits its schema is dropped. */
export function read<Value>({ area, name, schema }: StorageKey<Value>): Value | undefined {
  const text = guardedStorage.get(area, name)
  if (text === undefined) return undefined
  const parsed = z.safeParse(schema, parseJson(name.startsWith(EVICTABLE) ? text.slice(text.indexOf(' ') + 1) : text))
  if (parsed.success) return parsed.data
  guardedStorage.remove(area, name)
  return undefined
}

/** Stores a fact; in memory only where the browser keeps nothing. */
export function remember<Value>({ area, name }: StorageKey<Value>, value: Value): void {
  const text = JSON.stringify(value)
  guardedStorage.set(area, name, name.startsWith(EVICTABLE) ? `${Date.now()} ${text}` : text)
}

/** Removes one fact. */
export function forget<Value>({ area, name }: StorageKey<Value>): void {
  guardedStorage.remove(area, name)
}

/** Removes every key that we wrote, in both storages, and no key of the host page (DECISIONS 6). */
export const forgetAll = (): void => guardedStorage.clear()

/** Keeps two embeds, or two releases, on one origin apart. Call before the first read. */
export const setStoragePrefix = (prefix: string): void => guardedStorage.setPrefix(prefix)

/** Tells once that this browser keeps nothing (STORAGE_UNAVAILABLE). Returns its stop. */
export const onStorageUnavailable = (listener: () => void): (() => void) => guardedStorage.onUnavailable(listener)

/** A fact that may be dropped when storage is full, and is then asked for again. */
export const cacheKey = <Value>(name: string, schema: z.ZodMiniType<Value>): StorageKey<Value> =>
  key('local', EVICTABLE + name, schema)

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const schemesOf = (url: string) => [schemeOf(url)].filter((scheme) => scheme !== undefined)

type Defined<T> = { [K in keyof T]: Exclude<T[K], undefined> }
const defined = <T extends object>(record: T) =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as Partial<Defined<T>>
