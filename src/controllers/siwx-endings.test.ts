import type { Hex } from 'viem'
import { describe, expect, test, vi } from 'vitest'
import { someTurns } from '../../.ci/turns'
import { mockConnection, mockWallet } from '../connectors/test-wallet'
import { AUTH_ID } from '../lib/auth-id'
import type { CaipNetworkId } from '../lib/caip'
import { WalletError } from '../lib/errors'
import type { SiwxSession } from '../lib/siwx'
import { siwxSessionsKey } from '../lib/siwx-sessions'
import { forget, keys, read, remember } from '../lib/storage'
import { chains } from '../state/chains'
import { config } from '../state/config'
import { modal } from '../state/modal'
import { signInAttempt } from '../state/sign-in'
import { siwx } from '../state/siwx'
import { builtInSiwx } from './built-in-siwx'
import { chooseAccount } from './choose-account'
import { connect, disconnect } from './connection'
import { addConnector } from './discovery'
import { followTabs } from './follow-tabs'
import { closeModal, goBack, navigate, onClosed } from './modal'
import { ownSiwx } from './own-siwx'
import { signIn } from './sign-in'
import { checkSignIn, signOut, startSiwx } from './siwx'
import { CHAIN, signedSession, signer, signInRequired, stops } from './test-siwx'

const SOLANA: CaipNetworkId = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
const ADDRESS = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T'
/** The accounts of the stored sessions. */
const kept = () => (read(siwxSessionsKey) ?? []).map(({ data }) => data.accountAddress)

signInRequired()

/** Connects a wallet of each namespace; the Ethereum one is active and has signed in. */
async function both() {
  config.signInMode = 'optional'
  config.networks = [CHAIN, SOLANA]
  const solana = mockWallet({ id: 'sun', namespaces: ['solana'] }, { connections: [mockConnection(SOLANA, ADDRESS)] })
  const ethereum = mockWallet({ id: 'fox' }, { connections: [mockConnection(CHAIN, signer.address)] })
  for (const { connector } of [solana, ethereum]) {
    addConnector(connector)
    await connect({ wallet: connector.id })
  }
  stops.push(startSiwx())
  await vi.waitFor(() => expect(siwx.session?.data.accountAddress).toBe(signer.address), { timeout: 10_000 })
  return { solana, ethereum }
}

describe('disconnecting one of several wallets', () => {
  const ofSolana = async (): Promise<SiwxSession> => {
    const session = await signedSession()
    return { ...session, data: { ...session.data, chainId: SOLANA, accountAddress: ADDRESS } }
  }

  test('ends the sessions of its account only: another account stays signed in, after a reload too', async () => {
    remember(siwxSessionsKey, [await signedSession(), await ofSolana()])
    const { solana } = await both()
    solana.emit({ type: 'disconnect', reason: 'wallet' })
    await someTurns()
    expect([kept(), siwx.session?.data.accountAddress]).toEqual([[signer.address], signer.address])
  })

  test('leaves the other account signed in if the disconnected one was active', async () => {
    remember(siwxSessionsKey, [await signedSession()])
    const { solana } = await both()
    chooseAccount(`${SOLANA}:${ADDRESS}`)
    await someTurns()
    solana.emit({ type: 'disconnect', reason: 'wallet' })
    await vi.waitFor(() => expect(siwx.session?.data.accountAddress).toBe(signer.address))
    expect([chains.activeNamespace, kept()]).toEqual(['eip155', [signer.address]])
  })

  test('by the visitor ends its session, also where another tab has left that wallet already', async () => {
    remember(siwxSessionsKey, [await signedSession()])
    await both()
    const entry = { connectorId: 'sun', networkId: SOLANA, caipAddress: `${SOLANA}:${ADDRESS}` as const }
    remember(keys.connections, { entries: { solana: entry } })
    await disconnect('eip155')
    await someTurns()
    expect([chains.activeNamespace, kept()]).toEqual(['solana', []])
  })

  test('ends all sessions with the last one', async () => {
    remember(siwxSessionsKey, [await signedSession(), await signedSession({ chainId: 'eip155:56' })])
    await both()
    await disconnect()
    await someTurns()
    expect([kept(), siwx.session]).toEqual([[], undefined])
  })

  test('siweConfig, which is for Ethereum only, signs nobody out for another namespace', async () => {
    const heard: string[] = []
    const getSession = async () => (heard.length > 0 ? null : { address: signer.address, chainId: 31337 })
    ownSiwx.siweConfig = { getSession, signOut: async () => heard.push('signOut') > 0 }
    const { solana, ethereum } = await both()
    solana.emit({ type: 'disconnect', reason: 'wallet' })
    await someTurns()
    expect([heard, siwx.session !== undefined]).toEqual([[], true])
    ethereum.emit({ type: 'disconnect', reason: 'wallet' })
    await someTurns()
    expect([heard, siwx.session]).toEqual([['signOut'], undefined])
  })
})

test('a late disconnect from another tab does not end a session signed since then with the wallet connected there', async () => {
  await connected()
  await signIn.run()
  const session = await signedSession()
  const since = { ...session, data: { ...session.data, chainId: SOLANA, accountAddress: ADDRESS } }
  remember(siwxSessionsKey, [since])
  const entry = { connectorId: 'sun', networkId: SOLANA, caipAddress: `${SOLANA}:${ADDRESS}` as const }
  remember(keys.connections, { entries: { solana: entry } })
  followTabs()
  await someTurns()
  expect([chains.byNamespace.eip155?.status, siwx.session, kept()]).toEqual(['disconnected', undefined, [ADDRESS]])
  remember(keys.connections, { entries: {} })
})

test('a slow sign-out does not affect the account that is active by then', async () => {
  const revoked: (() => void)[] = []
  const of = (account: string): SiwxSession[] =>
    [{ accountAddress: account, chainId: CHAIN }].map((data) => ({ data, message: '', signature: '' }) as unknown as SiwxSession)
  ownSiwx.siwx = {
    getSessions: async (_: string, address: string) => of(address),
    revokeSession: () =>
      new Promise<void>((resolve) => {
        revoked.push(resolve)
      }),
  }
  const { ethereum } = await both()
  const over = signOut.run()
  await vi.waitFor(() => expect(revoked).toHaveLength(1))
  const other = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
  ethereum.emit({ type: 'change', connections: [mockConnection(CHAIN, other)] })
  await vi.waitFor(() => expect(siwx.session?.data.accountAddress).toBe(other))
  revoked[0]?.()
  await over
  expect(siwx.session?.data.accountAddress).toBe(other)
})

test('closing during the embedded wallet’s prompt declines an optional sign-in: the modal stays closed', async () => {
  config.signInMode = 'optional'
  const wallet = mockWallet()
  // Like its approval: shown over the sign-in prompt, and ended with the modal.
  const request = () => {
    navigate('ApproveTransaction')
    return new Promise((_, reject) =>
      stops.push(
        onClosed(() => {
          goBack()
          reject(new WalletError('REQUEST_ABORTED'))
        }),
      ),
    )
  }
  wallet.script.connections = [mockConnection(CHAIN, signer.address, { request })]
  addConnector(wallet.connector)
  await connect({ wallet: 'mock' })
  stops.push(startSiwx())
  await vi.waitFor(() => expect(modal.view).toBe('SIWXSignMessage'), { timeout: 10_000 })
  const ended = signIn()
  await vi.waitFor(() => expect(modal.view).toBe('ApproveTransaction'), { timeout: 10_000 })
  expect(closeModal('button')).toBe(true)
  expect(await ended).toBe(false)
  expect([modal.elementId, signInAttempt.code, chains.active.status]).toEqual([undefined, undefined, 'connected'])
})

/** Connects a wallet that signs what it is asked for; the visitor is asked to sign in. */
async function connected() {
  const provider = {
    request: async ({ params }: { params?: unknown }) => signer.signMessage({ message: { raw: (params as Hex[])[0] ?? '0x' } }),
  }
  const { connector } = mockWallet({}, { connections: [mockConnection(CHAIN, signer.address, provider)] })
  addConnector(connector)
  await connect({ wallet: 'mock' })
  stops.push(startSiwx())
  await vi.waitFor(() => expect([siwx.checking, modal.view]).toEqual([false, 'SIWXSignMessage']), { timeout: 10_000 })
}

describe('a session lookup still open', () => {
  /** Starts a lookup before the next step; the test resolves it after. */
  function lookUp() {
    let find = (_: readonly SiwxSession[]) => {}
    const found = new Promise<readonly SiwxSession[]>((resolve) => {
      find = resolve
    })
    const before = ownSiwx.siwx
    ownSiwx.siwx = { getSessions: () => found }
    const ended = checkSignIn()
    ownSiwx.siwx = before
    return async (sessions: readonly SiwxSession[]) => {
      find(sessions)
      await ended
    }
  }
  test('when the visitor signs in does not ask again', async () => {
    await connected()
    const ends = lookUp()
    const session = await signIn.run()
    await ends([])
    expect([siwx.session, siwx.checking, siwx.locked, modal.elementId]).toEqual([session, false, false, undefined])
  })

  test('when the visitor signs out signs nobody in again', async () => {
    config.signInMode = 'optional'
    await connected()
    const session = await signIn.run()
    const ends = lookUp()
    await signOut.run()
    await ends([session])
    expect([siwx.session, siwx.checking]).toEqual([undefined, false])
  })
})

test('optional: after a sign-out in another tab, this one does not ask for a sign-in', async () => {
  config.signInMode = 'optional'
  await connected()
  await signIn.run()
  const other = new BroadcastChannel(`${config.storagePrefix}:${siwxSessionsKey.name}`)
  forget(siwxSessionsKey)
  other.postMessage('changed')
  await vi.waitFor(() => expect([siwx.session, siwx.checking]).toEqual([undefined, false]))
  expect(modal.elementId).toBeUndefined()
  other.close()
})

test('a session expires on time, even on a page that stays open', async () => {
  remember(siwxSessionsKey, [await signedSession({ expirationTime: new Date(Date.now() + 3_600_000).toISOString() })])
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  addConnector(mockWallet({}, { connections: [mockConnection(CHAIN, signer.address)] }).connector)
  await connect({ wallet: 'mock' })
  stops.push(startSiwx())
  await vi.waitFor(() => expect(siwx.session).toBeDefined(), { timeout: 10_000 })
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(siwx.session).toBeDefined()
  await vi.advanceTimersByTimeAsync(2_000)
  await vi.waitFor(() => expect([siwx.session, siwx.locked, modal.view]).toEqual([undefined, true, 'SIWXSignMessage']))
  vi.useRealTimers()
})

test('error: an answer that comes after the half minute of a try does not end the session of the next one', async () => {
  const answers: (() => void)[] = []
  const revoked: string[] = []
  ownSiwx.siwx = {
    ...builtInSiwx,
    addSession: () => new Promise<void>((resolve) => answers.push(resolve)),
    revokeSession: async (_: CaipNetworkId, address: string) => void revoked.push(address),
  }
  await connected()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const first = signIn()
  await vi.waitFor(() => expect(answers).toHaveLength(1), { timeout: 10_000 })
  await vi.advanceTimersByTimeAsync(30_000)
  expect([await first, signInAttempt.code]).toEqual([false, 'SIGN_IN_FAILED'])
  const second = signIn.run()
  await vi.waitFor(() => expect(answers).toHaveLength(2), { timeout: 10_000 })
  answers[1]?.()
  const session = await second
  answers[0]?.()
  vi.useRealTimers()
  await someTurns()
  expect([siwx.session, revoked]).toEqual([session, []])
})

test.each([
  ['of the secure frame, e.g. with Back, declines it', AUTH_ID, 'SIGNATURE_DECLINED'],
  ['of a wallet does not count as declined', 'mock', 'SIGN_IN_FAILED'],
])('error: leaving a sign-in prompt %s', async (_, id, code) => {
  const provider = { request: () => Promise.reject(new WalletError('REQUEST_ABORTED')) }
  addConnector(mockWallet({ id }, { connections: [mockConnection(CHAIN, signer.address, provider)] }).connector)
  await connect({ wallet: id })
  await expect(signIn.run()).rejects.toMatchObject({ code })
  expect([signInAttempt.code, modal.view, modal.elementId]).toEqual([code, 'SIWXSignMessage', 1])
})

test('optional: declining on Polkadot counts on Kusama, which encodes the same key differently; another key is asked', async () => {
  const networks = ['polkadot:91b171bb158e2d3848fa23a9f1c25182', 'polkadot:b0a8d493285c2df73290dfb7e61f870f'] as const
  const [polkadot, kusama] = networks
  Object.assign(config, { signInMode: 'optional', networks })
  const wallet = mockWallet({ namespaces: ['polkadot'] })
  wallet.script.connections = [mockConnection(polkadot, '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5')]
  addConnector(wallet.connector)
  await connect({ wallet: 'mock' })
  stops.push(startSiwx())
  await vi.waitFor(() => expect(modal.elementId).toBeDefined(), { timeout: 10_000 })
  closeModal('button')
  const go = async (address: string) => {
    wallet.emit({ type: 'change', connections: [mockConnection(kusama, address)] })
    expect([chains.active.networkId, chains.active.address]).toEqual([kusama, address])
    await someTurns()
    await vi.waitFor(() => expect(siwx.checking).toBe(false), { timeout: 10_000 })
    return modal.elementId
  }
  expect(await go('HNZata7iMYWmk5RvZRTiAsSDhV8366zq2YGb3tLH5Upf74F')).toBeUndefined()
  expect(await go('FcxNWVy5RESDsErjwyZmPCW6Z8Y3fbfLzmou34YZTrbcraL')).toBe(1)
})
