import Redis from 'ioredis'
import Database from 'libsql'
import { redisStorage } from '../../src/login-server/redis-storage'
import { sqliteStorage } from '../../src/login-server/sqlite-storage'
import type { LoginStorage } from '../../src/login-server/types'

/** Opens a store by its address: Redis by its URL, else a SQLite file, `:memory:` for none. */
export function openStorage(store: string): LoginStorage {
  if (store.startsWith('redis:')) return redisStorage(new Redis(store, { maxRetriesPerRequest: 2 }))
  return sqliteStorage(new Database(store))
}
