import { ParsedMessage as OfficialMessage } from '@spruceid/siwe-parser'
import Database from 'libsql'
import { describe, expect, test } from 'vitest'
import { sqliteStorage } from './sqlite-storage'
import { caller, emptyChain, operator, signedIn, stranger, testLogin, wallet } from './test-login'
import type { LoginStorage } from './types'

/** A login whose only user is the wallet; calls of its storage and chains are recorded, in order. */
async function watched(operators: readonly string[] = []) {
  const asked: string[] = []
  const storage = Object.fromEntries(
    Object.entries(sqliteStorage(new Database(':memory:'))).map(([name, ask]) => [
      name,
      (...values: unknown[]) => {
        asked.push(name)
        return (ask as (...values: unknown[]) => unknown)(...values)
      },
    ]),
  ) as unknown as LoginStorage
  const rpc = async (method: string) => {
    asked.push(method)
    return emptyChain(56)(method, [], AbortSignal.timeout(1_000))
  }
  const login = testLogin({ storage, operators, rateLimits: 'on', chains: { 'eip155:56': { rpc: [rpc, rpc] } } })
  await signedIn(login)
  /** The exact result, and the calls made for it. */
  const workOf = async (work: () => Promise<unknown>) => {
    asked.length = 0
    const end = await work().then(
      () => 'done',
      ({ code, message, status }) => ({ code, message, status }),
    )
    return { end, asked: [...asked] }
  }
  return { login, workOf }
}
const ask = (address: string, assist?: string) => ({ address, chain: 'eip155:56', ...(assist && { assist }) })
const wrong = `0x${'12'.repeat(64)}1b`
const target = `eip155:56:${wallet.address}`

describe('a stranger learns nothing from the amount of work', () => {
  test('about who is a user: a challenge, and a wrong answer to it', async () => {
    const { login, workOf } = await watched()
    const text = ({ address }: typeof wallet) => workOf(() => login.challenge(ask(address), caller))
    const texts = [await text(wallet), await text(stranger)]
    expect(texts[1]).toEqual(texts[0])
    expect(texts[0]?.asked).toContain('addChallenge')
    const answer = async ({ address }: typeof wallet) => {
      const { id } = await login.challenge(ask(address), caller)
      return workOf(() => login.signIn({ challengeId: id, signature: wrong }, caller))
    }
    const answers = [await answer(wallet), await answer(stranger)]
    expect(answers[1]).toEqual(answers[0])
    expect(answers[0]).toMatchObject({
      end: { code: 'bad_signature' },
      asked: expect.arrayContaining(['takeChallenge', 'eth_getCode']),
    })
  })

  test('about another client’s challenge: unknown, expired, or answered', async () => {
    const { login, workOf } = await watched()
    const [over, used] = [await login.challenge(ask(wallet.address), caller), await login.challenge(ask(wallet.address), caller)]
    await login.signIn({ challengeId: used.id, signature: await wallet.signMessage(used) }, caller)
    login.clock.now = over.expiresAt
    const works = []
    for (const challengeId of ['ch_unknown', over.id, used.id])
      works.push(await workOf(() => login.signIn({ challengeId, signature: wrong }, caller)))
    expect(works.map(({ asked }) => asked)).toEqual(Array(3).fill(['count', 'takeChallenge']))
    expect(new Set(works.map(({ end }) => (end as { message: string }).message)).size).toBe(1)
    expect(works[1]?.end).toEqual(works[0]?.end)
  })

  test('about who is an operator, by asking for the text of a support view', async () => {
    const { login, workOf } = await watched([operator.address])
    for (const about of [target, 'eip155:56:0x12', 7 as never]) {
      const works = []
      for (const { address } of [operator, stranger]) works.push(await workOf(() => login.challenge(ask(address, about), caller)))
      expect(works[1]).toEqual(works[0])
    }
  })

  test('about support views: off, or not for them', async () => {
    const worlds = [await watched(), await watched([operator.address])]
    const works = worlds.map(async ({ login, workOf }) => {
      const { id } = await login.challenge(ask(stranger.address), caller)
      const more = { target, reason: 'ticket 4711' }
      return [
        await workOf(() => login.challenge(ask(operator.address, target), caller)),
        await workOf(() => login.assist({ ...more, challengeId: 'ch_unknown', signature: wrong }, caller)),
        await workOf(() => login.assist({ ...more, challengeId: id, signature: wrong }, caller)),
        await workOf(() => login.assist({}, caller)),
      ]
    })
    const [off = [], on] = await Promise.all(works)
    expect(on).toEqual(off)
    const refused = { code: 'not_found', message: 'Not found', status: 404 }
    expect(off.map(({ end }) => end)).toEqual(['done', ...Array(3).fill(refused)])
  })

  test('error: nor from a chain that does not answer', async () => {
    const down = async () => Promise.reject(new Error('down'))
    const chains = { 'eip155:56': { rpc: [down, down] } }
    const ends = [testLogin({ chains }), testLogin({ chains, operators: [operator.address] })].map(async (login) => {
      const { id } = await login.challenge(ask(stranger.address), caller)
      return login.assist({ challengeId: id, signature: wrong }, caller).catch(({ code }) => code)
    })
    expect(await Promise.all(ends)).toEqual(['not_found', 'not_found'])
  })
})

test('the longest message that a wallet is asked to sign is under 2 kB', async () => {
  const label = 'a'.repeat(63)
  const origin = `https://${[label, label, label, 'a'.repeat(61)].join('.')}:65535`
  const chain = `eip155:${'9'.repeat(32)}` as const
  const login = testLogin({
    origins: [origin],
    chains: { [chain]: {} },
    statement: 'x'.repeat(200),
    operators: [operator.address],
  })
  const own = await login.challenge({ address: wallet.address, chain }, { ...caller, origin })
  const view = await login.challenge(
    { address: operator.address, chain, assist: `${chain}:${wallet.address}` },
    { ...caller, origin },
  )
  for (const { message } of [own, view]) expect(new TextEncoder().encode(message).length).toBeLessThan(2_000)
  expect(own.message).toContain('x'.repeat(200))
})

test('a statement is accepted only if wallets recognise the text as a sign-in with it, and so check its site', async () => {
  const { message } = await testLogin().challenge({ address: wallet.address, chain: 'eip155:56' }, caller)
  const works = (run: () => unknown) => {
    try {
      return Boolean(run())
    } catch {
      return false
    }
  }
  const printable = Array.from({ length: 95 }, (_, at) => `Log in${String.fromCharCode(32 + at)}`)
  const accepted = printable.filter((statement) => works(() => testLogin({ statement })))
  const recognised = printable.filter((each) => works(() => new OfficialMessage(message.replace('Login wallet', () => each))))
  expect(accepted).toEqual(recognised)
  expect(accepted).toHaveLength(85)
})
