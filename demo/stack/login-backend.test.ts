import { mnemonicToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { loginSettings, startLoginBackend } from './login-backend'
import {
  backend,
  chains,
  cookieIn,
  logIn,
  ORIGIN,
  operator,
  optionsOf,
  own,
  post,
  provider,
  type Sign,
  wallet,
} from './login-world'
import { DEV_MNEMONIC } from './networks'
import { foretellSmartWallet } from './smart-wallet'

describe('auth/login-dapp', () => {
  test('first returns the challenge, then the session and an HttpOnly cookie', async () => {
    const response = await post('auth/login-dapp', { address: wallet.address, chain: 'eip155:42161' })
    const challenge = await response.json()
    expect(Object.keys(challenge)).toEqual(['status', 'challengeId', 'message', 'expiresAt', 'serverTime'])
    expect(challenge.message).toContain('localhost:4200 wants you to sign in with your Ethereum account:')
    expect(response.headers.get('cache-control')).toBe('no-store')
    const login = await post('auth/login-dapp', { challengeId: challenge.challengeId, signature: await own(challenge.message) })
    expect([login.status, login.headers.get('access-control-allow-origin')]).toEqual([200, ORIGIN])
    expect(login.headers.get('set-cookie')).toMatch(
      /^__Host-wm_rt=[\w-]{43}; Path=\/; Max-Age=604800; HttpOnly; Secure; SameSite=Strict$/,
    )
    const body = await login.json()
    expect(body).toMatchObject({ status: 'ok', expiresIn: 600, user: { address: wallet.address, chain: 'eip155:42161' } })
    expect(JSON.stringify(body)).not.toContain(cookieIn(login).split('=')[1])
  })

  test.each([
    ['an undeployed contract account (ERC-6492), then the deployed one (ERC-1271)', 'eip155:56'],
    ['the same on another chain', 'eip155:42161'],
  ])('%s', async (_, chain) => {
    // With another owner on each chain, as the same contract would have the same address on both.
    const owner = mnemonicToAccount(DEV_MNEMONIC, { addressIndex: chain === 'eip155:56' ? 1 : 2 })
    const own: Sign = (message) => owner.signMessage({ message })
    const url = chains.find(({ networkId }) => networkId === chain)?.url ?? ''
    const account = await foretellSmartWallet(url, owner.address)
    const wrapped: Sign = async (message) => account.wrap(await own(message))
    const foretold = await logIn({ address: account.address, chain, sign: wrapped })
    const first = await foretold.json()
    expect(first).toMatchObject({ status: 'ok', user: { address: account.address, accountType: 'smartAccount' } })
    expect((await logIn({ address: account.address, chain, sign: own })).status).toBe(401)
    await account.deploy()
    for (const sign of [own, wrapped]) {
      const deployed = await logIn({ address: account.address, chain, sign })
      expect((await deployed.json()).user.id).toBe(first.user.id)
    }
    const forged: Sign = (message) => operator.signMessage({ message })
    expect((await logIn({ address: account.address, chain, sign: forged })).status).toBe(401)
    const other = chains.find(({ networkId }) => networkId !== chain)?.networkId ?? ''
    expect((await logIn({ address: account.address, chain: other, sign: own })).status).toBe(401)
  })

  test('promise 28: error: a provider that is down or lies about a contract logs nobody in', async () => {
    const account = await foretellSmartWallet(chains[0]?.url ?? '', wallet.address)
    await account.deploy()
    const order = (fault: unknown) => fetch(`${provider.url}/control`, { method: 'POST', body: JSON.stringify(fault) })
    await order({ path: '/v1', status: 500, body: {} })
    const down = await logIn({ address: account.address })
    expect([down.status, (await down.json()).code]).toEqual([503, 'verifier_unavailable'])
    await order({ path: '/v1', body: { jsonrpc: '2.0', id: 1, result: `0x${'0'.repeat(64)}` } })
    expect((await logIn({ address: account.address })).status).toBe(503)
    expect((await logIn()).status).toBe(200)
    await order({ reset: true })
    expect((await logIn({ address: account.address })).status).toBe(200)
  })

  test.each<[string, Record<string, string>, unknown, number]>([
    ['another origin', { origin: 'https://evil.example' }, {}, 403],
    ['no origin', { origin: '' }, {}, 403],
    ['the null origin', { origin: 'null' }, {}, 403],
    ['an origin that begins like ours', { origin: `${ORIGIN}.evil.example` }, {}, 403],
    ['a request across sites', { 'sec-fetch-site': 'cross-site' }, {}, 403],
    ['no header of ours', { 'x-wm': '' }, {}, 400],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, 'a=b', 400],
    ['plain text', { 'content-type': 'text/plain' }, '{}', 400],
    ['no JSON', {}, '{', 400],
    ['a list', {}, '[]', 400],
    ['too much', {}, { address: 'x'.repeat(20_000) }, 413],
    ['another chain', {}, { address: wallet.address, chain: 'eip155:1' }, 422],
  ])('error: %s', async (_, more, body, status) => {
    const response = await post('auth/login-dapp', body, more)
    expect([response.status, response.headers.get('content-type')]).toEqual([status, 'application/problem+json'])
    expect(Object.keys(await response.json())).toEqual(['type', 'title', 'status', 'code'])
    if (more.origin !== undefined) expect(response.headers.get('access-control-allow-origin')).toBeNull()
  })

  test('CORS preflights succeed for the allowed origin only', async () => {
    const preflight = (origin: string) =>
      fetch(`${backend.url}/auth/login-dapp`, { method: 'OPTIONS', headers: { origin, 'access-control-request-method': 'POST' } })
    const ours = await preflight(ORIGIN)
    expect(ours.headers.get('access-control-allow-headers')).toContain('x-wm')
    expect(ours.headers.get('access-control-allow-credentials')).toBe('true')
    expect((await preflight('https://evil.example')).headers.get('access-control-allow-origin')).toBeNull()
  })

  test('error: the rate limit says when to retry', async () => {
    const limited = await startLoginBackend(0, { ...optionsOf(), rateLimits: 'on' })
    const ask = () => post('auth/login-dapp', { address: wallet.address, chain: 'eip155:56' }, {}, limited.url)
    const answers = []
    for (let i = 0; i < 25; i++) answers.push(await ask())
    await limited.stop()
    const refused = answers.find(({ status }) => status === 429)
    expect(answers.slice(0, 10).map(({ status }) => status)).toEqual(new Array(10).fill(200))
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})

describe('auth/refresh-token', () => {
  test('exchanges the cookie; for a while the previous one gives the same result', async () => {
    const cookie = cookieIn(await logIn())
    const refreshed = await post('auth/refresh-token', undefined, { cookie })
    expect(Object.keys(await refreshed.json())).toEqual(['accessToken', 'expiresIn', 'user'])
    expect(cookieIn(refreshed)).not.toBe(cookie)
    const again = await post('auth/refresh-token', undefined, { cookie: `a=b; ${cookie}; c=d` })
    expect(cookieIn(again)).toBe(cookieIn(refreshed))
  })

  test('promise 30, fault 75: error: an old refresh token ends the session, and its cookie is cleared', async () => {
    const first = cookieIn(await logIn())
    const second = cookieIn(await post('auth/refresh-token', undefined, { cookie: first }))
    const third = cookieIn(await post('auth/refresh-token', undefined, { cookie: second }))
    const stolen = await post('auth/refresh-token', undefined, { cookie: first })
    expect([stolen.status, (await stolen.json()).code]).toEqual([401, 'refresh_reused'])
    expect(stolen.headers.get('set-cookie')).toContain('__Host-wm_rt=; Path=/; Max-Age=0')
    expect((await post('auth/refresh-token', undefined, { cookie: third })).status).toBe(401)
  })

  test('logging out ends the session, as often as one likes', async () => {
    const login = await logIn()
    const { accessToken } = await login.json()
    const cookie = cookieIn(login)
    const me = () => fetch(`${backend.url}/api/me`, { headers: { origin: ORIGIN, authorization: `Bearer ${accessToken}` } })
    expect((await me()).status).toBe(200)
    for (const sent of [cookie, cookie, 'x=y']) {
      const out = await post('auth/refresh-token', undefined, { cookie: sent, 'x-wm-logout': '1' })
      expect([out.status, out.headers.get('set-cookie')?.includes('Max-Age=0')]).toEqual([204, true])
    }
    expect((await post('auth/refresh-token', undefined, { cookie })).status).toBe(401)
    expect((await me()).status).toBe(401)
  })

  test.each(['', '__Host-wm_rt=', '__Host-wm_rt=x', `__Host-wm_rt=${'A'.repeat(43)}`])('error: cookie %j', async (cookie) => {
    expect((await post('auth/refresh-token', undefined, { cookie })).status).toBe(401)
  })
})

describe('auth/login-wallet-by-admin', () => {
  const target = `eip155:56:${wallet.address}`
  async function assist(account = operator) {
    const asked = { address: account.address, chain: 'eip155:56', assist: target }
    const { challengeId, message } = await (await post('auth/login-dapp', asked)).json()
    const signature = message && (await account.signMessage({ message }))
    return post('auth/login-wallet-by-admin', { challengeId, signature, target, reason: 'ticket 4711', ttl: 900 })
  }

  test('an operator may read; every write is refused; the user can see it', async () => {
    await logIn()
    const response = await assist()
    expect([response.status, response.headers.get('set-cookie')]).toEqual([201, null])
    const grant = await response.json()
    expect(grant).toMatchObject({ scope: 'read', act: { sub: operator.address }, expiresIn: 900 })
    const authorization = `Bearer ${grant.accessToken}`
    const me = await fetch(`${backend.url}/api/me`, { headers: { authorization } })
    expect(await me.json()).toMatchObject({ address: wallet.address, operator: operator.address, scope: 'read' })
    const write = await fetch(`${backend.url}/api/note`, { method: 'PUT', body: 'x', headers: { authorization } })
    expect([write.status, (await write.json()).code]).toEqual([403, 'read_only'])
    expect((await (await logIn()).json()).assists).toMatchObject([{ operator: operator.address, reason: 'ticket 4711' }])
  })

  test('error: for anybody else the route does not exist, just as if it were turned off', async () => {
    const off = await startLoginBackend(0, optionsOf())
    /** A stranger's signature, and a request that is none. */
    const asked = async (url: string) => {
      const text = await post('auth/login-dapp', { address: wallet.address, chain: 'eip155:56', assist: target }, {}, url)
      const { challengeId, message } = await text.json()
      const signed = { challengeId, signature: await wallet.signMessage({ message }), target, reason: 'ticket 4711' }
      return [await post('auth/login-wallet-by-admin', signed, {}, url), await post('auth/login-wallet-by-admin', {}, {}, url)]
    }
    const answers = [...(await asked(backend.url)), ...(await asked(off.url))]
    const bodies = await Promise.all(answers.map((each) => each.json()))
    await off.stop()
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
    expect(new Set(bodies.map((each) => JSON.stringify(each))).size).toBe(1)
  })
})

describe('loginSettings', () => {
  test('reads the environment variables', () => {
    expect(loginSettings({})).toEqual({ origins: [], rateLimits: 'on', operators: [] })
    const env = { LOGIN_ORIGINS: 'http://localhost:1/x, http://localhost:2', RATE_LIMITS: 'off', ADMIN_ADDRESSES: '0x1' }
    const origins = ['http://localhost:1', 'http://localhost:2']
    expect(loginSettings(env)).toEqual({ origins, rateLimits: 'off', operators: [] })
    expect(loginSettings({ ...env, ADMIN_ASSIST: 'on' }).operators).toEqual(['0x1'])
  })
  test('accepts the origin of a phone app', () => {
    expect(loginSettings({ LOGIN_ORIGINS: 'capacitor://localhost' }).origins).toEqual(['capacitor://localhost'])
  })
  test.each(['localhost:3000', 'shop'])('error: LOGIN_ORIGINS=%s is refused with an example', (LOGIN_ORIGINS) => {
    const message = `"${LOGIN_ORIGINS}" in LOGIN_ORIGINS is no origin; write http://localhost:3000, for example.`
    // The name marks an error whose message is printed without a stack.
    expect(() => loginSettings({ LOGIN_ORIGINS })).toThrow(expect.objectContaining({ name: 'NoOrigin', message }))
  })
})
