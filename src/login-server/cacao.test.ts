import { describe, expect, test } from 'vitest'
import { caller, ORIGIN, stranger, testLogin, wallet } from './test-login'

const asked = { address: wallet.address, chain: 'eip155:56' }

const code = (refused: string) => expect.objectContaining({ name: 'LoginRefusal', code: refused })

describe('signIn with a CACAO', () => {
  const payload = (challenge: { message: string; nonce: string; id: string; issuedAt: number; expiresAt: number }) => ({
    iss: `did:pkh:eip155:56:${wallet.address.toLowerCase()}`,
    domain: 'dapp.example',
    aud: ORIGIN,
    version: '1',
    nonce: challenge.nonce,
    iat: new Date(challenge.issuedAt).toISOString(),
    exp: new Date(challenge.expiresAt).toISOString(),
    requestId: challenge.id,
    statement: 'Login wallet',
  })
  const signedAs = (message: string) =>
    wallet.signMessage({ message: message.replace(wallet.address, wallet.address.toLowerCase()) })

  test('the address may differ in case', async () => {
    const login = testLogin()
    const challenge = await login.challenge(asked, caller)
    const cacao = { h: { t: 'caip122' }, p: payload(challenge), s: { t: 'eip191', s: await signedAs(challenge.message) } }
    expect((await login.signIn({ challengeId: challenge.id, cacao }, caller)).user.address).toBe(wallet.address)
  })

  test('a wallet may send an empty list of resources', async () => {
    const login = testLogin()
    const challenge = await login.challenge(asked, caller)
    const cacao = { p: { ...payload(challenge), resources: [] }, s: { s: await signedAs(challenge.message) } }
    expect((await login.signIn({ challengeId: challenge.id, cacao }, caller)).user.address).toBe(wallet.address)
  })

  test.each([
    { domain: 'evil.example' },
    { nonce: 'another' },
    { aud: 'https://evil.example' },
    { version: '2' },
    { iat: '2026-11-21T12:00:01.000Z' },
    { exp: '2027-11-21T12:05:00.000Z' },
    { iss: `did:pkh:eip155:1:${wallet.address}` },
    { iss: `did:pkh:eip155:56:${stranger.address}` },
    { requestId: undefined },
    { nbf: '2026-11-21T12:00:00.000Z' },
    { resources: ['https://evil.example'] },
  ])('error: refuses one with %j', async (other) => {
    const login = testLogin()
    const challenge = await login.challenge(asked, caller)
    const cacao = { p: { ...payload(challenge), ...other }, s: { s: await signedAs(challenge.message) } }
    await expect(login.signIn({ challengeId: challenge.id, cacao }, caller)).rejects.toEqual(code('bad_signature'))
  })

  test.each([7, {}, { p: null, s: { s: '0x' } }, { p: {}, s: {} }])('error: %j is not a CACAO', async (cacao) => {
    await expect(testLogin().signIn({ challengeId: 'ch_x', cacao }, caller)).rejects.toEqual(code('bad_request'))
  })
})
