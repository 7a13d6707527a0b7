import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Identity } from './identity'
import type { Piece } from './listen'
import type { MailBox } from './mail'
import { createPeople } from './secure-people'
import { startSecureSite } from './secure-site'
import type { SolanaChain } from './solana'

const sent: { to: string; text: string }[] = []
let site: Piece

beforeAll(async () => {
  const mail = { send: async (mail: { to: string; text: string }) => void sent.push(mail) } as unknown as MailBox
  const identity = { url: 'http://localhost:1', open: () => {} } as unknown as Identity
  const solana = { url: 'http://localhost:1', networkId: 'solana:none' } as unknown as SolanaChain
  site = await startSecureSite(0, { mail, identity, solana, chains: [] })
})
afterAll(() => site.stop())

/** A browser with its own device id. */
const browser = () => {
  const device = crypto.randomUUID()
  return async (path: string, body: object, token?: unknown): Promise<Record<string, unknown>> =>
    (
      await fetch(new URL(`/api/${path}`, site.url), {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
        body: JSON.stringify({ device, ...body }),
      })
    ).json() as Promise<Record<string, unknown>>
}
const person = (name: string) => `${name}-${crypto.randomUUID().slice(0, 8)}@example.org`
const codeFor = (email: string) => /code is (\d{6})/.exec(sent.findLast(({ to }) => to === email)?.text ?? '')?.[1]

describe('a code signs in', () => {
  test('whom it was mailed to', async () => {
    const [ask, email] = [browser(), person('ada')]
    expect(await ask('email', { email })).toEqual({ action: 'VERIFY_OTP' })
    expect(await ask('otp', { email, otp: codeFor(email) })).toMatchObject({ user: { email } })
  })

  test('also after another tab of the browser has asked for one to another address', async () => {
    const [ask, here, there] = [browser(), person('ada'), person('grace')]
    for (const email of [here, there]) await ask('email', { email })
    for (const email of [here, there]) expect(await ask('otp', { email, otp: codeFor(email) })).toMatchObject({ user: { email } })
  })

  test('error: for twenty minutes, as its mail says; then the next one does', async () => {
    const [ask, email] = [browser(), person('ada')]
    await ask('email', { email })
    const old = codeFor(email)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 20 * 60_000 + 1 })
    try {
      expect(await ask('otp', { email, otp: old })).toEqual({ message: 'That code has expired. Ask for a new one.' })
      await ask('email', { email })
      expect(await ask('otp', { email, otp: codeFor(email) })).toMatchObject({ user: { email } })
    } finally {
      vi.useRealTimers()
    }
  })

  test('error: and nobody who is asked for behind them: whose browser it is not gets no code', async () => {
    const victim = person('elsewhere.ada')
    const [theirs, own] = [browser(), person('mallory')]
    await theirs('email', { email: own })
    expect(await theirs('email', { email: victim })).toEqual({ action: 'VERIFY_DEVICE' })
    const said = await theirs('otp', { email: victim, otp: codeFor(own) })
    expect(said).toEqual({ message: 'That code has expired. Ask for a new one.' })
  })

  test('after its link has let a browser in, whatever address was typed there meanwhile', async () => {
    const [second, email] = [browser(), person('elsewhere.ada')]
    await second('email', { email })
    const link = /(http\S+)/.exec(sent.findLast(({ to }) => to === email)?.text ?? '')?.[1] ?? ''
    const other = person('elsewhere.other')
    await second('email', { email: other })
    await fetch(link, { method: 'POST' })
    expect(await second('device', { email: other })).toEqual({ confirmed: false })
    expect(await second('device', { email })).toEqual({ confirmed: true })
    expect(await second('otp', { email, otp: codeFor(email) })).toMatchObject({ user: { email } })
  })
})

test('a link that lets a browser in is good for twenty minutes, as its mail says', async () => {
  const [second, email] = [browser(), person('elsewhere.ada')]
  await second('email', { email })
  const link = /(http\S+)/.exec(sent.findLast(({ to }) => to === email)?.text ?? '')?.[1] ?? ''
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 20 * 60_000 + 1 })
  try {
    for (const method of ['GET', 'POST']) expect(await (await fetch(link, { method })).text()).toContain('too old')
    expect(await second('device', { email })).toEqual({ confirmed: false })
  } finally {
    vi.useRealTimers()
  }
})

describe('another address', () => {
  /** Signs somebody in; resolves to their session token. */
  const signIn = async (ask: ReturnType<typeof browser>, email: string) => {
    await ask('email', { email })
    return (await ask('otp', { email, otp: codeFor(email) })).token
  }

  test('is theirs from then on', async () => {
    const [ask, before, after] = [browser(), person('ada'), person('countess')]
    const token = await signIn(ask, before)
    expect(await ask('update-email', { email: after }, token)).toEqual({ action: 'VERIFY_PRIMARY_OTP' })
    await ask('update-primary', { otp: codeFor(before) }, token)
    expect(await ask('update-secondary', { otp: codeFor(after) }, token)).toEqual({ newEmail: after })
    expect(await ask('session', {}, token)).toMatchObject({ email: after })
  })

  test('error: unless somebody has signed in with it meanwhile, who would lose their account', async () => {
    const [ask, before, after] = [browser(), person('ada'), person('countess')]
    const token = await signIn(ask, before)
    await ask('update-email', { email: after }, token)
    await ask('update-primary', { otp: codeFor(before) }, token)
    const code = codeFor(after)
    const theirs = await signIn(browser(), after)
    expect(await ask('update-secondary', { otp: code }, token)).toEqual({ message: 'This address is in use' })
    expect(await ask('session', {}, theirs)).toMatchObject({ email: after })
    expect(await ask('session', {}, token)).toMatchObject({ email: before })
  })

  test('stays when they sign in by a social network again, which tells another one or none', () => {
    const people = createPeople()
    for (const [proof, email] of [
      ['google:ada', 'ada@google.example'],
      ['x:ada', null],
    ] as const) {
      const { token } = people.signIn(proof, { email }, 'here')
      const known = people.bySession(token)
      if (known) people.rename(known, `${proof.replace(':', '.')}@example.org`)
      expect(people.signIn(proof, { email }, 'here').user.email).toBe(`${proof.replace(':', '.')}@example.org`)
    }
  })
})
