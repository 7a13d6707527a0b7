import Redis from 'ioredis'
import Database from 'libsql'
import { redisStorage } from '../../src/login-server/redis-storage'
import { sqliteStorage } from '../../src/login-server/sqlite-storage'
import type { LoginStorage } from '../../src/login-server/types'

/** Opens a store: Redis by its URL, else a SQLite file, or `:memory:`. */
export function openStorage(store: string): LoginStorage {
  if (store.startsWith('redis:')) return redisStorage(new Redis(store, { maxRetriesPerRequest: 2 }))
  return sqliteStorage(new Database(store))
}
