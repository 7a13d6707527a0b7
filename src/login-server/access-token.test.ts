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
