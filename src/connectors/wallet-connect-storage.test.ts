import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { KeyValueStorage } from './wallet-connect-storage'

/** localStorage as a browser has it, with room for `room` characters a value. */
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
  test('without IndexedDB it keeps in localStorage, under its own prefix', async () => {
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

  test('where storage is missing or blocked it keeps in memory', async () => {
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

  test('what does not fit is kept in memory', async () => {
    vi.stubGlobal('localStorage', fakeLocalStorage(10))
    const storage = new KeyValueStorage({ database: 'test' })
    await storage.setItem('long', 'x'.repeat(100))
    expect(await storage.getItem('long')).toHaveLength(100)
    expect(await storage.getKeys()).toEqual(['long'])
  })

  test('a value that cannot be read is no value', async () => {
    const local = fakeLocalStorage()
    local['test:wallet-connect:one'] = '{'
    vi.stubGlobal('localStorage', local)
    expect(await new KeyValueStorage({ database: 'test' }).getItem('one')).toBe(undefined)
  })

  test('the link that the SDK would open unchecked is never kept', async () => {
    const storage = new KeyValueStorage()
    await storage.setItem('WALLETCONNECT_DEEPLINK_CHOICE', { href: 'javascript:alert(1)' })
    expect(await storage.getItem('WALLETCONNECT_DEEPLINK_CHOICE')).toBe(undefined)
    expect(await storage.getKeys()).toEqual([])
  })
})
