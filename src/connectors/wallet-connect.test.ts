import type { WalletKitTypes } from '@reown/walletkit'
import { describe, expect, test } from 'vitest'
import { inFull } from '../../.ci/in-full.mjs'
import {
  ALICE,
  answer,
  approval,
  both,
  configure,
  connected,
  connector,
  control,
  events,
  networks,
  next,
  proposal,
  wallet,
} from '../../.ci/walletkit-world'
import { WalletError } from '../lib/errors'
import { closeWalletConnect } from './wallet-connect'

describe('connect', () => {
  test('a wallet that scans the URI and approves is connected', async () => {
    const { connection } = await connected()
    expect(connection).toMatchObject({
      namespace: 'eip155',
      networkId: 'eip155:31337',
      accounts: [`eip155:31337:${ALICE}`],
      approved: ['eip155:31337', 'eip155:56'],
      peer: { name: 'Test Wallet', icon: 'https://wallet.test/icon.png' },
    })
    expect(await connection.provider.request({ method: 'eth_accounts' })).toEqual([ALICE])
    expect(await connection.provider.request({ method: 'eth_chainId' })).toBe('0x7a69')
  })

  test('the URI is valid for four minutes (fault 29)', async () => {
    const controller = new AbortController()
    const connecting = connector.connect({ networks, signal: controller.signal })
    const { uri, expiresAt } = await next('pairing')
    expect(uri).toMatch(/^wc:[\da-f]{64}@2\?/)
    expect(expiresAt - Date.now()).toBeGreaterThan(235_000)
    expect(expiresAt - Date.now()).toBeLessThanOrEqual(240_000)
    controller.abort()
    await expect(connecting).rejects.toMatchObject({ code: 'ABORTED' })
  })

  test('error: a wallet that refuses rejects with USER_REJECTED, and the next attempt works', async () => {
    const connecting = connector.connect({ networks, signal: new AbortController().signal })
    const refused = expect(connecting).rejects.toMatchObject({ code: 'USER_REJECTED' })
    const { uri } = await next('pairing')
    const proposed = proposal()
    await wallet.pair({ uri })
    await wallet.rejectSession({ id: (await proposed).id, reason: { code: 5000, message: 'User rejected.' } })
    await refused
    expect((await connected()).connections).toHaveLength(1)
  })

  test('error: an approval after the visitor gave up is ended again', async () => {
    const controller = new AbortController()
    const connecting = connector.connect({ networks, signal: controller.signal })
    const aborted = expect(connecting).rejects.toMatchObject({ code: 'ABORTED' })
    const { uri } = await next('pairing')
    const proposed = proposal()
    await wallet.pair({ uri })
    const { id } = await proposed
    controller.abort()
    await aborted
    await wallet.approveSession({ id, namespaces: approval(both(ALICE)) }).catch(() => {})
    expect(await connector.restore({ networks, signal: new AbortController().signal })).toEqual([])
    expect(events.filter(({ type }) => type === 'change')).toEqual([])
  })

  test('error: a backend without a message for the sign-in, or a silent one, does not delay the wallet: it connects without a sign-in', async () => {
    const fail = () => Promise.reject(new WalletError('LOGIN_UNAVAILABLE'))
    for (const request of [fail, () => new Promise<never>(() => {})]) {
      configure({ oneClick: async () => ({ request, take: async () => {} }) })
      expect((await connected()).connection.accounts).toEqual([`eip155:31337:${ALICE}`])
      expect(events.filter(({ type }) => type === 'error')).toEqual([])
      await connector.disconnect()
      await closeWalletConnect()
    }
  }, 30_000)

  test('error: without a project id', async () => {
    configure({ projectId: undefined })
    await expect(connector.connect({ networks, signal: new AbortController().signal })).rejects.toMatchObject({
      code: 'PROJECT_ID_NOT_CONFIGURED',
    })
  })

  test.each([
    ['Unauthorized: origin not allowed', 'ORIGIN_NOT_ALLOWED'],
    ['JWT validation error: JWT Token is not yet valid', 'SESSION_NOT_YET_VALID'],
    ['Unauthorized: invalid key', 'PROJECT_ID_INVALID'],
  ])('error: "%s" from the relay ends the attempt with %s', async (message, code) => {
    await control('refuse', message)
    await expect(connector.connect({ networks, signal: new AbortController().signal })).rejects.toMatchObject({ code })
  })
})

describe('provider', () => {
  test('an approved method goes to the wallet', async () => {
    const { connection } = await connected()
    const asked = answer('0x5161')
    expect(await connection.provider.request({ method: 'personal_sign', params: ['0x6869', ALICE] })).toBe('0x5161')
    expect(await asked).toEqual({
      method: 'personal_sign',
      params: ['0x6869', ALICE],
      chainId: 'eip155:31337',
      expiryTimestamp: expect.any(Number),
    })
  })

  test('simultaneous requests have different ids, and each gets its own answer', async () => {
    const { connection } = await connected()
    const numbers: number[] = []
    const sign: Parameters<typeof wallet.on<'session_request'>>[1] = ({ topic, id, params }) => {
      numbers.push(id)
      const [result] = params.request.params
      void wallet.respondSessionRequest({ topic, response: { id, jsonrpc: '2.0', result } })
    }
    wallet.on('session_request', sign)
    const texts = ['0x00', '0x01', '0x02', '0x03']
    const ask = (text: string) => connection.provider.request({ method: 'personal_sign', params: [text, ALICE] })
    expect(await Promise.all(texts.map(ask))).toEqual(texts)
    wallet.off('session_request', sign)
    // The SDK's ids are the millisecond and three random digits: two of one millisecond may collide.
    expect(new Set(numbers.map((number) => Math.floor(number / 1_000))).size).toBe(4)
  })

  test('error: a refusal keeps its code', async () => {
    const { connection } = await connected()
    void answer(Object.assign(new Error('User rejected.'), { code: 5000 }))
    await expect(connection.provider.request({ method: 'personal_sign', params: [] })).rejects.toMatchObject({
      code: 5000,
      message: 'User rejected.',
    })
  })

  test('an approved chain is switched to locally, and reported', async () => {
    const { connection } = await connected()
    const change = next('change')
    expect(await connection.provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x38' }] })).toBe(null)
    expect((await change).connections[0]).toMatchObject({ networkId: 'eip155:56', accounts: [`eip155:56:${ALICE}`] })
    expect(await connection.provider.request({ method: 'eth_chainId' })).toBe('0x38')
  })

  test('error: if the wallet refuses a chain, the network stays', async () => {
    const { connection } = await connected()
    void answer(Object.assign(new Error('User rejected.'), { code: 4001 }))
    const switching = connection.provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x1' }] })
    await expect(switching).rejects.toMatchObject({ code: 4001 })
    expect(await connection.provider.request({ method: 'eth_chainId' })).toBe('0x7a69')
  })

  test('a chain that the wallet approves on request is switched to', async () => {
    const { connection, session } = await connected(approval([`eip155:31337:${ALICE}`], ['eip155:31337']))
    const asked = new Promise((resolve) =>
      wallet.once('session_request', async ({ topic, id, params }) => {
        await wallet.updateSession({ topic: session.topic, namespaces: approval(both(ALICE)) })
        await wallet.respondSessionRequest({ topic, response: { id, jsonrpc: '2.0', result: null } })
        resolve(params)
      }),
    )
    await connection.provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x38' }] })
    expect(await asked).toMatchObject({
      chainId: 'eip155:31337',
      request: { method: 'wallet_switchEthereumChain', params: [{ chainId: '0x38' }] },
    })
    expect(await connection.provider.request({ method: 'eth_chainId' })).toBe('0x38')
  })

  test('error: a wallet that answers yes but does not switch counts as failed', async () => {
    const { connection } = await connected()
    void answer(null)
    const switching = connection.provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x1' }] })
    await expect(switching).rejects.toMatchObject({ code: 'CHAIN_NOT_SUPPORTED' })
    expect(await connection.provider.request({ method: 'eth_chainId' })).toBe('0x7a69')
  })

  test('reads go to the configured RPC, and nothing that needs the wallet does', async () => {
    const asked: unknown[] = []
    configure({ rpc: async (...args: unknown[]) => asked.push(args) })
    const { connection } = await connected()
    await connection.provider.request({ method: 'eth_blockNumber' })
    expect(asked).toEqual([['eip155:31337', { method: 'eth_blockNumber' }]])
    for (const method of ['eth_signTypedData_v4', 'wallet_sendCalls', 'personal_ecRecover'])
      await expect(connection.provider.request({ method })).rejects.toMatchObject({ code: 'WALLET_METHOD_UNSUPPORTED' })
    expect(asked).toHaveLength(1)
  })
})

describe('request', () => {
  const runs = inFull(100, 5)
  const writes = ['eth_sendTransaction', 'personal_sign', 'eth_signTypedData_v4', 'wallet_sendCalls', 'wallet_grantPermissions']
  const errors = [
    { code: -32603, message: 'Internal JSON-RPC error.' },
    { code: -32000, message: 'HTTP request failed. Status: 500' },
    { code: -32005, message: 'Too many requests' },
  ]

  test(`promise 12: a wallet on a phone that fails gets each write once, ${runs} times`, async () => {
    const { connection } = await connected({ eip155: { ...approval(both(ALICE)).eip155, methods: writes } })
    const heard: string[] = []
    const fail = async ({ topic, id, params }: WalletKitTypes.SessionRequest) => {
      const error = errors[heard.push(params.request.method) % errors.length]
      await wallet.respondSessionRequest({ topic, response: { id, jsonrpc: '2.0', error } as never })
    }
    wallet.on('session_request', fail)
    // The SDK takes a second for each, so they take turns, and each write meets each error.
    const asked = Array.from({ length: runs }, (_, run) => writes[run % writes.length] ?? '')
    for (const method of asked)
      await expect(connection.provider.request({ method, params: [] })).rejects.toHaveProperty('code', expect.any(Number))
    expect(heard).toEqual(asked)
    wallet.off('session_request', fail)
  })
})
