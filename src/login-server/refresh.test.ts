import { describe, expect, test } from 'vitest'
import { emptyChain, signedIn, stranger, testLogin } from './test-login'

const HOUR = 3_600_000
const code = (refused: string) => expect.objectContaining({ name: 'LoginRefusal', code: refused })

describe('refresh', () => {
  test('returns a new token each time, for the same user', async () => {
    const login = testLogin()
    const first = await signedIn(login)
    const second = await login.refresh(first.refreshToken)
    const third = await login.refresh(second.refreshToken)
    expect(new Set([first, second, third].map(({ refreshToken }) => refreshToken)).size).toBe(3)
    expect(third.user).toEqual(first.user)
    expect(third.refreshToken).toMatch(/^[\w-]{43}$/)
  })

  test('promise 30, fault 73: ten tabs that refresh at once get one successor, and nobody is logged out', async () => {
    const login = testLogin()
    const { refreshToken } = await signedIn(login)
    const answers = await Promise.all(Array.from({ length: 10 }, () => login.refresh(refreshToken)))
    expect(new Set(answers.map((each) => each.refreshToken)).size).toBe(1)
    login.clock.now += 10_000
    expect((await login.refresh(refreshToken)).refreshToken).toBe(answers[0]?.refreshToken)
    await login.refresh(answers[0]?.refreshToken ?? '')
  })

  test('promise 30: error: a stolen token ends its family at the second use, 100 of 100', async () => {
    for (let i = 0; i < 100; i++) {
      const login = testLogin()
      const { refreshToken: stolen } = await signedIn(login)
      const victim = await login.refresh(stolen)
      login.clock.now += 10_001
      await expect(login.refresh(stolen)).rejects.toEqual(code('refresh_reused'))
      await expect(login.refresh(victim.refreshToken)).rejects.toEqual(code('refresh_reused'))
      await expect(login.authorize(victim.accessToken, 'read')).rejects.toEqual(code('token_invalid'))
    }
  })

  test('error: refuses a reused token while the server’s clock has been set back', async () => {
    const login = testLogin()
    const { refreshToken: stolen } = await signedIn(login)
    const victim = await login.refresh(stolen)
    login.clock.now -= HOUR
    await expect(login.refresh(stolen)).rejects.toEqual(code('refresh_reused'))
    await expect(login.refresh(victim.refreshToken)).rejects.toEqual(code('refresh_reused'))
  })

  test('error: refuses a token two steps back, even at once', async () => {
    const login = testLogin()
    const first = await signedIn(login)
    const second = await login.refresh(first.refreshToken)
    const third = await login.refresh(second.refreshToken)
    await expect(login.refresh(first.refreshToken)).rejects.toEqual(code('refresh_reused'))
    await expect(login.refresh(third.refreshToken)).rejects.toEqual(code('refresh_reused'))
  })

  test('another family of the same user is not affected', async () => {
    const login = testLogin()
    const [one, other] = [await signedIn(login), await signedIn(login)]
    await login.signOut(one.refreshToken)
    await expect(login.refresh(one.refreshToken)).rejects.toEqual(code('refresh_reused'))
    await login.refresh(other.refreshToken)
  })

  test('error: ends after 24 hours unused, whether it was ever used or not', async () => {
    const login = testLogin()
    const { refreshToken } = await signedIn(login)
    const used = await login.refresh((await signedIn(login)).refreshToken)
    login.clock.now += 24 * HOUR
    for (const token of [refreshToken, used.refreshToken])
      await expect(login.refresh(token)).rejects.toEqual(code('refresh_invalid'))
  })

  test('error: ends after seven days, however often it is used', async () => {
    const login = testLogin()
    let { refreshToken } = await signedIn(login)
    for (let hours = 12; hours < 7 * 24; hours += 12) {
      login.clock.now += 12 * HOUR
      // A sign-in deletes what has expired, and nothing else.
      await signedIn(login, stranger)
      refreshToken = (await login.refresh(refreshToken)).refreshToken
    }
    login.clock.now += 12 * HOUR
    await expect(login.refresh(refreshToken)).rejects.toEqual(code('refresh_invalid'))
  })

  test.each(['', 'x', 'A'.repeat(43)])('error: refuses %j, which was never issued', async (token) => {
    const login = testLogin()
    await expect(login.refresh(token)).rejects.toEqual(code('refresh_invalid'))
    await login.signOut(token)
  })
})

describe('refresh of a contract account', () => {
  const YES = `0x1626ba7e${'0'.repeat(56)}` as const
  const NO = `0xffffffff${'0'.repeat(56)}` as const

  const contractLogin = () => {
    const answer = { call: YES as `0x${string}` | Error, takes: 0 }
    const rpc = (method: string) => {
      login.clock.now += answer.takes
      answer.takes = 0
      return emptyChain(56, { code: '0x60', call: answer.call })(method, [], AbortSignal.timeout(1))
    }
    const login = testLogin({ chains: { 'eip155:56': { rpc: [rpc, rpc] } } })
    return { answer, login }
  }
  const sign = async (login: ReturnType<typeof testLogin>) => {
    const caller = { origin: 'https://dapp.example', ip: '192.0.2.1' }
    const address = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
    const { id } = await login.challenge({ address, chain: 'eip155:56' }, caller)
    return login.signIn({ challengeId: id, signature: '0x1234' }, caller)
  }

  test('the contract is asked again after a day, not before', async () => {
    const { answer, login } = contractLogin()
    let session = await sign(login)
    expect(session.user.accountType).toBe('smartAccount')
    answer.call = NO
    login.clock.now += 24 * HOUR - 300_000
    session = { ...session, ...(await login.refresh(session.refreshToken)) }
    login.clock.now += 300_000
    await expect(login.refresh(session.refreshToken)).rejects.toEqual(code('refresh_invalid'))
    // It would be good for another five minutes.
    await expect(login.authorize(session.accessToken, 'read')).rejects.toEqual(code('token_invalid'))
  })

  test('once it has said yes again, it is left alone for another day', async () => {
    const { answer, login } = contractLogin()
    let session = await sign(login)
    const after = async (hours: number) => {
      login.clock.now += hours * HOUR
      session = { ...session, ...(await login.refresh(session.refreshToken)) }
    }
    await after(23)
    await after(2)
    answer.call = NO
    await after(23)
    await expect(after(1)).rejects.toEqual(code('refresh_invalid'))
  })

  test('a proof that takes longer than the overlap does not shorten it', async () => {
    const { answer, login } = contractLogin()
    const { refreshToken } = await sign(login)
    login.clock.now += 23 * HOUR
    const later = await login.refresh(refreshToken)
    login.clock.now += 2 * HOUR
    answer.takes = 11_000
    await login.refresh(later.refreshToken)
    // Another tab of the same visitor, a moment later.
    login.clock.now += 1_000
    await login.refresh(later.refreshToken)
  })

  test('error: a chain that does not answer ends nothing', async () => {
    const { answer, login } = contractLogin()
    let session = await sign(login)
    login.clock.now += 20 * HOUR
    session = { ...session, ...(await login.refresh(session.refreshToken)) }
    login.clock.now += 20 * HOUR
    answer.call = new Error('down')
    await expect(login.refresh(session.refreshToken)).rejects.toEqual(code('verifier_unavailable'))
    answer.call = YES
    await login.refresh(session.refreshToken)
  })
})
