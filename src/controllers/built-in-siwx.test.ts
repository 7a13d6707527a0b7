import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { encodeRecap } from '../../.ci/encode-recap'
import { inFull } from '../../.ci/in-full.mjs'
import type { CaipNetworkId } from '../lib/caip'
import { dataOf, formatSiwxMessage, parseSiwxMessage } from '../lib/siwx-message'
import { siwxSessionsKey } from '../lib/siwx-sessions'
import { read, remember } from '../lib/storage'
import { config } from '../state/config'
import { builtInSiwx, covers, freshData, SESSION_LIFE_MS, VERDICT_LIFE_MS } from './built-in-siwx'
import { siwxOf } from './siwe-config'
import { CHAIN, signedSession, signer, signInRequired } from './test-siwx'

const runs = inFull(10_000, 300)

/** A chain without contracts: every read of an address returns nothing. */
function chainAnswer(body: string, verdict?: string): Response {
  const calls: { id: number; method: string } | { id: number; method: string }[] = JSON.parse(body)
  const answer = ({ id, method }: { id: number; method: string }) => ({
    jsonrpc: '2.0',
    id,
    ...(method === 'eth_call' && verdict
      ? { result: verdict }
      : method === 'eth_call'
        ? { error: { code: 3, message: 'execution reverted' } }
        : { result: method === 'eth_chainId' ? '0x7a69' : '0x' }),
  })
  return Response.json(Array.isArray(calls) ? calls.map(answer) : answer(calls))
}

signInRequired()

describe('builtInSiwx', () => {
  test('a message names the site, the page without its query, and a nonce of at least 128 bits', () => {
    const data = freshData({ accountAddress: signer.address, chainId: CHAIN })
    expect(data).toMatchObject({ domain: 'bakery.example', uri: 'https://bakery.example/till', statement: 'Login wallet' })
    expect(data.nonce.length * Math.log2(62)).toBeGreaterThan(128)
    expect(Date.parse(data.expirationTime ?? '') - Date.parse(data.issuedAt ?? '')).toBe(SESSION_LIFE_MS)
  })

  test.each(['/a b', '/100%', '/[x]|y', '/ä/🥐'])('a page at %s gives a message that can be parsed', (pathname) => {
    Object.assign(location, { pathname })
    const data = freshData({ accountAddress: signer.address, chainId: CHAIN })
    const read = parseSiwxMessage(formatSiwxMessage(data))
    expect(read && dataOf(read)).toEqual(data)
  })

  test.each<[string, object]>([
    ['another domain', { domain: 'evil.example' }],
    ['an expired one', { expirationTime: new Date(Date.now() - 1).toISOString() }],
    ['one from the future', { issuedAt: new Date(Date.now() + 3_600_000).toISOString() }],
    ['one that begins later', { notBefore: new Date(Date.now() + 3_600_000).toISOString() }],
    ['another account', { accountAddress: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' }],
  ])('error: a session for %s is neither stored nor returned', async (_, change) => {
    vi.stubGlobal('fetch', async (_url: string, { body }: { body: string }) => chainAnswer(body))
    config.rpcUrl = { [CHAIN]: ['http://chain.example'] }
    const session = await signedSession(change)
    await expect(builtInSiwx.addSession(session)).rejects.toMatchObject({ code: 'SIGNATURE_INVALID' })
    remember(siwxSessionsKey, [session])
    expect(await builtInSiwx.getSessions(CHAIN, session.data.accountAddress)).toEqual([])
  })

  test('a session holds on a device whose clock was nine minutes ahead when it was signed, for its address in any case', async () => {
    const session = await signedSession({ issuedAt: new Date(Date.now() + 9 * 60_000).toISOString() })
    await builtInSiwx.addSession(session)
    expect(await builtInSiwx.getSessions(CHAIN, signer.address.toLowerCase())).toEqual([session])
  })

  test('a new session takes the place of the account’s last one on its chain; each chain’s ends by itself', async () => {
    const [first, second, other] = [await signedSession(), await signedSession(), await signedSession({ chainId: 'eip155:56' })]
    for (const each of [first, other, second]) await builtInSiwx.addSession(each)
    expect(read(siwxSessionsKey)).toEqual([other, second])
    await builtInSiwx.revokeSession(CHAIN, signer.address)
    expect(read(siwxSessionsKey)).toEqual([other])
    await builtInSiwx.setSessions?.([second])
    expect(read(siwxSessionsKey)).toEqual([second])
  })

  test('error: a session whose data was changed in storage is dropped', async () => {
    const session = await signedSession()
    remember(siwxSessionsKey, [{ ...session, data: { ...session.data, chainId: 'eip155:56' } }])
    expect(await builtInSiwx.getSessions('eip155:56', signer.address)).toEqual([])
    expect(read(siwxSessionsKey)).toEqual([])
  })

  test('error: a session that cannot be verified now is not used, and not lost either', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new Error('offline')))
    config.rpcUrl = { [CHAIN]: ['http://chain.example'] }
    const session = { ...(await signedSession()), signature: `0x${'22'.repeat(100)}` }
    remember(siwxSessionsKey, [session])
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    const found = builtInSiwx.getSessions(CHAIN, signer.address)
    await vi.advanceTimersByTimeAsync(120_000)
    vi.useRealTimers()
    expect(await found).toEqual([])
    expect(read(siwxSessionsKey)).toEqual([session])
  })

  test('promise 28: a contract’s verdict on a signature is cached for five minutes, then it is asked again', async () => {
    let answer = '0x01'
    let asked = 0
    vi.stubGlobal('fetch', async (_url: string, { body }: { body: string }) => {
      if (body.includes('eth_call')) asked++
      return chainAnswer(body, answer)
    })
    config.rpcUrl = { [CHAIN]: ['http://chain.example'] }
    vi.useFakeTimers({ toFake: ['Date'] })
    const session = { ...(await signedSession()), signature: `0x${'33'.repeat(100)}` }
    await builtInSiwx.addSession(session)
    const once = asked
    expect(once).toBeGreaterThan(0)
    answer = '0x00'
    vi.setSystemTime(Date.now() + VERDICT_LIFE_MS - 1)
    expect(await builtInSiwx.getSessions(CHAIN, signer.address)).toEqual([session])
    expect(asked).toBe(once)
    vi.setSystemTime(Date.now() + 1)
    expect(await builtInSiwx.getSessions(CHAIN, signer.address)).toEqual([])
    expect(asked).toBeGreaterThan(once)
    vi.useRealTimers()
  })

  test('error: a message changed by one character is refused', async () => {
    vi.stubGlobal('fetch', async (_url: string, { body }: { body: string }) => chainAnswer(body))
    config.rpcUrl = { [CHAIN]: ['http://chain.example'] }
    const session = await signedSession()
    await fc.assert(
      fc.asyncProperty(fc.nat(session.message.length - 1), fc.integer({ min: 32, max: 126 }), async (at, code) => {
        const letter = String.fromCharCode(code)
        fc.pre(session.message[at] !== letter)
        const message = session.message.slice(0, at) + letter + session.message.slice(at + 1)
        const said = parseSiwxMessage(message)
        const changed = { ...session, message, data: (said && dataOf(said)) ?? session.data }
        await expect(builtInSiwx.addSession(changed)).rejects.toMatchObject({ name: 'WalletError' })
      }),
      { numRuns: runs },
    )
  })

  test('error: a verified signature does not make another one of the same text valid, nor the same on another chain', async () => {
    vi.stubGlobal('fetch', async (_url: string, { body }: { body: string }) => chainAnswer(body))
    config.rpcUrl = { [CHAIN]: ['http://chain.example'] }
    const session = await signedSession()
    await builtInSiwx.addSession(session)
    expect(await builtInSiwx.getSessions(CHAIN, signer.address)).toEqual([session])
    expect(await builtInSiwx.getSessions('eip155:56', signer.address)).toEqual([])
    remember(siwxSessionsKey, [{ ...session, signature: `0x${'44'.repeat(65)}` }])
    expect(await builtInSiwx.getSessions(CHAIN, signer.address)).toEqual([])
  })

  test('covers its own chain and those of its ReCap', () => {
    const recap = encodeRecap({ att: { eip155: { 'request/a': [{ chains: ['eip155:56'] }], 'request/b': [{}] } } })
    const data = { ...freshData({ accountAddress: signer.address, chainId: CHAIN }), resources: [recap] }
    const wanted: CaipNetworkId[] = [CHAIN, 'eip155:56', 'eip155:1']
    expect(wanted.map((each) => covers(data, each))).toEqual([true, true, false])
  })
})

describe('siwxOf', () => {
  const siwe = (change: object = {}) => {
    const calls: string[] = []
    const config = {
      getNonce: async () => 'abcdefgh1234',
      createMessage: (args: Record<string, unknown>) => `sign ${args.address} ${args.nonce} ${args.chainId} ${args.statement}`,
      getMessageParams: async () => ({ statement: 'Hello', domain: 'bakery.example' }),
      verifyMessage: async () => true,
      getSession: async (): Promise<{ address: string; chainId: number } | null> => null,
      signOut: async () => calls.push('signOut') > 0,
      ...change,
    }
    return { calls, siwx: siwxOf(config) }
  }

  test('the message gets the nonce, the parameters and the account as a DID', async () => {
    const message = await siwe().siwx.createMessage({ accountAddress: signer.address, chainId: 'eip155:56' })
    expect(String(message)).toBe(`sign did:pkh:eip155:56:${signer.address} abcdefgh1234 56 Hello`)
    expect(message).toMatchObject({ accountAddress: signer.address, chainId: 'eip155:56', domain: 'bakery.example' })
  })

  test('error: its parameters cannot override the nonce, the chain and the account', async () => {
    const getMessageParams = async () => ({ nonce: 'used before', chainId: 1, address: 'another', statement: 'Hello' })
    const { siwx } = siwe({ getMessageParams })
    const message = await siwx.createMessage({ accountAddress: signer.address, chainId: 'eip155:56' })
    expect(String(message)).toBe(`sign did:pkh:eip155:56:${signer.address} abcdefgh1234 56 Hello`)
  })

  test('a sign-in is required unless the config says it is not', () => {
    expect([siwe(), siwe({ required: false })].map(({ siwx }) => siwx.getRequired?.())).toEqual([true, false])
  })

  test('returns one session, of the account and chain that it names', async () => {
    const { siwx } = siwe({ getSession: async () => ({ address: signer.address, chainId: 56 }) })
    expect(await siwx.getSessions('eip155:56', signer.address.toLowerCase())).toHaveLength(1)
  })

  test('another chain or account signs out, unless the config turns that off', async () => {
    const getSession = async () => ({ address: signer.address, chainId: 56 })
    const strict = siwe({ getSession })
    expect(await strict.siwx.getSessions('eip155:1', signer.address)).toEqual([])
    expect(strict.calls).toEqual(['signOut'])
    const lax = siwe({ getSession, signOutOnNetworkChange: false })
    expect(await lax.siwx.getSessions('eip155:1', signer.address)).toHaveLength(1)
    expect(lax.calls).toEqual([])
  })

  test('an account that did not sign has no session, even if another account’s session stays (fault 12)', async () => {
    const getSession = async () => ({ address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', chainId: 56 })
    const lax = siwe({ getSession, signOutOnAccountChange: false })
    expect(await lax.siwx.getSessions('eip155:56', signer.address)).toEqual([])
    expect(lax.calls).toEqual([])
    const strict = siwe({ getSession })
    expect(await strict.siwx.getSessions('eip155:56', signer.address)).toEqual([])
    expect(strict.calls).toEqual(['signOut'])
  })

  test('other namespaces have no session', async () => {
    expect(await siwe().siwx.getSessions('solana:x', 'A')).toEqual([])
  })

  test('a wallet’s proof of a one-click sign-in is verified with it', async () => {
    const verifyMessage = vi.fn(async () => true)
    const { siwx } = siwe({ verifyMessage })
    const { data, message, signature } = await signedSession()
    const cacao = { h: { t: 'caip122' }, p: { ...data, aud: data.uri, iss: '' }, s: { t: 'eip191', s: signature } } as never
    await siwx.addSession({ data, message, signature, cacao })
    await siwx.addSession({ data, message, signature })
    expect(verifyMessage.mock.calls).toEqual([[{ message, signature, cacao }], [{ message, signature }]])
  })

  test.each([
    ['the session that the backend has', { address: 'its own', chainId: 56 }, { address: 'its own', chainId: 56 }],
    ['the signed account if it has none', null, { address: signer.address, chainId: 31337 }],
  ])('the host is told of a sign-in with %s', async (_, session, heard) => {
    const onSignIn = vi.fn()
    await siwe({ onSignIn, getSession: async () => session }).siwx.addSession(await signedSession())
    expect(onSignIn.mock.calls).toEqual([[heard]])
  })

  test('error: a session that verifyMessage rejects is refused, and the host told of no sign-in', async () => {
    const onSignIn = vi.fn()
    const { siwx } = siwe({ onSignIn, verifyMessage: async () => false })
    await expect(siwx.addSession(await signedSession())).rejects.toMatchObject({ code: 'SIGNATURE_INVALID' })
    expect(onSignIn).not.toHaveBeenCalled()
  })
})
