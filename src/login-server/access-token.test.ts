import { generateKeyPairSync, sign } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { readAccessToken } from './access-token'
import { signedIn, testLogin } from './test-login'

const code = (refused: string) => expect.objectContaining({ name: 'LoginRefusal', code: refused })

describe('authorize', () => {
  test('error: refuses nothing, junk, another key’s, a changed, an expired token', async () => {
    const login = testLogin()
    const { accessToken } = await signedIn(login)
    const [header = '', body = '', signature = ''] = accessToken.split('.')
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString())
    const admin = Buffer.from(JSON.stringify({ ...claims, sub: 'u_other' })).toString('base64url')
    const none = Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url')
    const forged = sign(null, Buffer.from(`${header}.${admin}`), generateKeyPairSync('ed25519').privateKey)
    const tokens = [
      undefined,
      '',
      'a.b.c',
      `${header}.${admin}.${signature}`,
      `${none}.${body}.`,
      `${header}.${admin}.${forged.toString('base64url')}`,
      `${accessToken}.x`,
      'x'.repeat(100_000),
    ]
    for (const token of tokens) await expect(login.authorize(token, 'read')).rejects.toEqual(code('token_invalid'))
    login.clock.now += 600_000
    await expect(login.authorize(accessToken, 'read')).rejects.toEqual(code('token_invalid'))
  })

  test('error: refuses a token for another audience, or by another issuer', async () => {
    const { privateKey: key } = generateKeyPairSync('ed25519')
    const { accessToken } = await signedIn(testLogin({ signingKey: key }))
    const own = { key, issuer: 'wallet-login', audience: 'app' }
    // Called directly: a login with its own storage does not know its session either.
    const read = (more: object) => readAccessToken({ ...own, ...more }, accessToken, Date.UTC(2026, 10, 21, 12))
    expect(read({}).aud).toBe('app')
    for (const more of [{ audience: 'other' }, { issuer: 'https://login.example' }])
      expect(() => read(more)).toThrow(code('token_invalid'))
  })

  test('error: refuses the same token encoded otherwise', async () => {
    const login = testLogin()
    const { accessToken } = await signedIn(login)
    // Of the last letter only two bits are of the signature's 64 bytes.
    const alike: Readonly<Record<string, string>> = { A: 'B', Q: 'R', g: 'h', w: 'x' }
    const other = `${accessToken.slice(0, -1)}${alike[accessToken.at(-1) ?? '']}`
    expect(Buffer.from(other, 'base64url')).toEqual(Buffer.from(accessToken, 'base64url'))
    await expect(login.authorize(other, 'read')).rejects.toEqual(code('token_invalid'))
  })

  test('error: refuses a token of another kind, which the backend has signed with the same key', async () => {
    const { privateKey: key } = generateKeyPairSync('ed25519')
    const login = testLogin({ signingKey: key })
    const [, body = ''] = (await signedIn(login)).accessToken.split('.')
    for (const [typ, ends] of [['at+jwt', 'done'] as const, ['JWT', 'token_invalid'] as const]) {
      const signed = `${Buffer.from(JSON.stringify({ alg: 'EdDSA', typ })).toString('base64url')}.${body}`
      const token = `${signed}.${sign(null, Buffer.from(signed), key).toString('base64url')}`
      const ended = login.authorize(token, 'read').then(() => 'done')
      expect(await ended.catch((error) => error.code)).toBe(ends)
    }
  })

  test('error: refuses a signed-out session’s token at once', async () => {
    const login = testLogin()
    const { accessToken, refreshToken } = await signedIn(login)
    await login.authorize(accessToken, 'write')
    // With a token that another tab has refreshed meanwhile.
    await login.refresh(refreshToken)
    await login.signOut(refreshToken)
    await expect(login.authorize(accessToken, 'read')).rejects.toEqual(code('token_invalid'))
    await login.signOut(refreshToken)
  })
})
