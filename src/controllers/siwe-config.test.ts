import { describe, expect, test, vi } from 'vitest'
import { mockConnection, mockWallet } from '../connectors/test-wallet'
import { chains } from '../state/chains'
import { config } from '../state/config'
import { modal } from '../state/modal'
import { siwx } from '../state/siwx'
import { connect, disconnect } from './connection'
import { addConnector } from './discovery'
import { ownSiwx } from './own-siwx'
import { signOut, startSiwx } from './siwx'
import { CHAIN, signer, signInRequired, stops } from './test-siwx'

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

  test('error: a backend whose signOut fails keeps nobody signed in here', async () => {
    config.signInMode = 'optional'
    const told = vi.spyOn(console, 'warn').mockImplementation(() => {})
    await signedIn({ signOutOnDisconnect: false, signOut: () => Promise.reject(new Error('down')) })
    await signOut.run()
    expect([siwx.session, told.mock.calls.length]).toEqual([undefined, 1])
    told.mockRestore()
  })
})
