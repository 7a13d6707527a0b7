import type { Hex } from 'viem'
import { describe, expect, test, vi } from 'vitest'
import { encodeRecap } from '../../.ci/encode-recap'
import { mockConnection, mockWallet } from '../connectors/test-wallet'
import type { CaipNetworkId } from '../lib/caip'
import type { Siwx } from '../lib/siwx'
import { formatSiwxMessage } from '../lib/siwx-message'
import { siwxSessionsKey } from '../lib/siwx-sessions'
import { read, remember } from '../lib/storage'
import { chains } from '../state/chains'
import { config } from '../state/config'
import { modal } from '../state/modal'
import { notice } from '../state/notice'
import { signInAttempt } from '../state/sign-in'
import { siwx } from '../state/siwx'
import { builtInSiwx, freshData } from './built-in-siwx'
import { connect, noteNetwork } from './connection'
import { addConnector } from './discovery'
import { canClose, closeModal, openingView, openModal } from './modal'
import { ownSiwx } from './own-siwx'
import { prepareSignIn, signIn } from './sign-in'
import { cancelSignIn, canSignIn, checkSignIn, signOut, startSiwx } from './siwx'
import { CHAIN, codes, signedSession, signer, signInRequired, stops } from './test-siwx'

const personalSign = ({ params }: { params?: unknown }) => signer.signMessage({ message: { raw: (params as Hex[])[0] ?? '0x' } })

/** Connects a wallet that answers `personal_sign` with `request`, and waits until it is known whether a sign-in is needed. */
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

signInRequired()

describe('checkSignIn', () => {
  test('an account without a session is asked to sign in, and the modal stays open (fault 54)', async () => {
    await connected()
    expect([modal.view, modal.elementId, siwx.locked, canClose()]).toEqual(['SIWXSignMessage', 1, true, false])
    expect(closeModal('escape')).toBe(false)
    expect(modal.shaking).toBe(true)
    expect(openingView(undefined, true)).toBe('SIWXSignMessage')
  })

  test('an account with a valid session is not asked', async () => {
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

  test('if the wallet withdraws its account it is disconnected, and the session is revoked (fault 21)', async () => {
    await builtInSiwx.addSession(await signedSession())
    const wallet = await connected()
    expect(siwx.session).toBeDefined()
    wallet.emit({ type: 'disconnect', reason: 'wallet' })
    expect(chains.active.status).toBe('disconnected')
    await vi.waitFor(() => expect(read(siwxSessionsKey) ?? []).toEqual([]))
    expect(siwx.session).toBeUndefined()
  })

  test('optional: closing declines the sign-in until another account connects', async () => {
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

  test('optional: a restored connection is not asked', async () => {
    config.signInMode = 'optional'
    const wallet = mockWallet()
    addConnector(wallet.connector)
    await connect({ wallet: 'mock' })
    chains.active.restored = true
    stops.push(startSiwx())
    await vi.waitFor(() => expect(siwx.checking).toBe(false), { timeout: 10_000 })
    expect(modal.elementId).toBeUndefined()
  })

  test('a chain that the session covers needs no other sign-in', async () => {
    const recap = encodeRecap({ att: { eip155: { 'request/personal_sign': [{ chains: ['eip155:56'] }] } } })
    await builtInSiwx.addSession(await signedSession({ resources: [recap] }))
    await connected()
    const { session } = siwx
    noteNetwork('eip155', 'eip155:56')
    await vi.waitFor(() => expect(siwx.checking).toBe(false), { timeout: 10_000 })
    expect(siwx.session).toEqual(session)
    expect(modal.view).toBe('Connect')
  })

  test('a namespace without a proof of ownership, or a network that is not the app’s, is not asked', () => {
    expect(canSignIn(`${CHAIN}:${signer.address}`)).toBe(true)
    expect(canSignIn(`eip155:1:${signer.address}`)).toBe(false)
    config.networks = ['near:mainnet']
    expect(canSignIn('near:mainnet:alice')).toBe(false)
  })

  test('error: if getSessions fails the visitor is asked to sign in, and the error is reported', async () => {
    ownSiwx.siwx = { ...builtInSiwx, getSessions: () => Promise.reject(new Error('down')) }
    await connected()
    expect([modal.view, siwx.session, codes]).toEqual(['SIWXSignMessage', undefined, ['SIGN_IN_FAILED']])
  })
})

test('error: a lookup that fails after the account has changed does not affect the new one', async () => {
  let fail = (_: Error) => {}
  await connected()
  const hold = new Promise<never>((_, reject) => {
    fail = reject
  })
  ownSiwx.siwx = { ...builtInSiwx, getSessions: () => hold }
  const late = checkSignIn()
  ownSiwx.siwx = undefined
  await checkSignIn()
  fail(new Error('down'))
  await late
  expect([signInAttempt.code, codes]).toEqual([undefined, []])
})

describe('signIn', () => {
  test('the session is verified, stored and reported; the modal closes', async () => {
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

  test('fault 51: error: a declined signature is shown as declined, a retry asks for the same message, and its screen is open', async () => {
    const wallet = await connected(rejection(4001))
    await prepareSignIn()
    const { text } = signInAttempt
    modal.elementId = undefined
    await expect(signIn.run()).rejects.toMatchObject({ code: 'SIGNATURE_DECLINED' })
    expect([signInAttempt.code, modal.view, modal.elementId]).toEqual(['SIGNATURE_DECLINED', 'SIWXSignMessage', 1])
    wallet.script.request = personalSign
    expect((await signIn.run()).message).toBe(text)
  })

  test('fault 51: error: a smart account gets the hint that this application might not support it', async () => {
    await connected(rejection(4001))
    chains.active.accountType = 'smartAccount'
    await expect(signIn.run()).rejects.toMatchObject({ code: 'SMART_ACCOUNT_UNSUPPORTED' })
  })

  test('error: a wallet with a prompt already open is reported as that', async () => {
    await connected(rejection(-32002))
    await expect(signIn.run()).rejects.toMatchObject({ code: 'REQUEST_PENDING' })
  })

  const failing: readonly (readonly [string, Partial<Siwx>, string])[] = [
    ['a missing nonce', { createMessage: () => Promise.reject(new Error('503')) }, 'SIGN_IN_FAILED'],
    ['a refused proof', { addSession: () => Promise.reject(new Error('401')) }, 'SIGN_IN_FAILED'],
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
  test.each(failing)('fault 52: error: %s is not shown as declined, and a retry has a new message', async (_, part, code) => {
    ownSiwx.siwx = { ...builtInSiwx, ...part }
    await connected()
    await expect(signIn.run()).rejects.toMatchObject({ code })
    expect([signInAttempt.status, signInAttempt.code, siwx.session]).toEqual(['failed', code, undefined])
    const before = signInAttempt.text
    ownSiwx.siwx = undefined
    expect((await signIn.run()).message).not.toBe(before)
  })

  test('fault 53, P36: error: if the account changes during the prompt, the answer is dropped', async () => {
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

  test('error: if the account changes during verification, the session is revoked', async () => {
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
  test('fault 55: error: required, and the wallet fails to disconnect: disconnected all the same, with an error', async () => {
    const wallet = await connected()
    wallet.script.disconnect = 'DISCONNECT_FAILED'
    expect(await cancelSignIn()).toBe(false)
    expect([chains.active.status, canClose(), codes]).toEqual(['disconnected', true, ['DISCONNECT_FAILED']])
    expect(notice.snack?.text).toBe('Failed to disconnect')
    expect([modal.view, modal.elementId]).toEqual(['Connect', 1])
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

  test('required: the wallet is disconnected, and its sessions are deleted', async () => {
    await connected()
    await signIn()
    await signOut()
    expect([chains.active.status, read(siwxSessionsKey)]).toEqual(['disconnected', undefined])
    await vi.waitFor(() => expect(siwx.session).toBeUndefined(), { timeout: 10_000 })
  })
})

test('the modal opens with a required sign-in', async () => {
  await connected()
  openModal(1)
  expect(modal.view).toBe('SIWXSignMessage')
})
