import { describe, expect, test, vi } from 'vitest'
import { beginDisconnected, present } from '../../.ci/connection-world'
import { mockConnection, mockWallet } from '../connectors/test-wallet'
import type { Connector } from '../connectors/types'
import { attempt } from '../state/attempt'
import { chains } from '../state/chains'
import { pairing } from '../state/pairing'
import { chooseAccount } from './choose-account'
import { abandonConnections, cancelConnect, connect, disconnect, forgetAttempt, walletOf } from './connection'
import { addConnector } from './discovery'
import { onEnd } from './endings'
import { onStep } from './host-consent'
import { publicProviderOf } from './providers'

const A = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const B = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

const codes = beginDisconnected()

describe('connect', () => {
  test('fills the namespace the wallet connected and makes it the active one', async () => {
    present({ id: 'org.example', name: 'Example' })
    expect(await connect({ wallet: 'org.example' })).toBe(true)
    expect(chains.active).toMatchObject({
      status: 'connected',
      connectorId: 'org.example',
      networkId: 'eip155:31337',
      address: A,
      restored: false,
    })
    expect(chains.active.wallet).toEqual({ id: 'org.example', name: 'Example' })
    expect(attempt.status).toBe('connected')
    expect([publicProviderOf('eip155'), publicProviderOf()]).toEqual([walletOf('eip155'), walletOf('eip155')])
    // A visitor on another kind of chain gets no provider that signs on this one.
    chains.activeNamespace = 'solana'
    expect([publicProviderOf('solana'), publicProviderOf()]).toEqual([undefined, undefined])
  })

  test('error: a declined request leaves the namespace disconnected and reports USER_REJECTED once', async () => {
    present({}, { connect: 'USER_REJECTED' })
    expect(await connect({ wallet: 'mock' })).toBe(false)
    expect([chains.active.status, attempt.status, attempt.code, codes]).toEqual([
      'disconnected',
      'failed',
      'USER_REJECTED',
      ['USER_REJECTED'],
    ])
  })

  test('error: an unknown wallet is WALLET_NOT_FOUND', async () => {
    await expect(connect.run({ wallet: 'nobody' })).rejects.toMatchObject({ code: 'WALLET_NOT_FOUND' })
    const code = 'WALLET_CONNECT_CONNECTOR_NOT_FOUND'
    await expect(connect.run({ wallet: 'walletConnect' })).rejects.toMatchObject({ code })
  })

  test('error: a wallet that lacks the namespace is WALLET_NOT_FOUND and is not asked for another', async () => {
    const wallet = present()
    await expect(connect.run({ wallet: 'mock', namespace: 'solana' })).rejects.toMatchObject({ code: 'WALLET_NOT_FOUND' })
    expect([wallet.calls.connect, chains.status]).toEqual([0, 'disconnected'])
  })

  test('a pairing for another namespace also covers those that its wallet already holds', async () => {
    const { connector } = mockWallet({ id: 'walletConnect', type: 'WALLET_CONNECT', namespaces: ['eip155', 'solana'] })
    const asked = vi.fn(connector.connect)
    addConnector({ ...connector, connect: asked })
    present({ id: 'other', namespaces: ['bip122'] }, { connections: [mockConnection('bip122:1', 'someone')] })
    for (const wallet of ['walletConnect', 'other']) await connect({ wallet })
    await connect({ wallet: 'walletConnect', namespace: 'solana' })
    expect(asked.mock.calls.map(([{ namespace, beside }]) => [namespace, beside])).toEqual([
      [undefined, []],
      ['solana', ['eip155']],
    ])
  })

  test('asking the same wallet twice asks it once', async () => {
    const wallet = present()
    const [first, second] = await Promise.all([connect({ wallet: 'mock' }), connect({ wallet: 'mock' })])
    expect([first, second, wallet.calls.connect]).toEqual([true, true, 1])
  })

  test('asking another wallet ends the first attempt silently', async () => {
    present({ id: 'slow' }, { connect: 'hang' })
    present({ id: 'quick' })
    const first = connect.run({ wallet: 'slow' })
    const outcome = expect(first).rejects.toMatchObject({ code: 'ABORTED' })
    expect(await connect({ wallet: 'quick' })).toBe(true)
    await outcome
    expect([chains.active.connectorId, attempt.wallet?.id, codes]).toEqual(['quick', 'quick', []])
  })

  test('a canceled attempt ignores the wallet’s late answer', async () => {
    let approve: (connections: ReturnType<typeof mockConnection>[]) => void = () => {}
    const { connector } = mockWallet()
    addConnector({
      ...connector,
      connect: () =>
        new Promise((resolve) => {
          approve = resolve
        }),
    })
    const late = connect.run({ wallet: 'mock' })
    const outcome = expect(late).rejects.toMatchObject({ code: 'ABORTED' })
    await vi.waitFor(() => expect(attempt.status).toBe('waiting'), { timeout: 10_000 })
    await vi.waitFor(() => expect(approve.length).toBe(1), { timeout: 10_000 })
    cancelConnect()
    approve([mockConnection()])
    await outcome
    expect([chains.active.status, attempt.status]).toEqual(['disconnected', 'idle'])
  })

  test('a signal that aborts ends the attempt', async () => {
    present({}, { connect: 'hang' })
    const controller = new AbortController()
    const outcome = expect(connect.run({ wallet: 'mock', signal: controller.signal })).rejects.toMatchObject({ code: 'ABORTED' })
    controller.abort()
    await outcome
    expect(chains.active.status).toBe('disconnected')
  })

  test.each([
    [0, 1],
    [1, 0],
  ])('if two callers ask for the same wallet, number %i can abort and number %i goes on', async (leaver, other) => {
    const wallet = present({}, { connect: 'hang' })
    const signals = [new AbortController(), new AbortController()]
    const ends = signals.map(({ signal }) => connect.run({ wallet: 'mock', signal }))
    const left = expect(ends[leaver]).rejects.toMatchObject({ code: 'ABORTED' })
    await vi.waitFor(() => expect(wallet.calls.connect).toBe(1), { timeout: 10_000 })
    signals[leaver]?.abort()
    await left
    expect([attempt.status, chains.active.status]).toEqual(['waiting', 'connecting'])
    const last = expect(ends[other]).rejects.toMatchObject({ code: 'ABORTED' })
    signals[other]?.abort()
    await last
    expect([attempt.status, chains.active.status]).toEqual(['idle', 'disconnected'])
  })

  test('if the host refuses the step, no wallet is asked', async () => {
    const wallet = present()
    const release = onStep(({ type }) => type !== 'before-connect')
    expect(await connect.run({ wallet: 'mock' })).toBe(false)
    release()
    expect([wallet.calls.connect, codes]).toEqual([0, []])
  })

  test('if the host refuses a second wallet, the first one stays asked', async () => {
    for (const id of ['first', 'second']) present({ id }, { connect: 'hang' })
    connect({ wallet: 'first' })
    const release = onStep((step) => step.type !== 'before-connect')
    expect(await connect.run({ wallet: 'second' })).toBe(false)
    release()
    expect([attempt.status, attempt.wallet?.id]).toEqual(['waiting', 'first'])
  })

  test('a new wallet replaces the old one, which is disconnected', async () => {
    const first = present({ id: 'first' })
    present({ id: 'second' }, { connections: [mockConnection('eip155:31337', B)] })
    await connect({ wallet: 'first' })
    await connect({ wallet: 'second' })
    expect([chains.active.address, first.calls.disconnect]).toEqual([B, 1])
  })

  test('error: a refusal by a second wallet leaves the first one connected', async () => {
    present({ id: 'first' })
    present({ id: 'second' }, { connect: 'USER_REJECTED' })
    await connect({ wallet: 'first' })
    await connect({ wallet: 'second' })
    expect([chains.active.status, chains.active.connectorId]).toEqual(['connected', 'first'])
  })

  test('a wallet that disconnects while another one is asked leaves its namespace connecting, until the other is given up', async () => {
    const first = present({ id: 'first' })
    const second = present({ id: 'second' }, { connect: 'hang' })
    await connect({ wallet: 'first' })
    const end = connect({ wallet: 'second' })
    await vi.waitFor(() => expect(second.calls.connect).toBe(1), { timeout: 10_000 })
    first.emit({ type: 'disconnect', reason: 'wallet' })
    expect([chains.status, chains.active.status, chains.active.address, attempt.status]).toEqual([
      ...['connecting', 'connecting', undefined, 'waiting'],
    ])
    cancelConnect()
    await end
    expect([chains.status, attempt.status]).toEqual(['disconnected', 'idle'])
  })

  test('a busy wallet that answers later by an event is connected after all', async () => {
    const wallet = present({}, { connect: 'REQUEST_PENDING' })
    await connect({ wallet: 'mock' })
    expect(attempt.code).toBe('REQUEST_PENDING')
    wallet.emit({ type: 'change', connections: [mockConnection()] })
    expect([chains.active.status, attempt.status]).toEqual(['connected', 'connected'])
  })

  test('a canceled pairing leaves no namespace connecting, known or not', async () => {
    const wallet = present({ id: 'walletConnect', type: 'WALLET_CONNECT' }, { connect: 'hang' })
    const end = connect({ wallet: 'walletConnect', namespace: 'cosmos' })
    await vi.waitFor(() => expect(wallet.calls.connect).toBe(1), { timeout: 10_000 })
    expect(chains.status).toBe('connecting')
    cancelConnect()
    await end
    expect(chains.status).toBe('disconnected')
  })

  test('the pairing URI is available while a WalletConnect wallet is waited for', async () => {
    const wallet = present({ id: 'walletConnect', type: 'WALLET_CONNECT' }, { connect: 'hang' })
    const attemptEnd = connect({ wallet: 'walletConnect' })
    await vi.waitFor(() => expect(wallet.calls.connect).toBe(1), { timeout: 10_000 })
    wallet.emit({ type: 'pairing', uri: 'wc:1@2?symKey=2', expiresAt: 1000 })
    expect(pairing).toMatchObject({ status: 'ready', uri: 'wc:1@2?symKey=2', expiresAt: 1000 })
    cancelConnect()
    await attemptEnd
    expect([pairing.status, pairing.uri]).toEqual(['idle', undefined])
  })

  test('a used pairing URI is cleared once its screen is left', async () => {
    const { connector, emit } = mockWallet({ id: 'walletConnect', type: 'WALLET_CONNECT' })
    const scanned: Connector['connect'] = (request) => {
      emit({ type: 'pairing', uri: 'wc:1@2?symKey=2', expiresAt: 1000 })
      return connector.connect(request)
    }
    addConnector({ ...connector, connect: scanned })
    await connect({ wallet: 'walletConnect' })
    forgetAttempt()
    expect([pairing.status, pairing.uri, chains.active.status]).toEqual(['idle', undefined, 'connected'])
  })
})

describe('events of a connected wallet', () => {
  test.each([
    ['the wallet is disconnected', () => disconnect()],
    ['the last element is removed', async () => abandonConnections()],
  ])('a relay that reconnects is not waited for once %s', async (_, leave) => {
    const wallet = present({ id: 'walletConnect', type: 'WALLET_CONNECT' })
    await connect({ wallet: 'walletConnect' })
    wallet.emit({ type: 'relay', status: 'reconnecting' })
    expect(pairing.relay).toBe('reconnecting')
    await leave()
    expect(pairing.relay).toBe('connected')
  })

  test('another account becomes the active one at once', async () => {
    const wallet = present()
    await connect({ wallet: 'mock' })
    wallet.emit({ type: 'change', connections: [mockConnection('eip155:31337', B)] })
    expect(chains.active.address).toBe(B)
  })

  test('a chosen account stays, until the wallet puts another one first', async () => {
    const wallet = present({}, { connections: [{ ...mockConnection(), accounts: [`eip155:31337:${A}`, `eip155:31337:${B}`] }] })
    await connect({ wallet: 'mock' })
    chooseAccount(`eip155:31337:${B}`)
    expect(chains.active.address).toBe(B)
    chooseAccount('eip155:31337:0x0000000000000000000000000000000000000001')
    expect(chains.active.address).toBe(B)
    const moved = { ...mockConnection(), networkId: 'eip155:56', accounts: [`eip155:56:${A}`, `eip155:56:${B}`] } as const
    wallet.emit({ type: 'change', connections: [moved] })
    expect(chains.active.caipAddress).toBe(`eip155:56:${B}`)
    wallet.emit({ type: 'change', connections: [{ ...moved, accounts: [`eip155:56:${B}`, `eip155:56:${A}`] }] })
    wallet.emit({ type: 'change', connections: [moved] })
    expect(chains.active.address).toBe(A)
  })

  test('a disconnect is reported with its reason, and the chosen network stays', async () => {
    const wallet = present()
    const ends: unknown[] = []
    const release = onEnd((end) => ends.push(end))
    await connect({ wallet: 'mock' })
    wallet.emit({ type: 'disconnect', reason: 'wallet' })
    release()
    expect([chains.active.status, chains.active.networkId]).toEqual(['disconnected', 'eip155:31337'])
    expect(ends).toEqual([{ namespace: 'eip155', caipAddress: `eip155:31337:${A}`, reason: 'wallet' }])
    expect(() => walletOf('eip155')).toThrow('Provider not found')
    expect(wallet.listeners()).toBe(0)
  })

  test('a network that the app does not use is dropped with the wallet that chose it', async () => {
    const wallet = present()
    await connect({ wallet: 'mock' })
    wallet.emit({ type: 'change', connections: [mockConnection('eip155:1234')] })
    expect(chains.active.networkId).toBe('eip155:1234')
    await disconnect()
    expect(chains.active.networkId).toBe(undefined)
  })

  test('events of a wallet that is not connected are ignored', async () => {
    const wallet = present()
    wallet.emit({ type: 'change', connections: [mockConnection()] })
    expect(chains.active.status).toBe('disconnected')
  })
})
