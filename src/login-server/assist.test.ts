import Database from 'libsql'
import { describe, expect, test } from 'vitest'
import { sqliteStorage } from './sqlite-storage'
import { caller, emptyChain, operator, signedIn, stranger, testLogin, wallet } from './test-login'

const target = `eip155:56:${wallet.address}`
const code = (refused: string) => expect.objectContaining({ name: 'LoginRefusal', code: refused })
const withOperator = () => testLogin({ operators: [operator.address] })

type TestLogin = ReturnType<typeof testLogin>
type More = { reason?: unknown; ttl?: unknown; target?: unknown }

async function assisted(login: TestLogin, more: More = {}, account = operator, about = target) {
  const { id, message } = await login.challenge({ address: account.address, chain: 'eip155:56', assist: about }, caller)
  const signature = await account.signMessage({ message })
  return login.assist({ challengeId: id, signature, target: about, reason: 'ticket 4711', ...more }, caller)
}

describe('assist', () => {
  test('lets an operator read as the user, for 15 minutes, and records it', async () => {
    const storage = sqliteStorage(new Database(':memory:'))
    const login = testLogin({ operators: [operator.address], storage })
    const { user } = await signedIn(login)
    const grant = await assisted(login)
    const at = login.clock.now
    const view = { id: grant.assistId, operator: operator.address, userId: user.id, reason: 'ticket 4711' }
    expect(await storage.assistsOf(user.id, 9)).toEqual([{ ...view, at, until: at + 900_000, ip: caller.ip }])
    expect(grant).toMatchObject({ expiresIn: 900, sub: user.id, act: { sub: operator.address }, scope: 'read', user })
    expect(grant).not.toHaveProperty('refreshToken')
    const claims = await login.authorize(grant.accessToken, 'read')
    expect(claims).toMatchObject({ sub: user.id, act: { sub: operator.address }, scope: 'read' })
    login.clock.now += 900_000
    await expect(login.authorize(grant.accessToken, 'read')).rejects.toEqual(code('token_invalid'))
  })

  test('the operator signs what the support view is for', async () => {
    const { message } = await withOperator().challenge({ address: operator.address, chain: 'eip155:56', assist: target }, caller)
    expect(message).toContain(`\n\nView ${target} as support. Read only.\n\n`)
    expect(message).toMatch(new RegExp(`\nResources:\n- urn:wm:assist:${target}$`))
  })

  test('error: it cannot write', async () => {
    const login = withOperator()
    await signedIn(login)
    const { accessToken } = await assisted(login)
    await expect(login.authorize(accessToken, 'write')).rejects.toEqual(code('read_only'))
  })

  test.each([undefined, 'Write', 'delete'])('error: nor for a route in JavaScript that says %j of itself', async (access) => {
    const login = withOperator()
    const { accessToken: own } = await signedIn(login)
    const { accessToken } = await assisted(login)
    await expect(login.authorize(accessToken, access as 'write')).rejects.toEqual(code('read_only'))
    expect(await login.authorize(own, access as 'write')).toMatchObject({ scope: 'full' })
  })

  test('the user is told of each view at the next sign-in', async () => {
    const login = withOperator()
    await signedIn(login)
    await assisted(login)
    login.clock.now += 1000
    await assisted(login, { reason: 'ticket 4712', ttl: 60 })
    const at = login.clock.now
    expect((await signedIn(login)).assists).toEqual([
      { operator: operator.address, reason: 'ticket 4712', at, until: at + 60_000 },
      { operator: operator.address, reason: 'ticket 4711', at: at - 1000, until: at + 899_000 },
    ])
    expect((await signedIn(login, stranger)).assists).toEqual([])
  })

  test('error: a contract at an operator’s address is not the operator', async () => {
    const rpc = emptyChain(56, { code: '0x60', call: `0x1626ba7e${'0'.repeat(56)}` })
    const login = testLogin({ operators: [operator.address], chains: { 'eip155:56': { rpc: [rpc, rpc] } } })
    await signedIn(login)
    const { id } = await login.challenge({ address: operator.address, chain: 'eip155:56', assist: target }, caller)
    const request = { challengeId: id, signature: '0x1234', target, reason: 'ticket 4711' }
    await expect(login.assist(request, caller)).rejects.toEqual(code('not_found'))
    expect((await assisted(login)).user.address).toBe(wallet.address)
  })

  test('error: off, not an operator, no such user: all are not_found', async () => {
    await expect(assisted(testLogin())).rejects.toEqual(code('not_found'))
    const login = withOperator()
    await expect(assisted(login)).rejects.toEqual(code('not_found'))
    await signedIn(login)
    await expect(assisted(login, {}, stranger)).rejects.toEqual(code('not_found'))
    await expect(testLogin().assist({}, caller)).rejects.toEqual(code('not_found'))
  })

  test('error: no request tells a stranger that there are operators', async () => {
    const login = withOperator()
    const { id } = await login.challenge({ address: stranger.address, chain: 'eip155:56' }, caller)
    const signature = `0x${'11'.repeat(65)}`
    const tries = [
      {},
      { reason: 'ticket 4711' },
      { challengeId: id, signature },
      { challengeId: id, signature },
      { challengeId: 'no' },
    ]
    for (const each of [...tries, ...tries]) {
      await expect(login.assist({ reason: 'ticket 4711', ...each }, caller)).rejects.toEqual(code('not_found'))
      await expect(login.assist(each, caller)).rejects.toEqual(code('not_found'))
    }
  })

  test('error: a sign-in’s challenge is not valid for a support view, nor the other way round', async () => {
    const login = withOperator()
    await signedIn(login)
    const own = await login.challenge({ address: operator.address, chain: 'eip155:56' }, caller)
    const request = { challengeId: own.id, signature: await operator.signMessage(own), target, reason: 'ticket 4711' }
    await expect(login.assist(request, caller)).rejects.toEqual(code('not_found'))
    const view = await login.challenge({ address: operator.address, chain: 'eip155:56', assist: target }, caller)
    const answer = { challengeId: view.id, signature: await operator.signMessage(view) }
    await expect(login.signIn(answer, caller)).rejects.toEqual(code('bad_signature'))
  })

  test('error: refuses another target than the signed one, and an operator as target', async () => {
    const login = withOperator()
    await signedIn(login)
    await signedIn(login, operator)
    const other = `eip155:56:${stranger.address}`
    await expect(assisted(login, { target: other })).rejects.toEqual(code('bad_request'))
    const peer = `eip155:56:${operator.address}`
    await expect(assisted(login, {}, operator, peer)).rejects.toEqual(code('target_not_allowed'))
  })

  test.each([
    { reason: undefined },
    { reason: '   ' },
    { reason: 'abc' },
    { reason: 'x'.repeat(201) },
    { ttl: -1 },
    { ttl: 0 },
    { ttl: '9' },
  ])('error: refuses %j', async (more) => {
    const login = withOperator()
    await signedIn(login)
    await expect(assisted(login, more)).rejects.toEqual(code('bad_request'))
  })

  test.each([{ reason: 'abcd' }, { reason: 'x'.repeat(200) }, { ttl: 0.5 }])('accepts %j', async (more) => {
    const login = withOperator()
    await signedIn(login)
    expect((await assisted(login, more)).expiresIn).toBe(more.ttl ? 1 : 900)
  })

  test('a ttl over 15 minutes is cut', async () => {
    const login = withOperator()
    await signedIn(login)
    expect((await assisted(login, { ttl: 86_400 })).expiresIn).toBe(900)
  })

  test('error: refuses the eleventh in a day', async () => {
    const login = withOperator()
    await signedIn(login)
    for (let i = 0; i < 10; i++) await assisted(login)
    await expect(assisted(login)).rejects.toMatchObject({ code: 'too_many_requests', retryAfterMs: 24 * 3_600_000 })
    login.clock.now += 24 * 3_600_000
    await assisted(login)
  })

  test('of many the user is told of the latest twenty', async () => {
    const login = withOperator()
    await signedIn(login)
    for (let i = 0; i < 21; i++) {
      // Ten a day.
      login.clock.now += 3 * 3_600_000
      await assisted(login, { reason: `ticket ${i}` })
    }
    const { assists } = await signedIn(login)
    expect([assists.length, assists[0]?.reason, assists.at(-1)?.reason]).toEqual([20, 'ticket 20', 'ticket 1'])
  })

  test('the list of operators and the request may have their addresses in small letters', async () => {
    const login = testLogin({ operators: [operator.address.toLowerCase()] })
    await signedIn(login)
    const grant = await assisted(login, {}, operator, target.toLowerCase())
    expect([grant.act.sub, grant.user.address]).toEqual([operator.address, wallet.address])
  })

  test('a contract account can be viewed, on its own chain', async () => {
    const rpc = emptyChain(56, { code: '0x60', call: `0x1626ba7e${'0'.repeat(56)}` })
    const login = testLogin({ operators: [operator.address], chains: { 'eip155:56': { rpc: [rpc, rpc] } } })
    const address = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
    const { id } = await login.challenge({ address, chain: 'eip155:56' }, caller)
    const { user } = await login.signIn({ challengeId: id, signature: '0x1234' }, caller)
    expect((await assisted(login, {}, operator, `eip155:56:${address}`)).user).toEqual(user)
    await expect(assisted(login, {}, operator, `eip155:1:${address}`)).rejects.toEqual(code('not_found'))
  })

  test('error: a storage that fails is no route that does not exist', async () => {
    const takeChallenge = () => Promise.reject(new Error('disk I/O error'))
    const storage = { ...sqliteStorage(new Database(':memory:')), takeChallenge }
    await expect(assisted(testLogin({ operators: [operator.address], storage }))).rejects.toThrow('disk')
  })

  test('error: an operator removed from the list loses their views', async () => {
    const operators = [operator.address]
    const { generateKeyPairSync } = await import('node:crypto')
    const { privateKey } = generateKeyPairSync('ed25519')
    const before = testLogin({ operators, signingKey: privateKey })
    await signedIn(before)
    const { accessToken } = await assisted(before)
    const beside = testLogin({ operators, signingKey: privateKey })
    expect((await beside.authorize(accessToken, 'read')).scope).toBe('read')
    const after = testLogin({ operators: [], signingKey: privateKey })
    await expect(after.authorize(accessToken, 'read')).rejects.toEqual(code('token_invalid'))
  })
})
