import { generateKeyPairSync } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hostileLike, hostileText, inputs, sizeOf, survive } from '../../.ci/hostile'
import { fromBase58, isSolanaAddress } from '../lib/base58'
import { type AccessClaims, issueAccessToken, readAccessToken } from './access-token'
import { messageOfCacao } from './cacao'
import { bearerOf, loginHandler } from './http'
import { LoginRefusal } from './refusal'
import { caller, emptyChain, ORIGIN, testLogin, wallet } from './test-login'
import type { Challenge, User } from './types'
import { verifyEip155 } from './verify-eip155'
import { verifySolana } from './verify-solana'

const CHAIN = 'eip155:56'
const SOLANA = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU'
const NOW = Date.UTC(2026, 10, 21, 12)
const COOKIE = `__Host-wm_rt=${'a'.repeat(43)}`

/** The result, or `undefined` for a regular refusal; any other error fails the test. */
const served = (work: () => unknown) =>
  survive(async () => {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof LoginRefusal)) throw error
      return undefined
    }
  })
const fed = <Input>(given: fc.Arbitrary<Input>, check: (input: Input) => Promise<void>) =>
  fc.assert(fc.asyncProperty(given, check), { numRuns: inputs })

// A request takes milliseconds.
describe(`fuzz: requests to a login server, ${inputs} each`, { timeout: 3_600_000 }, () => {
  const handle = loginHandler(testLogin(), { origins: [ORIGIN] })
  const headers = { origin: ORIGIN, 'x-wm': '1', 'content-type': 'application/json' }
  const post = async (route: string, body: string, cookie?: string) => {
    const more = cookie === undefined ? {} : { cookie }
    const request = new Request(`${ORIGIN}/auth/${route}`, { method: 'POST', headers: { ...headers, ...more }, body })
    const response = await handle(request, caller.ip)
    const text = (await response?.text()) ?? ''
    // A stranger's text is in no answer but the message to sign.
    if (!response || response.status >= 500 || text.length > 3_000) throw new Error(`${response?.status}: ${text}`)
    return text === '' ? undefined : JSON.parse(text)
  }
  const challenge = { address: wallet.address, chain: CHAIN, accountType: 'eoa', ref: null }
  const cacao = { h: { t: 'eip4361' }, p: { iss: `did:pkh:${CHAIN}:${wallet.address}`, nonce: '1' }, s: { s: '0x12' } }
  const answer = { challengeId: 'c', signature: '0x12', cacao }
  const bodies: Readonly<Record<string, readonly unknown[]>> = {
    'login-dapp': [challenge, answer, { ...answer, cacao: null }, { ...challenge, assist: SOLANA }],
    'refresh-token': [{}],
    'login-wallet-by-admin': [{ ...answer, target: `${CHAIN}:${wallet.address}`, reason: 'r', ttl: 60 }],
  }

  test.each(Object.entries(bodies))('bodies of auth/%s', (route, well) => {
    const values = hostileLike(...well).map((value) => JSON.stringify(value) ?? '')
    const texts = hostileText(...well.map((value) => JSON.stringify(value)))
    return fed(fc.oneof({ weight: 4, arbitrary: values }, texts), async (body) => {
      await served(() => post(route, body))
    })
  })

  test('cookies', () =>
    fed(hostileText(COOKIE, `a=b; ${COOKIE}; c`), async (cookie) => {
      // What a header cannot contain is refused before it is sent.
      const isHeader = !/[^\t\x20-\x7e\x80-\xff]/.test(cookie)
      if (isHeader) await served(() => post('refresh-token', '', cookie))
    }))

  const { privateKey: key } = generateKeyPairSync('ed25519')
  const issuer = { key, issuer: ORIGIN, audience: ORIGIN }
  const user = { id: 'u', address: wallet.address, chain: CHAIN, accountType: 'eoa' } as unknown as User
  const token = issueAccessToken(issuer, { user, sid: 's', now: NOW, lifeS: 600 })

  test('access tokens', async () => {
    expect(readAccessToken(issuer, token, NOW).sub).toBe('u')
    await fed(hostileText(token, `Bearer ${token}`), async (text) => {
      const claims = (await served(() => readAccessToken(issuer, text, NOW))) as AccessClaims | undefined
      if (claims && text !== token) throw new Error(`${text} is taken`)
      if (/^[\t\x20-\x7e]*$/.test(text)) await served(() => bearerOf(new Request(ORIGIN, { headers: { authorization: text } })))
    })
  })

  const asked = {
    ...{ id: 'c', origin: ORIGIN, address: wallet.address, chain: CHAIN, nonce: 'n', issuedAt: NOW, expiresAt: NOW + 60_000 },
    message: `dapp.example wants you to sign in with your Ethereum account:\n${wallet.address}\n\nLogin`,
  } as unknown as Challenge
  const times = { iat: new Date(NOW).toISOString(), exp: new Date(NOW + 60_000).toISOString() }
  const payload = {
    ...{ iss: `did:pkh:${CHAIN}:${wallet.address.toLowerCase()}`, domain: 'dapp.example', aud: ORIGIN, version: '1', nonce: 'n' },
    ...{ ...times, requestId: 'c' },
  }

  test('WalletConnect’s sign-ins', async () => {
    expect(messageOfCacao({ p: payload }, asked)).toContain(wallet.address.toLowerCase())
    await fed(hostileLike(payload), async (p) => {
      const text = await served(() => messageOfCacao({ p: Object(p) }, asked))
      if (text !== undefined && String(text).toLowerCase() !== asked.message.toLowerCase()) throw new Error(`${text} is ours`)
    })
  })

  test('base58', () =>
    fed(hostileText(SOLANA), async (text) => {
      expect(sizeOf(await served(() => [fromBase58(text)?.length, isSolanaAddress(text)]))).toBeLessThan(20)
    }))

  test('signatures', () => {
    const near = [`0x${'12'.repeat(64)}1b`, `0x${'6492'.repeat(300)}`, '5'.repeat(87), '1'.repeat(64)]
    const rpcs = [emptyChain(56), emptyChain(56)]
    return fed(hostileText(...near), async (signature) => {
      const signed = { message: 'm', address: wallet.address, chain: CHAIN, signature } as const
      if (await served(() => verifyEip155(signed, rpcs))) throw new Error(`${signature} is taken`)
      if (await served(() => verifySolana('m', SOLANA, signature))) throw new Error(`${signature} is taken`)
      if (await served(() => verifySolana('m', signature, '5'.repeat(87)))) throw new Error(`${signature} is an account`)
    })
  })
})
