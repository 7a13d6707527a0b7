import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mockConnection, mockWallet } from '../src/connectors/test-wallet'
import { abandonConnections, connect } from '../src/controllers/connection'
import { addConnector, forgetConnectors } from '../src/controllers/discovery'
import { ownSiwx } from '../src/controllers/own-siwx'
import { sleep, wake } from '../src/controllers/wake'
import '../src/lib/embedded-errors'
import { WalletError } from '../src/lib/errors'
import '../src/lib/later-errors'
import { formatSiwxMessage } from '../src/lib/siwx-message'
import { chains } from '../src/state/chains'
import { config } from '../src/state/config'
import { auth } from '../src/state/login'
import { siwx } from '../src/state/siwx'
import { resetStores } from '../src/state/store'
import { assistWith, connectWallet, disconnectWallet, moveToNetwork, sign, signInWith } from './calls'

const SOLANA = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

beforeEach(async () => {
  resetStores()
  vi.stubGlobal('location', { origin: 'https://shop.example', host: 'shop.example', pathname: '/', search: '' })
  vi.stubGlobal('window', new EventTarget())
  const page = { title: 'Shop', querySelector: () => null, querySelectorAll: () => [] }
  vi.stubGlobal('document', Object.assign(new EventTarget(), page))
  Object.assign(config, { mode: 'localhost', networks: ['eip155:31337', SOLANA] })
  await wake()
})
afterEach(() => {
  sleep()
  abandonConnections()
  forgetConnectors()
  vi.unstubAllGlobals()
})

test('disconnecting one of two wallets keeps the login, disconnecting the last one ends it', async () => {
  const solana = mockConnection(SOLANA, 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96')
  addConnector(mockWallet({ id: 'other', namespaces: ['solana'] }, { connections: [solana] }).connector)
  addConnector(mockWallet().connector)
  for (const wallet of ['other', 'mock']) await connect({ wallet })
  auth.user = { id: 'u', address: ADDRESS, chain: 'eip155:31337', accountType: 'eoa', ref: null, createdAt: 'now' }
  await disconnectWallet('solana')
  expect([chains.active.address, auth.user?.id]).toEqual([ADDRESS, 'u'])
  // There is no backend to reach.
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  await disconnectWallet()
  expect([chains.active.address, auth.user]).toEqual([undefined, undefined])
})

test('an installed wallet is asked for the wanted namespace, and no more once the signal has aborted', async () => {
  const { connector } = mockWallet({ namespaces: ['eip155', 'solana'] }, { connect: 'hang' })
  const asked = vi.fn(connector.connect)
  addConnector({ ...connector, connect: asked })
  const element = { isConnected: true, elementId: 1, embedded: false, shadowRoot: null } as never
  const stop = new AbortController()
  const end = connectWallet(element, { wallet: 'mock', namespace: 'solana', signal: stop.signal }).catch(({ code }) => code)
  await vi.waitFor(() => expect(asked).toHaveBeenCalledWith(expect.objectContaining({ namespace: 'solana' })), 10_000)
  stop.abort()
  expect(await end).toBe('ABORTED')
})

test('error: the frame’s text may contain personal data: a host whose call fails with it does not get it', async () => {
  const request = () => {
    throw new WalletError('FRAME_ERROR', { message: 'ada@example.org has no such account' })
  }
  addConnector(mockWallet({}, { request }).connector)
  await connect({ wallet: 'mock' })
  config.networks = ['eip155:31337', 'eip155:56']
  auth.user = { id: 'u', address: ADDRESS, chain: 'eip155:31337', accountType: 'eoa', ref: null, createdAt: 'now' }
  const target = `eip155:31337:${ADDRESS}`
  const said = { accountAddress: ADDRESS, chainId: 'eip155:31337', domain: 'shop.example', uri: 'https://shop.example' } as const
  const rest = { version: '1', nonce: 'abcdefgh1234', issuedAt: '2026-11-26T05:00:00.000Z', requestId: 'c' }
  const message = formatSiwxMessage({ ...said, ...rest, resources: [`urn:wm:assist:${target}`] })
  ownSiwx.login = { challenge: async () => ({ status: 'challenge', challengeId: 'c', message }) }
  const calls = {
    sign: sign('hello'),
    moveToNetwork: moveToNetwork('eip155:56'),
    assist: assistWith({} as never, { target, reason: 'ticket 5' }),
  }
  for (const [name, call] of Object.entries<Promise<unknown>>(calls)) {
    const end = await call.catch((error: unknown) => error)
    expect(end, name).toBeInstanceOf(WalletError)
    const { message, cause } = end as WalletError
    expect([message, cause], name).toEqual([expect.not.stringContaining('ada'), undefined])
  }
  ownSiwx.login = undefined
})

test('null, as from an empty storage or a state without a namespace, counts as no choice, and so does an empty field', async () => {
  addConnector(mockWallet().connector)
  await connect({ wallet: 'mock' })
  const element = { isConnected: false, elementId: 1, embedded: false, shadowRoot: null } as never
  const given = [null, undefined, { wallet: null }, { namespace: null }, { wallet: null, namespace: null, signal: null }]
  for (const options of [...given, { wallet: '' }, { wallet: '', namespace: '' }])
    expect(await connectWallet(element, options as never)).toMatchObject({ wallet: { id: 'mock' } })
  expect(Object.keys(chains.byNamespace)).toEqual(['eip155', 'solana', 'bip122', 'polkadot'])
  // An address that is not there names no account.
  await expect(connectWallet(element, { wallet: 'watch', address: '' })).rejects.toMatchObject({ code: 'WATCH_ADDRESS_INVALID' })
})

test('what is no text is not signed as one: without a length it is no message, and bytes are refused', async () => {
  const request = vi.fn(async (_: { method: string }) => `0x${'11'.repeat(65)}`)
  addConnector(mockWallet({}, { request }).connector)
  await connect({ wallet: 'mock' })
  for (const given of [42, 0, true, null, undefined, {}, new Uint8Array(), '']) expect(await sign(given as never)).toBeNull()
  for (const given of [new Uint8Array([104, 105]), ['hi']])
    await expect(sign(given as never)).rejects.toMatchObject({ code: 'RPC_INVALID_PARAMS' })
  const asked = () => request.mock.calls.filter(([{ method }]) => method === 'personal_sign')
  expect(asked()).toHaveLength(0)
  expect(await sign('42')).toMatch(/^0x/)
  expect(asked()).toHaveLength(1)
})

test('signIn() resolves to a copy of the session: what a host does with it does not change ours', async () => {
  const session = { data: { domain: 'shop.example' }, message: 'm', signature: '0x1' }
  Object.assign(siwx, { session })
  config.signInMode = 'optional'
  const signedIn = await signInWith({ isConnected: true, elementId: 1, embedded: false, shadowRoot: null } as never)
  expect(signedIn).toEqual(session)
  expect([Reflect.set(signedIn, 'message', ''), Reflect.set(signedIn.data, 'domain', '')]).toEqual([false, false])
})
