import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { guardedStorage } from '../lib/guarded-storage'
import { KeyValueStorage } from './wallet-connect-storage'

/** localStorage as in a browser, with `room` characters a value. */
function fakeLocalStorage(room = Number.POSITIVE_INFINITY) {
  const methods = {
    getItem: (key: string) => storage[key] ?? null,
    setItem(key: string, text: string) {
      if (text.length > room) throw new DOMException('full', 'QuotaExceededError')
      storage[key] = text
    },
    removeItem: (key: string) => void delete storage[key],
  }
  const storage: Record<string, string> = Object.create(methods)
  return storage
}
/** The parts of IndexedDB that are used; `lose` drops each open connection, `clear` asks each to close first. */
function fakeIndexedDb() {
  const kept = new Map<string, string>()
  const answer = (result?: unknown) => {
    const request = { result, onsuccess: () => {}, onupgradeneeded: () => {} }
    queueMicrotask(() => request.onsuccess())
    return request
  }
  const store = {
    getAllKeys: () => answer([...kept.keys()]),
    get: (key: string) => answer(kept.get(key)),
    put: (text: string, key: string) => answer(kept.set(key, text)),
    delete: (key: string) => answer(kept.delete(key)),
  }
  let newest = 0
  let lost = 0
  const databases: { onversionchange(): void }[] = []
  const open = () => {
    const own = ++newest
    const transaction = () => {
      if (own <= lost) throw new DOMException('The database connection is closing.', 'InvalidStateError')
      return { objectStore: () => store }
    }
    const database = { transaction, close: () => (lost = own), onversionchange: () => {} }
    databases.push(database)
    return answer(database)
  }
  const clear = () => {
    for (const database of databases) database.onversionchange()
    kept.clear()
  }
  return { open, clear, lose: () => (lost = newest), opened: () => newest }
}
const blocked = () =>
  Object.defineProperty(globalThis, 'localStorage', {
    configurable: true,
    get() {
      throw new DOMException('blocked', 'SecurityError')
    },
  })

beforeEach(() => vi.stubGlobal('localStorage', undefined))
afterEach(() => {
  Reflect.deleteProperty(globalThis, 'localStorage')
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

async function roundTrip() {
  const storage = new KeyValueStorage({ database: 'test' })
  await storage.setItem('one', { topic: 'a' })
  await storage.setItem('two', [1])
  expect(await storage.getItem('one')).toEqual({ topic: 'a' })
  expect(await storage.getKeys()).toEqual(['one', 'two'])
  expect(await storage.getEntries()).toEqual([
    ['one', { topic: 'a' }],
    ['two', [1]],
  ])
  await storage.removeItem('one')
  expect(await storage.getItem('one')).toBe(undefined)
  return storage
}

describe('KeyValueStorage', () => {
  test('without IndexedDB it uses localStorage, under its own prefix', async () => {
    const local = fakeLocalStorage()
    local.theirs = 'host'
    vi.stubGlobal('localStorage', local)
    await roundTrip()
    expect(Object.entries(local)).toEqual([
      ['theirs', 'host'],
      ['test:wallet-connect:two', '[1]'],
    ])
    expect(await new KeyValueStorage({ database: 'test' }).getItem('two')).toEqual([1])
    expect(await new KeyValueStorage({ database: 'other' }).getItem('two')).toBe(undefined)
  })

  test('if storage is missing or blocked it uses memory', async () => {
    await roundTrip()
    blocked()
    await roundTrip()
  })

  test('an IndexedDB that never opens is given up after two seconds', async () => {
    vi.useFakeTimers()
    vi.stubGlobal('indexedDB', { open: () => ({}) })
    const kept = roundTrip()
    await vi.advanceTimersByTimeAsync(2_000)
    await kept
  })

  /** IndexedDB on a busy disk, as when a browser restores all its tabs: each answer comes `ms` later. */
  const slow = (indexedDB: ReturnType<typeof fakeIndexedDb>, ms: number) => ({
    open() {
      const request = { ...indexedDB.open(), onsuccess: () => {} }
      setTimeout(() => request.onsuccess(), ms)
      return request
    },
  })

  test.each([
    ['a session', 'local', 'connections', '{"entries":{"eip155":{"connectorId":"walletConnect"}}}'],
    ['a pairing left for an app', 'session', 'left-for-app', '"pocket://"'],
  ] as const)('what is stored of %s is waited for on a slow disk', async (_, area, name, text) => {
    const indexedDB = fakeIndexedDb()
    vi.stubGlobal('indexedDB', indexedDB)
    await roundTrip()
    vi.useFakeTimers()
    vi.stubGlobal('indexedDB', slow(indexedDB, 19_000))
    guardedStorage.set(area, name, text)
    const kept = new KeyValueStorage({ database: 'test' }).getItem('two')
    await vi.advanceTimersByTimeAsync(19_000)
    expect(await kept).toEqual([1])
    guardedStorage.remove(area, name)
  })

  test.each([
    ['a session', 'localStorage', 'wc@2:client:0.3//session', [{ topic: 'a' }]],
    ['an open pairing', 'localStorage', 'wc@2:client:0.3//proposal', [{ id: 1 }]],
    ['no session', 'IndexedDB', 'wc@2:client:0.3//session', []],
    ['only the client’s keys', 'IndexedDB', 'wc@2:core:0.3//keychain', { a: 'b' }],
  ])('if a visit with a slow disk has left %s in localStorage, the next one uses %s', async (_, place, key, value) => {
    vi.stubGlobal('localStorage', fakeLocalStorage())
    const indexedDB = fakeIndexedDb()
    vi.stubGlobal('indexedDB', indexedDB)
    // Another tab had started before.
    await new KeyValueStorage({ database: 'test' }).setItem(key, 'IndexedDB')
    vi.stubGlobal('indexedDB', slow(indexedDB, 3_000))
    vi.useFakeTimers()
    const kept = new KeyValueStorage({ database: 'test' }).setItem(key, value)
    await vi.advanceTimersByTimeAsync(3_000)
    await kept
    vi.stubGlobal('indexedDB', indexedDB)
    expect(await new KeyValueStorage({ database: 'test' }).getItem(key)).toEqual(place === 'IndexedDB' ? place : value)
  })

  test('a database that iOS closes for a hidden page is reopened: a session made there is found after a reload', async () => {
    const indexedDB = fakeIndexedDb()
    vi.stubGlobal('indexedDB', indexedDB)
    const storage = await roundTrip()
    indexedDB.lose()
    await Promise.all([storage.setItem('three', { topic: 'b' }), storage.setItem('four', 4)])
    expect([await storage.getItem('two'), indexedDB.opened()]).toEqual([[1], 2])
    expect(await new KeyValueStorage({ database: 'test' }).getEntries()).toEqual([
      ['two', [1]],
      ['three', { topic: 'b' }],
      ['four', 4],
    ])
  })

  test('error: one that is closed again and again is retried once each time, and writes are kept in memory', async () => {
    const indexedDB = fakeIndexedDb()
    const open = () => {
      const request = indexedDB.open()
      indexedDB.lose()
      return request
    }
    vi.stubGlobal('indexedDB', { open })
    const storage = new KeyValueStorage({ database: 'test' })
    await storage.setItem('one', 1)
    expect([await storage.getItem('one'), indexedDB.opened()]).toEqual([1, 2])
  })

  test('after the visitor has cleared it nothing more is written: the next visit would find half a session', async () => {
    const indexedDB = fakeIndexedDb()
    vi.stubGlobal('indexedDB', indexedDB)
    const storage = await roundTrip()
    indexedDB.clear()
    await storage.setItem('three', { topic: 'b' })
    expect([await storage.getItem('three'), indexedDB.opened()]).toEqual([{ topic: 'b' }, 1])
  })

  test('a value that does not fit is kept in memory', async () => {
    vi.stubGlobal('localStorage', fakeLocalStorage(10))
    const storage = new KeyValueStorage({ database: 'test' })
    await storage.setItem('long', 'x'.repeat(100))
    expect(await storage.getItem('long')).toHaveLength(100)
    expect(await storage.getKeys()).toEqual(['long'])
  })

  test('an unreadable value is undefined', async () => {
    const local = fakeLocalStorage()
    local['test:wallet-connect:one'] = '{'
    vi.stubGlobal('localStorage', local)
    expect(await new KeyValueStorage({ database: 'test' }).getItem('one')).toBe(undefined)
  })

  test('the link that the SDK would open unchecked is never stored', async () => {
    const storage = new KeyValueStorage()
    await storage.setItem('WALLETCONNECT_DEEPLINK_CHOICE', { href: 'javascript:alert(1)' })
    expect(await storage.getItem('WALLETCONNECT_DEEPLINK_CHOICE')).toBe(undefined)
    expect(await storage.getKeys()).toEqual([])
  })
})
