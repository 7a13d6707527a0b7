import type { Assist, Challenge, Family, LoginStorage, User } from './types'

/**
 * A connected Redis client, of one server or a cluster; `ioredis` has this shape. Every call is one script, so that it is atomic, and uses
 * one key: a cluster may keep two on different servers.
 */
export type RedisClient = {
  call(command: string, ...values: (string | number)[]): Promise<unknown>
  quit(): Promise<unknown>
}

/** How long after they expire spent challenges can be told from unknown ones. */
const SPENT_KEPT_MS = 600_000
const DAY_MS = 24 * 3_600_000

const scripts = {
  addChallenge: `redis.call('HSET', KEYS[1], 'body', ARGV[1], 'until', ARGV[2]); redis.call('PEXPIRE', KEYS[1], ARGV[3])`,
  takeChallenge: `
    local found = redis.call('HMGET', KEYS[1], 'body', 'until', 'used')
    if not found[1] then return 'expired' end
    if found[3] then return 'used' end
    if tonumber(found[2]) <= tonumber(ARGV[1]) then return 'expired' end
    redis.call('HSET', KEYS[1], 'used', ARGV[1])
    return found[1]`,
  saveUser: `
    redis.call('HSETNX', KEYS[1], 'body', ARGV[1])
    redis.call('HSET', KEYS[1], 'chain', ARGV[2])
    return redis.call('HMGET', KEYS[1], 'body', 'chain')`,
  findUser: `return redis.call('HMGET', KEYS[1], 'body', 'chain')`,
  get: `return redis.call('GET', KEYS[1])`,
  addToken: `redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])`,
  addFamily: `
    redis.call('HSET', KEYS[1], 'body', ARGV[1], 'current', ARGV[2])
    redis.call('PEXPIRE', KEYS[1], ARGV[3])`,
  family: `return redis.call('HMGET', KEYS[1], 'body', 'ended')`,
  advanceFamily: `
    local found = redis.call('HMGET', KEYS[1], 'current', 'ended')
    if found[1] ~= ARGV[2] or found[2] then return 0 end
    redis.call('HSET', KEYS[1], 'body', ARGV[1], 'current', ARGV[3])
    return 1`,
  endFamily: `if redis.call('EXISTS', KEYS[1]) == 1 then redis.call('HSET', KEYS[1], 'ended', '1') end`,
  countAssist: `
    redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', ARGV[3])
    if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[2]) then return 0 end
    redis.call('ZADD', KEYS[1], ARGV[1], ARGV[4])
    return 1`,
  addAssist: `redis.call('LPUSH', KEYS[1], ARGV[1])`,
  assists: `return redis.call('LRANGE', KEYS[1], 0, ARGV[1] - 1)`,
  count: `
    local sum = redis.call('INCRBY', KEYS[1], ARGV[1])
    redis.call('PEXPIRE', KEYS[1], ARGV[2])
    return sum`,
} as const

/**
 * Stores logins in Redis, for several backends behind one address. `prefix` precedes every key. Users are there too: a Redis that does
 * not persist, or evicts keys, makes known visitors new users.
 */
export function redisStorage(client: RedisClient, prefix = 'wallet-login:'): LoginStorage {
  const run = (script: keyof typeof scripts, key: string, ...values: (string | number)[]) =>
    client.call('EVAL', scripts[script], 1, prefix + key, ...values)
  const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)
  const familyById = async (id: string): Promise<Family | 'ended' | undefined> => {
    const [body, ended] = (await run('family', `family:${id}`)) as [unknown, unknown]
    if (typeof body !== 'string') return undefined
    return ended ? 'ended' : (JSON.parse(body) as Family)
  }
  const lifeOf = ({ absoluteUntil, rotatedAt }: Family) => absoluteUntil - rotatedAt + DAY_MS
  // Stored before its family is stored or advanced: an unknown current token would look like a stranger's.
  const addToken = (family: Family) => run('addToken', `token:${family.currentHash}`, family.id, lifeOf(family))

  return {
    async addChallenge(challenge) {
      const { id, issuedAt, expiresAt } = challenge
      const life = expiresAt - issuedAt + SPENT_KEPT_MS
      await run('addChallenge', `challenge:${id}`, JSON.stringify(challenge), expiresAt, life)
    },
    async takeChallenge(id, now) {
      const found = textOf(await run('takeChallenge', `challenge:${id}`, now)) ?? 'expired'
      return found === 'used' || found === 'expired' ? found : (JSON.parse(found) as Challenge)
    },
    async saveUser(account, candidate) {
      const kept = await run('saveUser', `user:${account}`, JSON.stringify(candidate), candidate.chain)
      return userIn(kept) ?? candidate
    },
    findUser: async (account) => userIn(await run('findUser', `user:${account}`)),
    async addFamily(family) {
      await addToken(family)
      await run('addFamily', `family:${family.id}`, JSON.stringify(family), family.currentHash, lifeOf(family))
    },
    async familyOf(tokenHash) {
      const id = textOf(await run('get', `token:${tokenHash}`))
      return id === undefined ? undefined : familyById(id)
    },
    async advanceFamily(fromHash, next) {
      await addToken(next)
      return (await run('advanceFamily', `family:${next.id}`, JSON.stringify(next), fromHash, next.currentHash)) === 1
    },
    async isFamilyAlive(id) {
      const family = await familyById(id)
      return family !== undefined && family !== 'ended'
    },
    async endFamily(id) {
      await run('endFamily', `family:${id}`)
    },
    async addAssist(assist, limit, since) {
      if ((await run('countAssist', `operator:${assist.operator}`, assist.at, limit, since, assist.id)) !== 1) return false
      // If the audit row cannot be stored, the operator gets no view.
      await run('addAssist', `assists:${assist.userId}`, JSON.stringify(assist))
      return true
    },
    async assistsOf(userId, count) {
      const rows = (await run('assists', `assists:${userId}`, count)) as string[]
      return rows.map((row) => JSON.parse(row) as Assist)
    },
    async count(key, by, windowMs, now) {
      return Number(await run('count', `count:${key}@${Math.floor(now / windowMs)}`, by, windowMs))
    },
    async close() {
      await client.quit()
    },
  }
}

function userIn(answer: unknown): User | undefined {
  const [body, chain] = answer as [unknown, unknown]
  return typeof body === 'string' ? ({ ...JSON.parse(body), chain } as User) : undefined
}
