import fc from 'fast-check'
import type { Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { encodeRecap } from '../../.ci/encode-recap'
import { inFull } from '../../.ci/in-full.mjs'
import { recapStatement } from '../lib/recap'
import type { Cacao } from '../lib/siwx'
import { formatSiwxMessage } from '../lib/siwx-message'
import { siwxSessionsKey } from '../lib/siwx-sessions'
import { forgetAll, read } from '../lib/storage'
import { config } from '../state/config'
import { notice } from '../state/notice'
import { resetStores } from '../state/store'
import { type Asked, oneClick, sessionOf } from './one-click'
import { ownSiwx } from './own-siwx'

const runs = inFull(5_000, 500)
const signer = privateKeyToAccount('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80')
const granted = (chains: string[]) => ({ att: { eip155: { 'request/personal_sign': [{ chains }] } } })
const chains = ['eip155:31337', 'eip155:56']

const asked: Asked = {
  chains,
  aud: 'https://bakery.example/till',
  domain: 'bakery.example',
  version: '1',
  nonce: 'q3KJf82LmXv0aTyBsd71Zr',
  iat: new Date(Date.now() - 1000).toISOString(),
  exp: new Date(Date.now() + 86_400_000).toISOString(),
  statement: 'Login wallet',
  resources: [encodeRecap({ att: { eip155: { 'request/eth_sendTransaction': [{}], 'request/personal_sign': [{}] } } })],
}

/** A wallet’s answer: the payload, narrowed to what it grants, and the text it signed. */
async function answer(change: Partial<Cacao['p']> = {}, recap = granted(chains)): Promise<{ cacao: Cacao; text: string }> {
  const { chains: _, ...payload } = asked
  const p = { ...payload, iss: `did:pkh:eip155:31337:${signer.address}`, resources: [encodeRecap(recap)], ...change }
  const [, , namespace, reference, accountAddress = ''] = p.iss.split(':')
  const text = formatSiwxMessage({
    accountAddress,
    chainId: `${namespace}:${reference}`,
    domain: p.domain,
    uri: p.aud,
    version: p.version ?? '1',
    nonce: p.nonce,
    statement: [p.statement, recapStatement(recap)].filter(Boolean).join(' '),
    issuedAt: p.iat,
    expirationTime: p.exp,
    notBefore: p.nbf,
    resources: p.resources,
  })
  return { cacao: { h: { t: 'caip122' }, p, s: { t: 'eip191', s: await signer.signMessage({ message: text }) } }, text }
}

beforeEach(() => {
  resetStores()
  forgetAll()
  vi.stubGlobal('location', { host: 'bakery.example', origin: 'https://bakery.example', pathname: '/till' })
  Object.assign(config, { mode: 'localhost', networks: chains, signInMode: 'required' })
})
afterEach(() => {
  vi.unstubAllGlobals()
  Object.assign(ownSiwx, { siwx: undefined, siweConfig: undefined })
})

const mismatch = expect.objectContaining({ code: 'SIGN_IN_MISMATCH' })

describe('sessionOf', () => {
  test('the answer to a request becomes a session of the account and chain that signed', async () => {
    const { cacao, text } = await answer()
    expect(sessionOf({ cacao, text }, asked)).toMatchObject({
      data: { accountAddress: signer.address, chainId: 'eip155:31337', domain: 'bakery.example' },
      message: text,
      signature: cacao.s.s,
      cacao,
    })
  })

  test.each<[string, Partial<Cacao['p']>]>([
    ['domain', { domain: 'evil.example' }],
    ['page', { aud: 'https://evil.example' }],
    ['nonce', { nonce: 'q3KJf82LmXv0aTyBsd71Zs' }],
    ['time', { iat: new Date(0).toISOString() }],
    ['end', { exp: '2999-01-01T00:00:00.000Z' }],
    ['missing expiry', { exp: undefined }],
    ['beginning', { nbf: '2020-01-01T00:00:00.000Z' }],
    ['chain', { iss: `did:pkh:eip155:1:${signer.address}` }],
    ['statement', { statement: 'I give everything away' }],
    ['list of resources', { resources: ['https://evil.example/terms', encodeRecap(granted(chains))] }],
    ['ReCap before ours', { resources: [encodeRecap(granted(['eip155:1'])), encodeRecap(granted(chains))] }],
  ])('error: refuses another %s', async (_, change) => {
    const signed = await answer(change)
    expect(() => sessionOf(signed, asked)).toThrow(mismatch)
  })

  test('error: refuses a ReCap that grants what was not requested', async () => {
    for (const recap of [
      { att: { eip155: { 'request/eth_sign': [{ chains }] } } },
      { att: { 'https://evil.example': { 'request/personal_sign': [{ chains }] } } },
      granted(['eip155:1']),
    ]) {
      const signed = await answer({}, recap as ReturnType<typeof granted>)
      expect(() => sessionOf(signed, asked)).toThrow(mismatch)
    }
  })

  test('error: refuses a text that differs from its payload', async () => {
    const { cacao, text } = await answer()
    const notYet = text.replace(/\nExpiration Time: .*/, (line) => `${line}\nNot Before: ${asked.exp}`)
    for (const other of ['', 'Login wallet', text.replace('31337', '56'), text.replace('bakery', 'bakerz'), `${text}\n`, notYet])
      expect(() => sessionOf({ cacao, text: other }, asked)).toThrow(mismatch)
  })

  test(`promise 27, fault 33: error: of ${runs} changes to a letter of the signed text 0 are taken`, async () => {
    const { cacao, text } = await answer()
    const letters = fc.oneof(fc.string({ maxLength: 2 }), fc.constantFrom(' ', '\n', '\r\n', '\u200B', '0', 'a'))
    fc.assert(
      fc.property(fc.integer({ min: 0, max: text.length }), fc.integer({ min: 0, max: 2 }), letters, (place, gone, letter) => {
        const other = text.slice(0, place) + letter + text.slice(place + gone)
        fc.pre(other !== text)
        expect(() => sessionOf({ cacao, text: other }, asked)).toThrow(mismatch)
      }),
      { numRuns: runs },
    )
  })

  test(`promise 27, fault 33: error: of ${runs} changes to a member 0 are taken`, async () => {
    const { cacao, text } = await answer()
    const members = ['iss', 'aud', 'domain', 'nonce', 'version', 'iat', 'exp', 'nbf', 'requestId'] as const
    fc.assert(
      fc.property(fc.constantFrom(...members), fc.option(fc.string(), { nil: undefined }), (member, value) => {
        fc.pre(cacao.p[member] !== value)
        const changed = { ...cacao, p: { ...cacao.p, [member]: value } as Cacao['p'] }
        expect(() => sessionOf({ cacao: changed, text }, asked)).toThrow(mismatch)
      }),
      { numRuns: runs },
    )
  })
})

describe('oneClick', () => {
  test('is available for Ethereum chains only, with sign-in on and a message that needs no account', () => {
    expect(oneClick()).toBeDefined()
    config.networks = ['eip155:56', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp']
    expect(oneClick()).toBeUndefined()
    config.networks = ['eip155:56']
    config.signInMode = 'off'
    expect(oneClick()).toBeUndefined()
    config.signInMode = 'optional'
    ownSiwx.siwx = { oneClick: false }
    expect(oneClick()).toBeUndefined()
  })

  test('is not available with a login backend, which makes its message for an account that it knows', () => {
    config.loginUrl = 'https://login.example/'
    expect(oneClick()).toBeUndefined()
  })

  test('its request names this site and no account yet', async () => {
    expect(await oneClick()?.request()).toMatchObject({ accountAddress: '', domain: 'bakery.example', statement: 'Login wallet' })
  })

  test('error: a message of another site is not sent to the wallet', async () => {
    const createMessage = async () => ({ domain: 'evil.example' })
    ownSiwx.siwx = { createMessage }
    await expect(oneClick()?.request()).rejects.toEqual(mismatch)
  })

  test('siweConfig: the host’s own message is signed, though no address is known yet', async () => {
    const exp = new Date(Date.now() + 3_600_000).toISOString()
    ownSiwx.siweConfig = {
      getNonce: async () => 'q3KJf82LmXv0aTyBsd71Zr',
      getMessageParams: async () => ({ statement: 'I accept the terms', exp }),
      createMessage: ({ address, domain, uri, chainId, nonce, iat, statement, exp }: Record<string, string | number>) =>
        createSiweMessage({
          address: String(address).split(':').at(-1) as Hex,
          ...{ domain: String(domain), uri: String(uri), version: '1', chainId: Number(chainId), nonce: String(nonce) },
          ...{ statement: String(statement), issuedAt: new Date(String(iat)), expirationTime: new Date(String(exp)) },
        }),
    }
    expect(await oneClick()?.request()).toMatchObject({ statement: 'I accept the terms', expirationTime: exp })
  })

  test('a signed answer is verified and stored', async () => {
    await oneClick()?.take([await answer()], asked)
    expect(read(siwxSessionsKey)).toHaveLength(1)
    expect(notice.snack).toBeUndefined()
  })

  test('siweConfig: if a wallet signs for each chain, the nonce is used once, for the page’s first chain', async () => {
    const proven: string[] = []
    ownSiwx.siweConfig = {
      // As a backend that accepts a nonce once.
      verifyMessage: async ({ message }: { message: string }) => proven.push(message) === 1,
      getSession: async () => null,
      signOut: async () => true,
    }
    const [on56, first] = [await answer({ iss: `did:pkh:eip155:56:${signer.address}` }), await answer()]
    await oneClick()?.take([on56, first], asked)
    expect(proven).toEqual([first.text])
  })

  test('error: one answer of several that does not match drops them all', async () => {
    const signed = [await answer(), await answer({ nonce: 'another1another2' })]
    await expect(oneClick()?.take(signed, asked)).rejects.toMatchObject({ code: 'SIGN_IN_MISMATCH' })
    expect(read(siwxSessionsKey)).toBeUndefined()
  })

  test('error: a visitor who leaves during verification is not signed in', async () => {
    const heard: string[] = []
    const left = new AbortController()
    ownSiwx.siwx = {
      addSession: async () => {
        heard.push('added')
        left.abort()
      },
      revokeSession: async (chain: string) => void heard.push(`revoked on ${chain}`),
    }
    await expect(oneClick()?.take([await answer()], asked, left.signal)).rejects.toMatchObject({ code: 'ABORTED' })
    expect(heard).toEqual(['added', 'revoked on eip155:31337'])
  })

  test('error: "Authenticating..." is shown while the proof is verified, which may fail', async () => {
    let refuse = (_: Error) => {}
    const adding = new Promise<void>((_, reject) => {
      refuse = reject
    })
    const revoked: string[] = []
    ownSiwx.siwx = { addSession: () => adding, revokeSession: async (chain: string) => void revoked.push(chain) }
    const taken = oneClick()?.take([await answer()], asked)
    expect(notice.snack?.text).toBe('Authenticating...')
    refuse(new Error('401'))
    await expect(taken).rejects.toMatchObject({ code: 'SIGN_IN_FAILED' })
    expect(revoked).toEqual(['eip155:31337'])
    expect(notice.snack).toBeUndefined()
  })
})
