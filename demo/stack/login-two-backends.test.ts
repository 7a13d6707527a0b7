import { type ChildProcess, spawn } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Piece, startHttp } from './listen'
import { cookieIn, logIn, optionsOf, post } from './login-world'
import { startRedis } from './redis'

const redis = await startRedis()
if ('missing' in redis) console.warn(`Two backends on Redis are not tested: ${redis.missing}`)

describe.skipIf('missing' in redis)('two backends on one Redis, behind one address', () => {
  const folder = mkdtempSync(join(tmpdir(), 'login-'))
  const children: ChildProcess[] = []
  let balancer: Piece
  let turn = 0

  beforeAll(async () => {
    const signingKey = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' })
    const file = join(folder, 'options.json')
    writeFileSync(file, JSON.stringify({ ...optionsOf(), store: 'url' in redis ? redis.url : '', signingKey }))
    const urls = await Promise.all([startProcess(file), startProcess(file)])
    balancer = await startHttp(async (request, response) => {
      const parts: Buffer[] = []
      for await (const part of request) parts.push(part)
      const passed = Object.entries(request.headers).filter(([name]) => !/^(host|connection|content-length)$/.test(name))
      const answer = await fetch(`${urls[turn++ % 2]}${request.url}`, {
        method: request.method ?? 'GET',
        headers: Object.fromEntries(passed.map(([name, value]) => [name, String(value)])),
        ...(parts.length > 0 && { body: Buffer.concat(parts) }),
      })
      response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text())
    }, 0)
  }, 60_000)
  afterAll(async () => {
    await balancer?.stop()
    for (const child of children) child.kill('SIGTERM')
    if ('stop' in redis) await redis.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  function startProcess(file: string): Promise<string> {
    const script = fileURLToPath(new URL('./login-process.ts', import.meta.url))
    const child = spawn(process.execPath, ['--import', 'tsx', script, file], { stdio: ['ignore', 'pipe', 'inherit'] })
    children.push(child)
    return new Promise((resolve, reject) => {
      child.stdout?.once('data', (data) => resolve(String(data).trim()))
      child.once('exit', reject)
    })
  }

  test('one issues the challenge, the other accepts the signature, either accepts the token', async () => {
    const login = await logIn({ base: balancer.url })
    expect(login.status).toBe(200)
    const { accessToken, user } = await login.json()
    for (let i = 0; i < 2; i++) {
      const me = await fetch(`${balancer.url}/api/me`, { headers: { authorization: `Bearer ${accessToken}` } })
      expect((await me.json()).id).toBe(user.id)
    }
  })

  test('promise 30: ten refreshes at once through both: one successor, nobody is logged out', async () => {
    let cookie = cookieIn(await logIn({ base: balancer.url }))
    for (let round = 0; round < 10; round++) {
      const tabs = Array.from({ length: 10 }, () => post('auth/refresh-token', undefined, { cookie }, balancer.url))
      const answers = await Promise.all(tabs)
      expect(answers.map(({ status }) => status)).toEqual(new Array(10).fill(200))
      expect(new Set(answers.map(cookieIn)).size).toBe(1)
      cookie = answers[0] ? cookieIn(answers[0]) : ''
    }
  })

  test('error: a stolen token is refused, whichever backend gets it', async () => {
    const first = cookieIn(await logIn({ base: balancer.url }))
    const second = cookieIn(await post('auth/refresh-token', undefined, { cookie: first }, balancer.url))
    const third = cookieIn(await post('auth/refresh-token', undefined, { cookie: second }, balancer.url))
    expect((await post('auth/refresh-token', undefined, { cookie: first }, balancer.url)).status).toBe(401)
    for (let i = 0; i < 2; i++)
      expect((await post('auth/refresh-token', undefined, { cookie: third }, balancer.url)).status).toBe(401)
  })
})
