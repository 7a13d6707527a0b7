import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'libsql'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { sqliteStorage } from './sqlite-storage'
import { newChallenge, newFamily, signedIn, testLogin } from './test-login'

const folder = mkdtempSync(join(tmpdir(), 'login-sqlite-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
afterEach(() => void vi.useRealTimers())

describe('SQLite while another program writes', () => {
  test('a request waits, and the rest of this program goes on meanwhile', async () => {
    const file = join(folder, 'busy.db')
    const [storage, other] = [sqliteStorage(new Database(file)), new Database(file)]
    other.exec('BEGIN IMMEDIATE')
    const counted = storage.count('k', 1, 60_000, 60_000)
    const added = storage.addChallenge(newChallenge())
    other.exec('COMMIT')
    expect(await counted).toBe(1)
    await added
    other.close()
    await storage.close()
  })

  test('of many requests that wait, each writes its own values; one wrote those of another', async () => {
    const file = join(folder, 'many.db')
    const [database, other] = [new Database(file), new Database(file)]
    const keys = ['a', 'b', 'c', 'd', 'e']
    let tries = 0
    const exec = (sql: string) => {
      // Each has been tried twice by then.
      if (sql.endsWith('= 0') && ++tries === 12) other.exec('COMMIT')
      database.exec(sql)
    }
    const storage = sqliteStorage({ exec, prepare: (sql) => database.prepare(sql), close: () => database.close() })
    other.exec('BEGIN IMMEDIATE')
    expect(await Promise.all(keys.map((key) => storage.count(key, 1, 60_000, 60_000)))).toEqual(keys.map(() => 1))
    other.close()
    await storage.close()
  })

  test('a renewal that waits keeps the ten seconds in which a lost answer can be had again', async () => {
    const file = join(folder, 'renewal.db')
    const [storage, other] = [sqliteStorage(new Database(file)), new Database(file)]
    const login = testLogin({ storage, now: () => Date.now() })
    const { refreshToken } = await signedIn(login)
    vi.useFakeTimers()
    other.exec('BEGIN IMMEDIATE')
    const renewing = login.refresh(refreshToken)
    await vi.advanceTimersByTimeAsync(9_000)
    other.exec('COMMIT')
    await vi.advanceTimersByTimeAsync(9_000)
    expect((await login.refresh(refreshToken)).refreshToken).toBe((await renewing).refreshToken)
    await vi.advanceTimersByTimeAsync(2_000)
    await expect(login.refresh(refreshToken)).rejects.toMatchObject({ code: 'refresh_reused' })
    other.close()
    await storage.close()
  })

  test('error: a request gives up if that does not end, and at once for any other reason', async () => {
    const why = { message: 'database is locked' }
    let setting = ''
    const settings = new Set<string>()
    const lock = vi.fn(() => {
      settings.add(setting)
      throw new Error(why.message)
    })
    const exec = (sql: string) => {
      if (sql.startsWith('BEGIN')) lock()
      setting = sql
    }
    const statement = { run: () => ({ changes: 1 }), get: () => undefined, all: () => [] }
    const database = { exec, prepare: () => statement, close: () => {} }
    const storage = sqliteStorage(database)
    vi.useFakeTimers()
    const ending = expect(storage.endFamily('f')).rejects.toThrow('locked')
    await vi.advanceTimersByTimeAsync(10_000)
    await ending
    expect(lock.mock.calls.length).toBeGreaterThan(9)
    // SQLite itself waits for none: of many requests, each would hold up the program for its turn.
    expect([...settings, setting]).toEqual(['PRAGMA busy_timeout = 0', 'PRAGMA busy_timeout = 10000'])
    lock.mockClear()
    why.message = 'disk I/O error'
    await expect(storage.endFamily('f')).rejects.toThrow('disk')
    expect(lock).toHaveBeenCalledTimes(1)
  })
})

describe('SQLite with a file of its own', () => {
  test('error: a full disk is named, and writes go on once it has room', async () => {
    const database = new Database(join(folder, 'full.db'))
    const storage = sqliteStorage(database)
    database.exec('PRAGMA max_page_count = 1')
    await expect(storage.addChallenge(newChallenge({ message: 'x'.repeat(100_000) }))).rejects.toThrow('is full')
    database.exec('PRAGMA max_page_count = 1000000')
    const challenge = newChallenge({ message: 'x'.repeat(100_000) })
    await storage.addChallenge(challenge)
    expect(await storage.takeChallenge(challenge.id, Date.now())).toEqual(challenge)
    await storage.close()
  })

  test('what ended more than a day ago is deleted as something new is stored, and nothing else is', async () => {
    const database = new Database(':memory:')
    const storage = sqliteStorage(database)
    // With them on, a family's tokens would go with it by themselves.
    database.exec('PRAGMA foreign_keys = OFF')
    const rowsOf = (table: string) =>
      (database.prepare(`SELECT count(*) AS rows FROM login_${table}`).get() as { rows: number }).rows
    const begin = async (at: number, lifeMs: number) => {
      await storage.addChallenge(newChallenge({ issuedAt: at, expiresAt: at + lifeMs }))
      await storage.addFamily(newFamily({ rotatedAt: at, absoluteUntil: at + lifeMs }))
      return ['challenges', 'counts', 'families', 'tokens'].map(rowsOf)
    }
    const [day, minute] = [24 * 3_600_000, 60_000]
    await storage.count('k', 1, minute, 0)
    expect(await begin(0, minute)).toEqual([1, 1, 1, 1])
    expect(await begin(day + minute, minute)).toEqual([2, 1, 2, 2])
    expect(await begin(day + minute + 1, minute)).toEqual([2, 0, 2, 2])
    await storage.close()
  })

  test('error: a session is stored whole or not at all', async () => {
    const storage = sqliteStorage(new Database(':memory:'))
    const family = newFamily()
    await storage.addFamily(family)
    const other = newFamily({ currentHash: family.currentHash })
    await expect(storage.addFamily(other)).rejects.toThrow('UNIQUE')
    expect(await storage.isFamilyAlive(other.id)).toBe(false)
    expect(await storage.familyOf(family.currentHash)).toEqual(family)
    await storage.close()
  })

  test('of processes that start at once with a new file, each waits until another has prepared it', async () => {
    const [database, other] = [new Database(join(folder, 'new.db')), new Database(join(folder, 'new.db'))]
    const exec = (sql: string) => {
      if (sql.startsWith('BEGIN') && other.inTransaction) other.exec('COMMIT')
      database.exec(sql)
    }
    other.exec('BEGIN IMMEDIATE')
    const storage = sqliteStorage({ exec, prepare: (sql) => database.prepare(sql), close: () => database.close() })
    expect(await storage.count('k', 1, 60_000, 60_000)).toBe(1)
    expect(other.prepare('PRAGMA journal_mode').get()).toMatchObject({ journal_mode: 'wal' })
    other.close()
    await storage.close()
  })
})
