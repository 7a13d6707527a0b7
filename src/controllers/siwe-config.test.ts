import { describe, expect, test, vi } from 'vitest'
import { mockConnection, mockWallet } from '../connectors/test-wallet'
import { chains } from '../state/chains'
import { config } from '../state/config'
import { modal } from '../state/modal'
import { signInAttempt } from '../state/sign-in'
import { siwx } from '../state/siwx'
import { connect, disconnect } from './connection'
import { addConnector } from './discovery'
import { ownSiwx } from './own-siwx'
import { signIn } from './sign-in'
import { signOut, startSiwx } from './siwx'
import { CHAIN, codes, signer, signInRequired, stops } from './test-siwx'

signInRequired()

/** Signs in at the host’s own backend; resolves to the calls that it gets. */
async function signedIn(options: object): Promise<string[]> {
  const heard: string[] = []
  const siwe = {
    getSession: async () => (heard.length > 0 ? null : { address: signer.address, chainId: 31337 }),
    signOut: async () => heard.push('signOut') > 0,
    onSignOut: () => heard.push('onSignOut'),
  }
  ownSiwx.siweConfig = { ...siwe, ...options }
  const wallet = mockWallet({}, { connections: [mockConnection(CHAIN, signer.address)] })
  addConnector(wallet.connector)
  await connect({ wallet: 'mock' })
  stops.push(startSiwx())
  await vi.waitFor(() => expect(siwx.session?.data.accountAddress).toBe(signer.address), { timeout: 10_000 })
  return heard
}

describe('siweConfig', () => {
  test.each([
    ['optional', {}, 'connected'],
    ['optional', { signOutOnDisconnect: false }, 'connected'],
    ['required', {}, 'disconnected'],
    ['required', { signOutOnDisconnect: false }, 'disconnected'],
  ] as const)('%s, %j: signing out ends the session at the backend, once', async (mode, options, status) => {
    config.signInMode = mode
    const heard = await signedIn(options)
    await signOut.run()
    await vi.waitFor(() => expect([heard, siwx.session]).toEqual([['signOut', 'onSignOut'], undefined]))
    expect(chains.active.status).toBe(status)
  })

  test.each([
    [{}, ['signOut', 'onSignOut']],
    [{ signOutOnDisconnect: false }, []],
  ])('%j: disconnecting ends the session there accordingly', async (options, heardThen) => {
    const heard = await signedIn(options)
    await disconnect()
    await vi.waitFor(() => expect([heard, siwx.session]).toEqual([heardThen, undefined]))
  })

  test('required: a non-Ethereum account is not asked for a signature that the backend could not accept', async () => {
    const solana = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
    config.networks = [CHAIN, solana]
    const made: unknown[] = []
    const createMessage = (given: unknown) => String(made.push(given))
    ownSiwx.siweConfig = { getSession: async () => null, getNonce: async () => '12345678', createMessage }
    const connection = mockConnection(solana, '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T')
    addConnector(mockWallet({ id: 'sun', namespaces: ['solana'] }, { connections: [connection] }).connector)
    addConnector(mockWallet({}, { connections: [mockConnection(CHAIN, signer.address)] }).connector)
    await connect({ wallet: 'mock' })
    stops.push(startSiwx())
    await vi.waitFor(() => expect([siwx.checking, siwx.locked]).toEqual([false, true]), { timeout: 10_000 })
    await connect({ wallet: 'sun' })
    await vi.waitFor(() => expect([siwx.checking, siwx.locked]).toEqual([false, false]), { timeout: 10_000 })
    expect([chains.activeNamespace, modal.view === 'SIWXSignMessage', made]).toEqual(['solana', false, []])
  })

  test('it is asked, and no login backend, where the page has both', async () => {
    config.loginUrl = 'https://login.example/'
    const asked = vi.fn(() => Promise.reject(new TypeError('offline')))
    vi.stubGlobal('fetch', asked)
    await signedIn({})
    expect(asked).not.toHaveBeenCalled()
  })

  test('a backend that returns the chain id as text signs nobody out', async () => {
    const heard = await signedIn({ getSession: async () => ({ address: signer.address, chainId: '31337' }) })
    expect(heard).toEqual([])
  })

  /** What such a page knows of a visitor who connects without a session. */
  async function asked(getSession: () => Promise<unknown>, siwe: object = {}) {
    const told = vi.spyOn(console, 'warn').mockImplementation(() => {})
    ownSiwx.siweConfig = { getNonce: async () => '12345678', createMessage: () => 'Sign in', getSession, ...siwe }
    const request = () => signer.signMessage({ message: 'Sign in' })
    addConnector(mockWallet({}, { connections: [mockConnection(CHAIN, signer.address, { request })] }).connector)
    await connect({ wallet: 'mock' })
    stops.push(startSiwx())
    await vi.waitFor(() => expect([siwx.checking, siwx.locked]).toEqual([false, true]), { timeout: 10_000 })
    const warned = told.mock.calls.length
    told.mockRestore()
    return { warned, view: modal.view, code: signInAttempt.code, codes: [...codes] }
  }

  test('a getSession that throws where nobody is logged in, as many do, asks to sign in without an error', async () => {
    const none = () => Promise.reject(new Error('Failed to get session!'))
    expect(await asked(none)).toEqual({ warned: 1, view: 'SIWXSignMessage', code: undefined, codes: [] })
  })

  test('so does the session of somebody without a wallet, which is not ended', async () => {
    const signOutThere = vi.fn(async () => true)
    const other = { user: { name: 'Ann' }, address: undefined, chainId: undefined }
    const found = await asked(async () => other, { signOut: signOutThere })
    expect(found).toEqual({ warned: 0, view: 'SIWXSignMessage', code: undefined, codes: [] })
    expect(signOutThere).not.toHaveBeenCalled()
  })

  test('error: offline it is not known whether there is one, and looked for again once online', async () => {
    vi.stubGlobal('navigator', { onLine: false })
    const lost = () => Promise.reject(new TypeError('Failed to fetch'))
    expect(await asked(lost)).toEqual({ warned: 0, view: 'SIWXSignMessage', code: 'SIGN_IN_FAILED', codes: ['SIGN_IN_FAILED'] })
  })

  test('a verified sign-in holds, and the page hears of it, although getSession knows nothing of it yet', async () => {
    const heard = vi.fn()
    const none = () => Promise.reject(new Error('Failed to get session!'))
    await asked(none, { verifyMessage: async () => true, onSignIn: heard })
    const told = vi.spyOn(console, 'warn').mockImplementation(() => {})
    await signIn.run()
    told.mockRestore()
    expect([siwx.session?.data.accountAddress, heard.mock.calls]).toEqual([
      signer.address,
      [[{ address: signer.address, chainId: 31337 }]],
    ])
  })

  test('error: a backend whose signOut fails keeps nobody signed in here', async () => {
    config.signInMode = 'optional'
    const told = vi.spyOn(console, 'warn').mockImplementation(() => {})
    await signedIn({ signOutOnDisconnect: false, signOut: () => Promise.reject(new Error('down')) })
    await signOut.run()
    expect([siwx.session, told.mock.calls.length]).toEqual([undefined, 1])
    told.mockRestore()
  })
})
