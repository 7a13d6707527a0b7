import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createGuardedStorage } from './guarded-storage'
import { forget, forgetAll, keys, type RememberedConnections, read, remember, type StorageKey, setStoragePrefix } from './storage'

/** A browser's storage that holds `capacity` characters. */
class FakeStorage implements Storage {
  map = new Map<string, string>()
  writes = 0
  constructor(private capacity = Number.POSITIVE_INFINITY) {}
  get length() {
    return this.map.size
  }
  key = (index: number) => [...this.map.keys()][index] ?? null
  getItem = (name: string) => this.map.get(name) ?? null
  removeItem = (name: string) => void this.map.delete(name)
  clear = () => this.map.clear()
  setItem(name: string, text: string) {
    this.writes++
    const others = [...this.map].filter(([key]) => key !== name)
    const used = [...others, [name, text]].reduce((sum, [key = '', value = '']) => sum + key.length + value.length, 0)
    if (used > this.capacity) throw new DOMException('full', 'QuotaExceededError')
    this.map.set(name, text)
  }
}

const blocked = () => {
  throw new DOMException('blocked', 'SecurityError')
}
const wallet = { id: 'a'.repeat(64), name: 'Fox', mobileLink: 'metamask://', homepage: 'https://metamask.io/' }

let local: FakeStorage
let session: FakeStorage
beforeEach(() => {
  local = new FakeStorage()
  session = new FakeStorage()
  vi.stubGlobal('localStorage', local)
  vi.stubGlobal('sessionStorage', session)
})
afterEach(() => {
  setStoragePrefix('wallet-modal')
  vi.unstubAllGlobals()
})

const connections: RememberedConnections = {
  active: 'eip155',
  entries: {
    eip155: {
      connectorId: 'io.metamask',
      networkId: 'eip155:56',
      caipAddress: 'eip155:56:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    },
  },
}

describe('remember and read', () => {
  test('a value is stored under the prefix and read back', () => {
    remember(keys.connections, connections)
    expect([...local.map]).toEqual([['wallet-modal:connections', JSON.stringify(connections)]])
    expect(read(keys.connections)).toEqual(connections)
    expect(read(keys.recentWallets)).toBeUndefined()
  })

  test('a connection stores its wallet’s first account beside the chosen one; an invalid one is left out', () => {
    const first = 'eip155:56:0x70997970C51812dc3A010C7d01b50e0d17dc79C8' as const
    const chosen = (account: unknown) =>
      JSON.stringify({ entries: { eip155: { ...connections.entries.eip155, first: account } } })
    local.map.set('wallet-modal:connections', chosen(first))
    expect(read(keys.connections)?.entries.eip155).toEqual({ ...connections.entries.eip155, first })
    local.map.set('wallet-modal:connections', chosen('0x1'))
    expect(read(keys.connections)?.entries).toEqual(connections.entries)
  })

  test('recent wallets keep their links', () => {
    const linked = { ...wallet, universalLink: 'https://metamask.app.link/' }
    remember(keys.recentWallets, [linked])
    expect(read(keys.recentWallets)).toEqual([linked])
  })

  test.each([
    ['no JSON', '{"a'],
    ['another type', '7'],
    ['without entries', '{"entries":[]}'],
    ['no CAIP-2 id', JSON.stringify({ entries: { eip155: { ...connections.entries.eip155, networkId: 'eip155' } } })],
    ['no CAIP-10 id', JSON.stringify({ entries: { eip155: { ...connections.entries.eip155, caipAddress: '0x1' } } })],
    ['a namespace that is a prototype', JSON.stringify(connections).replace('"eip155":{', '"__proto__":{')],
    ['null', 'null'],
  ])('error: an entry that is %s is dropped (fault 11)', (_, text) => {
    local.map.set('wallet-modal:connections', text)
    expect(read(keys.connections)).toBeUndefined()
    expect(local.map.size).toBe(0)
  })

  test.each([
    [{ ...wallet, mobileLink: 'javascript://x' }],
    [{ ...wallet, universalLink: 'javascript://x' }],
    [{ ...wallet, imageUrl: 'javascript:alert(1)' }],
    [{ ...wallet, name: 7 }],
    [{ name: 'no id' }],
    [{ ...wallet, name: 'x'.repeat(1_000) }],
  ])('error: a tampered recent wallet is dropped: %j (fault 11)', (tampered) => {
    local.map.set('wallet-modal:recent-wallets', JSON.stringify([tampered]))
    expect(read(keys.recentWallets)).toBeUndefined()
    expect(local.map.size).toBe(0)
  })

  test('prefixes separate two embeds', () => {
    remember(keys.legalAccepted, true)
    setStoragePrefix('other')
    expect(read(keys.legalAccepted)).toBeUndefined()
    setStoragePrefix('wallet-modal:connections')
    expect(read(keys.legalAccepted)).toBeUndefined()
  })

  test('that the terms were accepted is known in this session alone: they are shown again in the next', () => {
    remember(keys.legalAccepted, true)
    expect([local.map.size, session.map.size]).toEqual([0, 1])
  })

  test('one value can be deleted', () => {
    remember(keys.legalAccepted, true)
    forget(keys.legalAccepted)
    expect(read(keys.legalAccepted)).toBeUndefined()
  })
})

describe('forgetAll', () => {
  test('removes exactly our keys, from both storages', () => {
    const host = ['host', 'wallet-modal', 'wallet-modal-other', 'wagmi.store', 'wallet-modal2:x']
    for (const name of host) local.map.set(name, '1')
    session.map.set('host', '1')
    session.map.set('wallet-modal:user', '1')
    remember(keys.connections, connections)
    remember(keys.legalAccepted, true)
    forgetAll()
    expect([...local.map.keys()].sort()).toEqual([...host].sort())
    expect([...session.map.keys()]).toEqual(['host'])
  })
})

describe('setStoragePrefix', () => {
  test('a prefix that continues another one owns none of its keys', () => {
    remember(keys.connections, connections)
    setStoragePrefix('wallet-modal:connections')
    forgetAll()
    setStoragePrefix('wallet-modal')
    expect(read(keys.connections)).toEqual(connections)
  })
})

describe('createGuardedStorage', () => {
  test.each([
    ['access throws', blocked],
    ['there is none', () => undefined],
    ['every method throws', () => new Proxy(new FakeStorage(), { get: blocked })],
  ])('error: memory is used if %s, and that is reported once (fault 9)', (_, open) => {
    const storage = createGuardedStorage(open)
    const told = vi.fn()
    storage.onUnavailable(told)
    storage.set('local', 'a', '1')
    storage.set('session', 'b', '2')
    expect([storage.get('local', 'a'), storage.get('session', 'b'), storage.names('local')]).toEqual(['1', '2', ['a']])
    storage.remove('local', 'a')
    expect(storage.get('local', 'a')).toBeUndefined()
    storage.clear()
    expect(storage.get('session', 'b')).toBeUndefined()
    expect(told).toHaveBeenCalledTimes(1)
  })

  test('a late listener is called at once', () => {
    const storage = createGuardedStorage(blocked)
    storage.get('local', 'a')
    const told = vi.fn()
    storage.onUnavailable(told)
    expect(told).toHaveBeenCalledTimes(1)
  })

  test('a removed listener is not called', () => {
    const storage = createGuardedStorage(blocked)
    const told = vi.fn()
    storage.onUnavailable(told)()
    storage.get('local', 'a')
    expect(told).not.toHaveBeenCalled()
  })

  test('error: if storage is full, our cache is dropped, oldest first, and the write succeeds at the second try (fault 10)', () => {
    const full = new FakeStorage(200)
    const storage = createGuardedStorage(() => full)
    const told = vi.fn()
    storage.onUnavailable(told)
    full.map.set('host', 'h'.repeat(25))
    // Older than both by its text, if that were read as a time.
    storage.set('local', 'connections', '1')
    storage.set('local', 'cache:new', `2000 ${'n'.repeat(10)}`)
    storage.set('local', 'cache:old', `1000 ${'o'.repeat(40)}`)
    full.writes = 0
    storage.set('local', 'fact', 'f'.repeat(40))
    expect(full.writes).toBe(2)
    expect([...full.map.keys()]).toEqual(['host', 'wallet-modal:connections', 'wallet-modal:cache:new', 'wallet-modal:fact'])
    expect(told).not.toHaveBeenCalled()
  })

  test('clearing one prefix leaves what is stored under another that begins with it', () => {
    const kept = new FakeStorage()
    const [shop, till] = ['shop', 'shop:till'].map((prefix) => {
      const storage = createGuardedStorage(() => kept)
      storage.setPrefix(prefix)
      storage.set('local', 'fact', prefix)
      return storage
    })
    shop?.clear()
    expect([shop?.get('local', 'fact'), till?.get('local', 'fact')]).toEqual([undefined, 'shop:till'])
  })

  test('error: if storage is full of others’ data the value stays in memory, and no older one remains (fault 10)', () => {
    const full = new FakeStorage(120)
    const storage = createGuardedStorage(() => full)
    const told = vi.fn()
    storage.onUnavailable(told)
    storage.set('local', 'fact', 'old')
    full.map.set('host', 'h'.repeat(80))
    storage.set('local', 'fact', 'f'.repeat(100))
    expect(storage.get('local', 'fact')).toBe('f'.repeat(100))
    expect([...full.map.keys()]).toEqual(['host'])
    expect(told).toHaveBeenCalledTimes(1)
    storage.set('local', 'fact', 'small')
    expect(full.map.get('wallet-modal:fact')).toBe('small')
    expect(storage.get('local', 'fact')).toBe('small')
  })
})

describe('a name that starts with cache:', () => {
  test('a cached value is read back, and dropped if corrupt', () => {
    const price: StorageKey<string> = {
      area: 'local',
      name: 'cache:price',
      parse: (value) => (typeof value === 'string' ? value : undefined),
    }
    remember(price, '1.5')
    expect(local.map.get('wallet-modal:cache:price')).toMatch(/^\d+ "1.5"$/)
    expect(read(price)).toBe('1.5')
    local.map.set('wallet-modal:cache:price', '12 {')
    expect(read(price)).toBeUndefined()
  })
})

describe('onUnavailable', () => {
  test('is silent while storage works', () => {
    // A new one: other test files of this thread use the module’s own without any storage, which it reports from then on.
    const storage = createGuardedStorage()
    const told = vi.fn()
    const stop = storage.onUnavailable(told)
    storage.set('session', 'fact', 'true')
    expect(session.map.get('wallet-modal:fact')).toBe('true')
    stop()
    expect(told).not.toHaveBeenCalled()
  })
})
