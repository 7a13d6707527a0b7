import { guardedStorage } from '../lib/guarded-storage'
import { keys, type StorageKey } from '../lib/storage'
import { untilAborted } from '../lib/until-aborted'
import { WALLET_CONNECT } from '../lib/wallet'
import { leftForAppKey } from '../lib/wallet-app'

/** Where the WalletConnect client's keys and sessions are stored, as JSON texts. */
type Backend = {
  keys(): Promise<string[]>
  get(key: string): Promise<string | undefined>
  set(key: string, text: string): Promise<void>
  remove(key: string): Promise<void>
}

/** In private windows some browsers never answer `indexedDB.open`. */
const OPEN_LIMIT_MS = 2_000
/** With a stored session or open pairing the database exists: it gets longer, for a busy disk, e.g. while a browser reopens all tabs. */
const KEPT_LIMIT_MS = 20_000
const textOf = ({ area, name }: StorageKey<unknown>) => guardedStorage.get(area, name)
const isKept = () => textOf(keys.connections)?.includes(WALLET_CONNECT) || textOf(leftForAppKey) !== undefined
const STORE = 'entries'
/** The client opens the link stored here on every request, unchecked. It never finds one: we open checked links ourselves. */
const DEEP_LINK_KEY = 'WALLETCONNECT_DEEPLINK_CHOICE'

/**
 * Key-value storage that works wherever the page runs: IndexedDB, else localStorage, else memory. Importing it touches
 * nothing, and no method rejects: what cannot be stored is kept in memory until the page closes.
 * The build puts it in place of `@walletconnect/keyvaluestorage`, which throws on import where storage is blocked.
 */
export class KeyValueStorage {
  readonly #database: string
  readonly #unsaved = new Map<string, string>()
  #backend: Promise<Backend> | undefined

  constructor(options: { database?: string } = {}) {
    this.#database = options.database ?? 'wallet-modal'
  }

  /** Every key that has a value. */
  async getKeys(): Promise<string[]> {
    const stored = await this.#try((backend) => backend.keys(), [])
    return [...new Set([...stored, ...this.#unsaved.keys()])]
  }

  /** Every key with its value. */
  async getEntries<T = unknown>(): Promise<[string, T][]> {
    const keys = await this.getKeys()
    const entries = await Promise.all(
      keys.map(async (key): Promise<[string, T | undefined]> => [key, await this.getItem<T>(key)]),
    )
    return entries.filter((entry): entry is [string, T] => entry[1] !== undefined)
  }

  /** The value of a key; undefined when there is none or it cannot be read. */
  async getItem<T = unknown>(key: string): Promise<T | undefined> {
    if (key === DEEP_LINK_KEY) return undefined
    const text = this.#unsaved.get(key) ?? (await this.#try((backend) => backend.get(key), undefined))
    try {
      return text === undefined ? undefined : (JSON.parse(text) as T)
    } catch {
      return undefined
    }
  }

  /** Stores a value that JSON can hold; `undefined` removes the key. */
  async setItem<T = unknown>(key: string, value: T): Promise<void> {
    const text: string | undefined = JSON.stringify(value)
    if (key === DEEP_LINK_KEY) return
    if (text === undefined) return this.removeItem(key)
    // The client reads it back at once, so it is in memory before it is on disk.
    this.#unsaved.set(key, text)
    const saved = await this.#try((backend) => backend.set(key, text).then(() => true), false)
    if (saved && this.#unsaved.get(key) === text) this.#unsaved.delete(key)
  }

  /** Removes a key. */
  async removeItem(key: string): Promise<void> {
    this.#unsaved.delete(key)
    await this.#try((backend) => backend.remove(key), undefined)
  }

  async #try<T>(work: (backend: Backend) => Promise<T>, otherwise: T, again = true): Promise<T> {
    this.#backend ??= openBackend(this.#database)
    const backend = this.#backend
    try {
      return await work(await backend)
    } catch (cause) {
      if (again && isLost(cause)) {
        if (this.#backend === backend) this.#backend = undefined
        return this.#try(work, otherwise, false)
      }
      // Blocked or full: `#unsaved` holds what was written.
      return otherwise
    }
  }
}

export default KeyValueStorage

/** iOS closes the database of a page in the background, e.g. while the visitor is in a wallet app; it can be reopened. */
const isLost = (cause: unknown) => cause instanceof DOMException && /^(InvalidState|Unknown)Error$/.test(cause.name)

/** A session or an open pairing in localStorage, e.g. from a visit with a slow disk, stays there; otherwise IndexedDB is tried first. */
async function openBackend(name: string): Promise<Backend> {
  // Access alone may throw.
  const local = async () => openLocalStorage(name)
  const kept = await local()
    .then(async ({ keys, get }) => Promise.all((await keys()).filter((key) => /\/\/(session|proposal)$/.test(key)).map(get)))
    .catch(() => [])
  // The SDK leaves empty lists behind.
  return kept.some((text) => text !== '[]') ? local() : openIndexedDb(name).catch(local)
}

async function openIndexedDb(name: string): Promise<Backend> {
  const opening = indexedDB.open(`${name}:wallet-connect`, 1)
  opening.onupgradeneeded = () => void opening.result.createObjectStore(STORE)
  const database = await untilAborted(answer(opening), undefined, isKept() ? KEPT_LIMIT_MS : OPEN_LIMIT_MS)
  let left = false
  // Closed for another tab with a newer version, or for clearing site data; it is not reopened then.
  database.onversionchange = () => {
    left = true
    database.close()
  }
  const run = async <T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>) => {
    if (left) throw new Error('left')
    return answer(work(database.transaction(STORE, mode).objectStore(STORE)))
  }
  return {
    keys: async () => (await run('readonly', (store) => store.getAllKeys())).map(String),
    get: (key) => run('readonly', (store) => store.get(key) as IDBRequest<string | undefined>),
    set: async (key, text) => void (await run('readwrite', (store) => store.put(text, key))),
    remove: (key) => run('readwrite', (store) => store.delete(key)),
  }
}

function openLocalStorage(name: string): Backend {
  const storage = globalThis.localStorage
  const prefix = `${name}:wallet-connect:`
  return {
    keys: async () =>
      Object.keys(storage)
        .filter((key) => key.startsWith(prefix))
        .map((key) => key.slice(prefix.length)),
    get: async (key) => storage.getItem(prefix + key) ?? undefined,
    set: async (key, text) => storage.setItem(prefix + key, text),
    remove: async (key) => storage.removeItem(prefix + key),
  }
}

const answer = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
