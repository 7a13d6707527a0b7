import fc from 'fast-check'
import type { Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { inFull } from '../../.ci/in-full.mjs'
import { mockConnection, mockWallet } from '../connectors/mock'
import type { CaipNetworkId } from '../lib/caip'
import { encodeRecap } from '../lib/recap'
import type { Siwx, SiwxSession } from '../lib/siwx'
import { dataOf, formatSiwxMessage, parseSiwxMessage } from '../lib/siwx-message'
import { siwxSessionsKey } from '../lib/siwx-sessions'
import { forgetAll, read, remember } from '../lib/storage'
import { chains } from '../state/chains'
import { config } from '../state/config'
import { modal } from '../state/modal'
import { signInAttempt } from '../state/sign-in'
import { siwx } from '../state/siwx'
import { resetStores } from '../state/store'
import { builtInSiwx, covers, freshData, SESSION_LIFE_MS, VERDICT_LIFE_MS } from './built-in-siwx'
import { abandonConnections, connect, noteNetwork } from './connection'
import { addConnector, forgetConnectors } from './discovery'
import { canClose, closeModal, openingView, openModal, setHome } from './modal'
import { ownSiwx } from './own-siwx'
import { onError } from './report'
import { prepareSignIn, signIn } from './sign-in'
import { siwxOf } from './siwe-config'
import { cancelSignIn, canSignIn, checkSignIn, signOut, startSiwx } from './siwx'

const runs = inFull(10_000, 300)
const signer = privateKeyToAccount('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80')
const CHAIN = 'eip155:31337'
const personalSign = ({ params }: { params?: unknown }) => signer.signMessage({ message: { raw: (params as Hex[])[0] ?? '0x' } })

const codes: string[] = []
let stops: (() => void)[] = []

beforeEach(() => {
  resetStores()
  forgetAll()
  vi.stubGlobal('location', { host: 'bakery.example', origin: 'https://bakery.example', pathname: '/till' })
  Object.assign(config, { mode: 'localhost', networks: [CHAIN, 'eip155:56'], signInMode: 'required' })
  setHome(1)
  codes.length = 0
  stops = [onError(({ code }) => codes.push(code))]
})
afterEach(() => {
  for (const stop of stops) stop()
  abandonConnections()
  forgetConnectors()
  Object.assign(ownSiwx, { siwx: undefined, siweConfig: undefined })
  setHome(undefined)
  vi.unstubAllGlobals()
})

/** Connects a wallet that answers `personal_sign` so, and waits until it is known whether it has to sign in. */
async function connected(request = personalSign as (args: { method: string; params?: unknown }) => unknown) {
  const wallet = mockWallet({}, { request })
  const provider = { request: async (args: { method: string; params?: unknown }) => wallet.script.request(args) }
  wallet.script.connections = [mockConnection(CHAIN, signer.address, provider)]
  addConnector(wallet.connector)
  await connect({ wallet: 'mock' })
  stops.push(startSiwx())
  await vi.waitFor(() => expect(siwx.checking).toBe(false), { timeout: 10_000 })
  return wallet
}

const rejection = (code: number) => () => Promise.reject(Object.assign(new Error('no'), { code }))

async function signedSession(change: object = {}): Promise<SiwxSession> {
  const data = { ...freshData({ accountAddress: signer.address, chainId: CHAIN }), ...change }
  const message = formatSiwxMessage(data)
  return { data, message, signature: await signer.signMessage({ message }) }
}

describe('checkSignIn', () => {
  test('an account without a session is asked, and the modal stays open (fault 54)', async () => {
    await connected()
    expect([modal.view, modal.elementId, siwx.locked, canClose()]).toEqual(['SIWXSignMessage', 1, true, false])
    expect(closeModal('escape')).toBe(false)
    expect(modal.shaking).toBe(true)
    expect(openingView(undefined, true)).toBe('SIWXSignMessage')
  })

  test('a session that holds is enough', async () => {
    const session = await signedSession()
    await builtInSiwx.addSession(session)
    await connected()
    expect(siwx.session).toEqual(session)
    expect([modal.view, canClose()]).toEqual(['Connect', true])
  })

  test('a session of another account is not used (fault 12)', async () => {
    const data = freshData({ accountAddress: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', chainId: CHAIN })
    const message = formatSiwxMessage(data)
    remember(siwxSessionsKey, [{ data, message, signature: await signer.signMessage({ message }) }])
    await connected()
    expect([siwx.session, modal.view]).toEqual([undefined, 'SIWXSignMessage'])
  })

  test('a wallet that takes its account back: disconnected, and the session is revoked (fault 21)', async () => {
    await builtInSiwx.addSession(await signedSession())
    const wallet = await connected()
    expect(siwx.session).toBeDefined()
    wallet.emit({ type: 'disconnect', reason: 'wallet' })
    expect(chains.active.status).toBe('disconnected')
    await vi.waitFor(() => expect(read(siwxSessionsKey) ?? []).toEqual([]))
    expect(siwx.session).toBeUndefined()
  })

  test('optional: closing is an answer, until another account comes', async () => {
    config.signInMode = 'optional'
    await connected()
    expect(modal.view).toBe('SIWXSignMessage')
    expect(closeModal('button')).toBe(true)
    await checkSignIn()
    expect(modal.elementId).toBeUndefined()
    noteNetwork('eip155', 'eip155:56')
    await vi.waitFor(() => expect(siwx.checking).toBe(false), { timeout: 10_000 })
    expect(modal.elementId).toBeUndefined()
  })

  test('optional: a connection found again at start is not asked', async () => {
    config.signInMode = 'optional'
    const wallet = mockWallet()
    addConnector(wallet.connector)
    await connect({ wallet: 'mock' })
    chains.active.restored = true
    stops.push(startSiwx())
    await vi.waitFor(() => expect(siwx.checking).toBe(false), { timeout: 10_000 })
    expect(modal.elementId).toBeUndefined()
  })

  test('a chain that the session covers is not asked for', async () => {
    const recap = encodeRecap({ att: { eip155: { 'request/personal_sign': [{ chains: ['eip155:56'] }] } } })
    await builtInSiwx.addSession(await signedSession({ resources: [recap] }))
    await connected()
    const { session } = siwx
    noteNetwork('eip155', 'eip155:56')
    await vi.waitFor(() => expect(siwx.checking).toBe(false), { timeout: 10_000 })
    expect(siwx.session).toEqual(session)
    expect(modal.view).toBe('Connect')
  })

  test('a namespace that nobody proves, or a network that is not ours, is not asked', () => {
    expect(canSignIn(`${CHAIN}:${signer.address}`)).toBe(true)
    expect(canSignIn(`eip155:1:${signer.address}`)).toBe(false)
    config.networks = ['near:mainnet']
    expect(canSignIn('near:mainnet:alice')).toBe(false)
  })

  test('error: a way to sign in that fails asks to sign in, and is told', async () => {
    ownSiwx.siwx = { ...builtInSiwx, getSessions: () => Promise.reject(new Error('down')) }
    await connected()
    expect([modal.view, siwx.session, codes]).toEqual(['SIWXSignMessage', undefined, ['SIGN_IN_FAILED']])
  })
})

describe('signIn', () => {
  test('the session is proven, kept and told; the modal closes', async () => {
    await connected()
    await prepareSignIn()
    const shown = signInAttempt.text
    const session = await signIn.run()
    expect(session.message).toBe(shown)
    expect([siwx.session, siwx.locked, modal.elementId]).toEqual([session, false, undefined])
    expect(read(siwxSessionsKey)).toEqual([session])
  })

  test('pressed twice, the wallet is asked once', async () => {
    let questions = 0
    await connected((args) => {
      questions += 1
      return personalSign(args)
    })
    await Promise.all([signIn(), signIn()])
    expect(questions).toBe(1)
  })

  test('fault 51: error: declined is said so, the same message is asked again, and the screen is there', async () => {
    const wallet = await connected(rejection(4001))
    await prepareSignIn()
    const { text } = signInAttempt
    modal.elementId = undefined
    await expect(signIn.run()).rejects.toMatchObject({ code: 'SIGNATURE_DECLINED' })
    expect([signInAttempt.code, modal.view, modal.elementId]).toEqual(['SIGNATURE_DECLINED', 'SIWXSignMessage', 1])
    wallet.script.request = personalSign
    expect((await signIn.run()).message).toBe(text)
  })

  test('fault 51: error: a smart account is told that this application might not support it', async () => {
    await connected(rejection(4001))
    chains.active.accountType = 'smartAccount'
    await expect(signIn.run()).rejects.toMatchObject({ code: 'SMART_ACCOUNT_UNSUPPORTED' })
  })

  test('error: a wallet that has a question open already is said so', async () => {
    await connected(rejection(-32002))
    await expect(signIn.run()).rejects.toMatchObject({ code: 'REQUEST_PENDING' })
  })

  const failing: readonly (readonly [string, Partial<Siwx>, string])[] = [
    ['a nonce that did not come', { createMessage: () => Promise.reject(new Error('503')) }, 'SIGN_IN_FAILED'],
    ['a proof that was refused', { addSession: () => Promise.reject(new Error('401')) }, 'SIGN_IN_FAILED'],
    [
      'a message of another site',
      { createMessage: async (input) => ({ ...freshData(input), domain: 'evil.example' }) },
      'SIGN_IN_MISMATCH',
    ],
    [
      'an empty message',
      { createMessage: async (input) => ({ ...freshData(input), toString: () => ' \n' }) },
      'SIGN_IN_MESSAGE_INVALID',
    ],
  ]
  test.each(failing)('fault 52: error: %s is not called declined, and the next try has a new message', async (_, part, code) => {
    ownSiwx.siwx = { ...builtInSiwx, ...part }
    await connected()
    await expect(signIn.run()).rejects.toMatchObject({ code })
    expect([signInAttempt.status, signInAttempt.code, siwx.session]).toEqual(['failed', code, undefined])
    const before = signInAttempt.text
    ownSiwx.siwx = undefined
    expect((await signIn.run()).message).not.toBe(before)
  })

  test('fault 53, P36: error: the account changes while the wallet is asked: what it answers is dropped', async () => {
    let answer = (_: string) => {}
    const wallet = await connected(
      () =>
        new Promise((resolve) => {
          answer = resolve
        }),
    )
    const ended = signIn.run()
    await vi.waitFor(() => expect(signInAttempt.status).toBe('signing'), { timeout: 10_000 })
    const signature = await signer.signMessage({ message: signInAttempt.text ?? '' })
    const other = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
    wallet.emit({ type: 'change', connections: [mockConnection(CHAIN, other)] })
    answer(signature)
    await expect(ended).rejects.toMatchObject({ code: 'ABORTED' })
    expect([siwx.session, read(siwxSessionsKey)]).toEqual([undefined, undefined])
    await vi.waitFor(() => expect(siwx.checking).toBe(false), { timeout: 10_000 })
    expect([modal.view, siwx.locked, codes]).toEqual(['SIWXSignMessage', true, []])
  })

  test('error: the account changes while the proof is checked: the session is revoked', async () => {
    let prove = () => {}
    const revoked: string[] = []
    ownSiwx.siwx = {
      ...builtInSiwx,
      setSessions: undefined,
      addSession: () =>
        new Promise<void>((resolve) => {
          prove = resolve
        }),
      revokeSession: async (_: CaipNetworkId, address: string) => void revoked.push(address),
    }
    await connected()
    const ended = signIn.run()
    await vi.waitFor(() => expect(signInAttempt.status).toBe('verifying'), { timeout: 10_000 })
    chains.active.caipAddress = `eip155:56:${signer.address}`
    prove()
    await expect(ended).rejects.toMatchObject({ code: 'ABORTED' })
    expect(siwx.session).toBeUndefined()
    expect(revoked).toEqual([signer.address])
  })

  test('error: without an account there is nothing to sign', async () => {
    await expect(signIn.run()).rejects.toMatchObject({ code: 'NETWORK_OR_ADDRESS_UNDEFINED' })
  })
})

describe('cancelSignIn', () => {
  test('fault 55: error: required, and the wallet does not let go: disconnected all the same, and told', async () => {
    const wallet = await connected()
    wallet.script.disconnect = 'DISCONNECT_FAILED'
    expect(await cancelSignIn()).toBe(false)
    expect([chains.active.status, canClose(), codes]).toEqual(['disconnected', true, ['DISCONNECT_FAILED']])
  })

  test('optional: the wallet stays connected', async () => {
    config.signInMode = 'optional'
    await connected()
    expect(await cancelSignIn()).toBe(true)
    expect([chains.active.status, modal.elementId]).toEqual(['connected', undefined])
  })
})

describe('signOut', () => {
  test('optional: the session ends, the wallet stays', async () => {
    config.signInMode = 'optional'
    await connected()
    await signIn()
    await signOut()
    expect([siwx.session, chains.active.status, read(siwxSessionsKey)]).toEqual([undefined, 'connected', undefined])
  })

  test('required: the wallet is disconnected, and its sessions are gone', async () => {
    await connected()
    await signIn()
    await signOut()
    expect([chains.active.status, read(siwxSessionsKey)]).toEqual(['disconnected', undefined])
    await vi.waitFor(() => expect(siwx.session).toBeUndefined(), { timeout: 10_000 })
  })
})

describe('builtInSiwx', () => {
  test('a message names the site, the page without its query, and a nonce of 128 bits or more', () => {
    const data = freshData({ accountAddress: signer.address, chainId: CHAIN })
    expect(data).toMatchObject({ domain: 'bakery.example', uri: 'https://bakery.example/till', statement: 'Login wallet' })
    expect(data.nonce.length * Math.log2(62)).toBeGreaterThan(128)
    expect(Date.parse(data.expirationTime ?? '') - Date.parse(data.issuedAt ?? '')).toBe(SESSION_LIFE_MS)
  })

  test.each(['/a b', '/100%', '/[x]|y', '/ä/🥐'])('a page at %s gives a message that can be read', (pathname) => {
    Object.assign(location, { pathname })
    const data = freshData({ accountAddress: signer.address, chainId: CHAIN })
    const read = parseSiwxMessage(formatSiwxMessage(data))
    expect(read && dataOf(read)).toEqual(data)
  })

  test.each<[string, object]>([
    ['another domain', { domain: 'evil.example' }],
    ['one that is over', { expirationTime: new Date(Date.now() - 1).toISOString() }],
    ['one from the future', { issuedAt: new Date(Date.now() + 3_600_000).toISOString() }],
    ['another account', { accountAddress: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' }],
  ])('error: a session for %s is neither taken nor given', async (_, change) => {
    vi.stubGlobal('fetch', async (_url: string, { body }: { body: string }) => chainAnswer(body))
    config.rpcUrl = { [CHAIN]: ['http://chain.example'] }
    const session = await signedSession(change)
    await expect(builtInSiwx.addSession(session)).rejects.toMatchObject({ code: 'SIGNATURE_INVALID' })
    remember(siwxSessionsKey, [session])
    expect(await builtInSiwx.getSessions(CHAIN, session.data.accountAddress)).toEqual([])
  })

  test('error: a session whose data was changed in storage is dropped', async () => {
    const session = await signedSession()
    remember(siwxSessionsKey, [{ ...session, data: { ...session.data, chainId: 'eip155:56' } }])
    expect(await builtInSiwx.getSessions('eip155:56', signer.address)).toEqual([])
    expect(read(siwxSessionsKey)).toEqual([])
  })

  test('error: what cannot be proven now is not a session, and not lost either', async () => {
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

  test('promise 28: what a contract said of a signature is believed for five minutes, then it is asked again', async () => {
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

  test('error: one byte more or less, or another, is not taken', async () => {
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

  test('covers its own chain and those of its ReCap', () => {
    const recap = encodeRecap({ att: { eip155: { 'request/a': [{ chains: ['eip155:56'] }], 'request/b': [{}] } } })
    const data = { ...freshData({ accountAddress: signer.address, chainId: CHAIN }), resources: [recap] }
    const wanted: CaipNetworkId[] = [CHAIN, 'eip155:56', 'eip155:1']
    expect(wanted.map((each) => covers(data, each))).toEqual([true, true, false])
  })
})

/** A chain without contracts: whatever is asked of an address is empty. */
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

  test('its message has its nonce, its parameters and the account as a DID', async () => {
    const message = await siwe().siwx.createMessage({ accountAddress: signer.address, chainId: 'eip155:56' })
    expect(String(message)).toBe(`sign did:pkh:eip155:56:${signer.address} abcdefgh1234 56 Hello`)
    expect(message).toMatchObject({ accountAddress: signer.address, chainId: 'eip155:56', domain: 'bakery.example' })
  })

  test('its session is one, of the account and chain that it names', async () => {
    const { siwx } = siwe({ getSession: async () => ({ address: signer.address, chainId: 56 }) })
    expect(await siwx.getSessions('eip155:56', signer.address.toLowerCase())).toHaveLength(1)
  })

  test('another chain or account signs out, unless it says not to', async () => {
    const getSession = async () => ({ address: signer.address, chainId: 56 })
    const strict = siwe({ getSession })
    expect(await strict.siwx.getSessions('eip155:1', signer.address)).toEqual([])
    expect(strict.calls).toEqual(['signOut'])
    const lax = siwe({ getSession, signOutOnNetworkChange: false })
    expect(await lax.siwx.getSessions('eip155:1', signer.address)).toHaveLength(1)
    expect(lax.calls).toEqual([])
  })

  test('other namespaces have no session', async () => {
    expect(await siwe().siwx.getSessions('solana:x', 'A')).toEqual([])
  })

  test('error: what it does not verify is not taken', async () => {
    const { siwx } = siwe({ verifyMessage: async () => false })
    await expect(siwx.addSession(await signedSession())).rejects.toMatchObject({ code: 'SIGNATURE_INVALID' })
  })
})

test('a required sign-in is where the modal opens', async () => {
  await connected()
  openModal(1)
  expect(modal.view).toBe('SIWXSignMessage')
})
