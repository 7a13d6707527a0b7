import type { Assist, Challenge, Family, LoginStorage, User } from './types'

type Value = string | number | null
// biome-ignore lint/suspicious/noExplicitAny: before version 7 TypeScript takes libsql's statement for one whose only value is an object
type Values = any[]
type Statement = {
  run(...values: Values): { readonly changes: number | bigint }
  get(...values: Values): unknown
  all(...values: Values): unknown[]
}
/** An open SQLite database with better-sqlite3's interface: that package's, `libsql`'s, or `node:sqlite`'s. */
export type SqliteDatabase = { exec(sql: string): unknown; prepare(sql: string): Statement; close(): unknown }

/** How long spent challenges can be told from unknown ones, and counts are kept. */
const KEPT_MS = 24 * 3_600_000

/** SQLite holds up this whole process while it waits for another writer: a write is tried again instead, for ten seconds. */
const WAIT = 'PRAGMA busy_timeout = 10000'
const DO_NOT_WAIT = 'PRAGMA busy_timeout = 0'
const PAUSE_MS = 20
const TRIES = 500

const SCHEMA = `
${WAIT};
PRAGMA journal_mode = WAL;
CREATE TABLE IF NOT EXISTS login_challenges (id TEXT PRIMARY KEY, body TEXT NOT NULL, expires_at INTEGER NOT NULL, used_at INTEGER);
CREATE INDEX IF NOT EXISTS login_challenges_expiry ON login_challenges (expires_at);
CREATE TABLE IF NOT EXISTS login_users (account TEXT PRIMARY KEY, body TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS login_families (id TEXT PRIMARY KEY, current_hash TEXT NOT NULL, body TEXT NOT NULL, until INTEGER NOT NULL, ended INTEGER NOT NULL DEFAULT 0);
CREATE INDEX IF NOT EXISTS login_families_expiry ON login_families (until);
CREATE TABLE IF NOT EXISTS login_tokens (hash TEXT PRIMARY KEY, family TEXT NOT NULL REFERENCES login_families (id) ON DELETE CASCADE);
CREATE INDEX IF NOT EXISTS login_tokens_family ON login_tokens (family);
CREATE TABLE IF NOT EXISTS login_assists (id TEXT PRIMARY KEY, operator TEXT NOT NULL, user_id TEXT NOT NULL, at INTEGER NOT NULL, body TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS login_assists_user ON login_assists (user_id, at);
CREATE INDEX IF NOT EXISTS login_assists_operator ON login_assists (operator, at);
CREATE TABLE IF NOT EXISTS login_counts (key TEXT PRIMARY KEY, count INTEGER NOT NULL, until INTEGER NOT NULL);
`

const isLocked = (error: unknown) => /database is locked/.test(String(error))

/** Makes the tables. Of several processes that start at once with a new file one changes its mode; SQLite refuses that to the others at once. */
function prepare(database: SqliteDatabase): void {
  try {
    database.exec(SCHEMA)
  } catch (error) {
    if (!isLocked(error)) throw error
    // Here it waits for the other one.
    database.exec(`BEGIN IMMEDIATE; COMMIT; ${SCHEMA}`)
  }
}

/**
 * Stores logins in a SQLite file; several processes on one machine may share it. Each write is a transaction of its own: a backend that
 * keeps one open across an `await` opens the file a second time for the login.
 */
export function sqliteStorage(database: SqliteDatabase): LoginStorage {
  prepare(database)
  /**
   * Takes the file's lock before a write, without waiting. A statement that found it taken would keep its old view of the file, with
   * which no later one of this connection could write, and in libsql the values of its request for the next.
   */
  const locked = <Result>(write: () => Result): Result => {
    database.exec(DO_NOT_WAIT)
    try {
      database.exec('BEGIN IMMEDIATE')
    } finally {
      // The backend may use the connection for its own statements, too.
      database.exec(WAIT)
    }
    try {
      const result = write()
      database.exec('COMMIT')
      return result
    } catch (error) {
      try {
        database.exec('ROLLBACK')
      } catch {
        // SQLite has done that itself, as where the disk is full; the error to know is the first.
      }
      throw error
    }
  }
  /** Writes in one transaction, which is told how long it has waited: a method of the storage does all or nothing. */
  const write = async <Result>(work: (waitedMs: number) => Result): Promise<Result> => {
    const asked = performance.now()
    let waitedMs = 0
    for (let left = TRIES; ; left--) {
      try {
        return locked(() => work(waitedMs))
      } catch (error) {
        if (left === 0 || !isLocked(error)) throw error
      }
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
      waitedMs = Math.round(performance.now() - asked)
    }
  }
  const sql = <Row>(text: string) => {
    const statement = database.prepare(text)
    return {
      /** How many rows it changed. */
      run: (...values: Value[]) => Number(statement.run(...values).changes),
      /** A write that returns a row. */
      put: (...values: Value[]) => statement.get(...values) as Row,
      // The columns are those named by the statement.
      get: (...values: Value[]) => (statement.get(...values) ?? undefined) as Row | undefined,
      all: (...values: Value[]) => statement.all(...values) as Row[],
    }
  }
  const addChallenge = sql('INSERT INTO login_challenges (id, body, expires_at) VALUES (?, ?, ?)')
  const takeChallenge = sql('UPDATE login_challenges SET used_at = ? WHERE id = ? AND used_at IS NULL AND expires_at > ?')
  const getChallenge = sql<{ body: string; used_at: number | null }>('SELECT body, used_at FROM login_challenges WHERE id = ?')
  const dropChallenges = sql('DELETE FROM login_challenges WHERE expires_at < ?')
  const addUser = sql('INSERT INTO login_users (account, body) VALUES (?, ?) ON CONFLICT (account) DO NOTHING')
  const moveUser = sql("UPDATE login_users SET body = json_set(body, '$.chain', ?) WHERE account = ?")
  const getUser = sql<{ body: string }>('SELECT body FROM login_users WHERE account = ?')
  const addFamily = sql('INSERT INTO login_families (id, current_hash, body, until) VALUES (?, ?, ?, ?)')
  const addToken = sql('INSERT INTO login_tokens (hash, family) VALUES (?, ?)')
  const getFamily = sql<{ body: string; ended: number }>(
    'SELECT body, ended FROM login_families JOIN login_tokens ON family = id WHERE hash = ?',
  )
  const advance = sql('UPDATE login_families SET current_hash = ?, body = ? WHERE id = ? AND current_hash = ? AND ended = 0')
  const isAlive = sql('SELECT 1 FROM login_families WHERE id = ? AND ended = 0')
  const endFamily = sql('UPDATE login_families SET ended = 1 WHERE id = ?')
  const dropTokens = sql('DELETE FROM login_tokens WHERE family IN (SELECT id FROM login_families WHERE until < ?)')
  const dropFamilies = sql('DELETE FROM login_families WHERE until < ?')
  const addAssist = sql(
    `INSERT INTO login_assists (id, operator, user_id, at, body) SELECT ?, ?, ?, ?, ?
     WHERE (SELECT count(*) FROM login_assists WHERE operator = ? AND at > ?) < ?`,
  )
  const getAssists = sql<{ body: string }>('SELECT body FROM login_assists WHERE user_id = ? ORDER BY at DESC LIMIT ?')
  const addCount = sql<{ count: number }>(
    `INSERT INTO login_counts (key, count, until) VALUES (?, ?, ?)
     ON CONFLICT (key) DO UPDATE SET count = count + excluded.count RETURNING count`,
  )
  const dropCounts = sql('DELETE FROM login_counts WHERE until < ?')

  return {
    async addChallenge(challenge) {
      const old = challenge.issuedAt - KEPT_MS
      await write(() => {
        dropChallenges.run(old)
        dropCounts.run(old)
        addChallenge.run(challenge.id, JSON.stringify(challenge), challenge.expiresAt)
      })
    },
    async takeChallenge(id, now) {
      const isTaken = (await write(() => takeChallenge.run(now, id, now))) === 1
      const row = getChallenge.get(id)
      if (isTaken && row) return JSON.parse(row.body) as Challenge
      return row && row.used_at !== null ? 'used' : 'expired'
    },
    async saveUser(account, candidate) {
      await write(() => {
        if (addUser.run(account, JSON.stringify(candidate)) === 0) moveUser.run(candidate.chain, account)
      })
      const row = getUser.get(account)
      return row ? (JSON.parse(row.body) as User) : candidate
    },
    async findUser(account) {
      const row = getUser.get(account)
      return row && (JSON.parse(row.body) as User)
    },
    async addFamily(family) {
      const old = family.rotatedAt - KEPT_MS
      await write(() => {
        dropTokens.run(old)
        dropFamilies.run(old)
        addFamily.run(family.id, family.currentHash, JSON.stringify(family), family.absoluteUntil)
        addToken.run(family.currentHash, family.id)
      })
    },
    async familyOf(tokenHash) {
      const row = getFamily.get(tokenHash)
      if (!row) return undefined
      return row.ended ? 'ended' : (JSON.parse(row.body) as Family)
    },
    async advanceFamily(fromHash, next) {
      return write((waitedMs) => {
        // From now on the old token leads to the new one for some seconds; the wait takes none of them.
        const body = JSON.stringify({ ...next, rotatedAt: next.rotatedAt + waitedMs })
        const isNext = advance.run(next.currentHash, body, next.id, fromHash) === 1
        if (isNext) addToken.run(next.currentHash, next.id)
        return isNext
      })
    },
    isFamilyAlive: async (id) => isAlive.get(id) !== undefined,
    async endFamily(id) {
      await write(() => endFamily.run(id))
    },
    async addAssist(assist, limit, since) {
      const { id, operator, userId, at } = assist
      const body = JSON.stringify(assist)
      return (await write(() => addAssist.run(id, operator, userId, at, body, operator, since, limit))) === 1
    },
    assistsOf: async (userId, count) => getAssists.all(userId, count).map(({ body }) => JSON.parse(body) as Assist),
    async count(key, by, windowMs, now) {
      const window = Math.floor(now / windowMs)
      return write(() => addCount.put(`${key}@${window}`, by, (window + 1) * windowMs).count)
    },
    async close() {
      database.close()
    },
  }
}
