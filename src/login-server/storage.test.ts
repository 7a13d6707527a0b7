import { fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inFull } from '../../.ci/in-full.mjs'
import { openStorage } from '../../demo/stack/login-storage'
import { startRedis } from '../../demo/stack/redis'
import { hashOf } from './random'
import { beginFamily } from './refresh'
import { newChallenge, newFamily, signedIn, testLogin, user, wallet } from './test-login'
import type { Assist, LoginStorage, User } from './types'

const rounds = inFull(200, 25)
const folder = mkdtempSync(join(tmpdir(), 'login-'))
const redis = await startRedis()
const cluster = await startRedis('cluster')
if ('missing' in redis) console.warn(`Redis is not tested: ${redis.missing}`)
afterAll(async () => {
  for (const each of [redis, cluster]) if ('stop' in each) await each.stop()
  rmSync(folder, { recursive: true, force: true })
})

describe.each([
  ['SQLite', () => join(folder, 'login.db')],
  ['Redis', () => ('url' in redis ? redis.url : '')],
  ['Redis, a cluster', () => ('url' in cluster ? cluster.url : '')],
])('%s', (name, address) => {
  const isMissing = name.startsWith('Redis') && ('missing' in redis || 'missing' in cluster)
  let storage: LoginStorage
  beforeAll(() => {
    if (!isMissing) storage = openStorage(address())
  })
  afterAll(() => storage?.close())
  const kept = test.skipIf(isMissing)

  kept('a challenge is taken once, complete', async () => {
    const challenge = newChallenge({ assist: 'eip155:56:0x12' })
    await storage.addChallenge(challenge)
    expect(await storage.takeChallenge(challenge.id, Date.now())).toEqual(challenge)
    expect(await storage.takeChallenge(challenge.id, Date.now())).toBe('used')
  })

  kept('an expired and an unknown challenge look the same', async () => {
    const challenge = newChallenge()
    await storage.addChallenge(challenge)
    expect(await storage.takeChallenge(challenge.id, challenge.expiresAt)).toBe('expired')
    expect(await storage.takeChallenge('ch_never', Date.now())).toBe('expired')
    expect(await storage.takeChallenge(challenge.id, challenge.expiresAt - 1)).toEqual(challenge)
  })

  kept('of simultaneous takers exactly one gets it', async () => {
    for (let i = 0; i < 20; i++) {
      const challenge = newChallenge()
      await storage.addChallenge(challenge)
      const taken = await Promise.all(Array.from({ length: 16 }, () => storage.takeChallenge(challenge.id, Date.now())))
      expect(taken.filter((each) => typeof each === 'object')).toHaveLength(1)
    }
  })

  kept('a user keeps everything but the chain', async () => {
    const account = `eip155:${wallet.address}:${process.pid}`
    expect(await storage.findUser(account)).toBeUndefined()
    expect(await storage.saveUser(account, user)).toEqual(user)
    const later: User = { ...user, id: 'u_2', chain: 'eip155:42161', ref: wallet.address, createdAt: 'later' }
    const same = { ...user, chain: 'eip155:42161' }
    expect(await storage.saveUser(account, later)).toEqual(same)
    expect(await storage.findUser(account)).toEqual(same)
  })

  kept('a family advances from its current token only', async () => {
    const first = newFamily()
    await storage.addFamily(first)
    const second = { ...first, currentHash: hashOf(`second ${first.id}`), previousHash: first.currentHash }
    expect(await storage.advanceFamily(first.currentHash, second)).toBe(true)
    const other = { ...first, currentHash: hashOf(`other ${first.id}`), previousHash: first.currentHash }
    expect(await storage.advanceFamily(first.currentHash, other)).toBe(false)
    for (const hash of [first.currentHash, second.currentHash]) expect(await storage.familyOf(hash)).toEqual(second)
    expect(await storage.familyOf(hashOf('never'))).toBeUndefined()
  })

  kept('a family that has ended stays so', async () => {
    const family = newFamily()
    await storage.addFamily(family)
    expect(await storage.isFamilyAlive(family.id)).toBe(true)
    await storage.endFamily(family.id)
    await storage.endFamily('f_never')
    expect(await storage.isFamilyAlive(family.id)).toBe(false)
    expect(await storage.isFamilyAlive('f_never')).toBe(false)
    expect(await storage.familyOf(family.currentHash)).toBe('ended')
    expect(await storage.advanceFamily(family.currentHash, { ...family, currentHash: hashOf('x') })).toBe(false)
  })

  kept('tokens are stored as hashes only', async () => {
    const login = testLogin({ storage, now: Date.now })
    const { refreshToken } = await signedIn(login)
    // Not by `hashOf`, which would agree with itself.
    const family = await storage.familyOf(createHash('sha256').update(refreshToken).digest('base64url'))
    expect(family).toMatchObject({ user: { address: wallet.address } })
    expect(JSON.stringify(family)).not.toContain(refreshToken)
    const next = await login.refresh(refreshToken)
    const after = JSON.stringify(await storage.familyOf(hashOf(refreshToken)))
    expect([after.includes(refreshToken), after.includes(next.refreshToken)]).toEqual([false, false])
  })

  kept('support views are counted by operator and listed by user', async () => {
    const about = `u_${process.pid}`
    const row = (i: number, at: number): Assist => ({
      id: `as_${i}_${process.pid}`,
      operator: `0x${process.pid}`,
      userId: about,
      reason: `ticket ${i}`,
      at,
      until: at + 1,
      ip: '192.0.2.1',
    })
    const added = []
    for (let i = 0; i < 4; i++) added.push(await storage.addAssist(row(i, 1000 + i), 3, 0))
    expect(added).toEqual([true, true, true, false])
    const other = { ...row(6, 1003), operator: `0x${process.pid}f`, userId: `u_${process.pid}f` }
    expect(await storage.addAssist(other, 3, 0)).toBe(true)
    expect(await storage.addAssist(row(5, 5000), 3, 1000)).toBe(true)
    expect((await storage.assistsOf(about, 2)).map(({ reason }) => reason)).toEqual(['ticket 5', 'ticket 2'])
    expect(await storage.assistsOf('u_never', 2)).toEqual([])
  })

  kept('counters end with their window', async () => {
    const key = `k${process.pid}`
    expect(await storage.count(key, 1, 60_000, 60_000)).toBe(1)
    expect(await storage.count(key, 1, 60_000, 119_999)).toBe(2)
    expect(await storage.count(key, -1, 60_000, 119_999)).toBe(1)
    expect(await storage.count(key, 1, 60_000, 120_000)).toBe(1)
  })

  kept(`promise 26: eight processes race for ${rounds} nonces: one wins, each time`, { timeout: 120_000 }, async () => {
    const challenges = Array.from({ length: rounds }, () => newChallenge())
    for (const each of challenges) await storage.addChallenge(each)
    const racers = await Promise.all(Array.from({ length: 8 }, () => startRacer(address())))
    const won = await Promise.all(racers.map((race) => race(challenges.map(({ id }) => id))))
    expect(won.map((each) => each.length).reduce((sum, each) => sum + each, 0)).toBe(rounds)
    expect(new Set(won.flat()).size).toBe(rounds)
  })

  kept('simultaneous refreshes by several logins on one store agree', async () => {
    const logins = [testLogin({ storage, now: Date.now }), testLogin({ storage, now: Date.now })]
    const { token } = await beginFamily({ storage, now: Date.now } as Parameters<typeof beginFamily>[0], user, null)
    const answers = await Promise.all([...logins, ...logins].map((login) => login.refresh(token)))
    expect(new Set(answers.map(({ refreshToken }) => refreshToken)).size).toBe(1)
  })
})

/** A process that takes the challenges it is sent, all at once, and returns which it got. */
async function startRacer(store: string): Promise<(ids: readonly string[]) => Promise<string[]>> {
  const script = fileURLToPath(new URL('../../demo/stack/login-racer.ts', import.meta.url))
  const child = fork(script, [store], { execArgv: ['--import', 'tsx'], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const next = () => new Promise<unknown>((resolve, reject) => child.once('message', resolve).once('exit', reject))
  await next()
  return async (ids) => {
    child.send(ids)
    const won = (await next()) as string[]
    child.removeAllListeners('exit')
    child.disconnect()
    return won
  }
}
