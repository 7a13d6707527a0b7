import { WalletKit } from '@reown/walletkit'
import { Core } from '@walletconnect/core'
import { SignClient } from '@walletconnect/sign-client'
import type { ICore } from '@walletconnect/types'
import { buildApprovedNamespaces, getSdkError } from '@walletconnect/utils'
import { verifyMessage } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import type { Piece } from './listen'
import { DEV_MNEMONIC } from './networks'
import { startRelay } from './relay'

let relay: Piece
beforeAll(async () => {
  relay = await startRelay(0)
})
afterAll(() => relay.stop())

const control = async (body: unknown) => {
  const response = await fetch(`${relay.url.replace('ws', 'http')}/control`, { method: 'POST', body: JSON.stringify(body) })
  return response.status
}
beforeEach(async () => {
  await control({ mode: 'ok' })
})

const closing = (socket: WebSocket) =>
  new Promise<{ code: number; reason: string }>((resolve) => {
    socket.on('error', () => {})
    socket.on('close', (code, reason) => resolve({ code, reason: String(reason) }))
  })

// A client of the real SDK with its own key, token and storage.
async function startCore(name: string) {
  const core = await Core.init({
    projectId: 'local',
    relayUrl: relay.url,
    customStoragePrefix: name,
    logger: 'silent',
    telemetryEnabled: false,
    storageOptions: { database: ':memory:' },
  })
  Object.assign(core.verify, { register: async () => '', resolve: async () => undefined })
  Object.assign(core.eventClient, { init: async () => {} })
  return core as ICore
}

const metadata = (name: string) => ({ name, description: name, url: 'http://localhost', icons: [] })

describe('startRelay', () => {
  test('a real application and a real wallet pair and sign', async () => {
    const account = mnemonicToAccount(DEV_MNEMONIC)
    const [appCore, walletCore] = await Promise.all([startCore('app'), startCore('wallet')])
    const app = await SignClient.init({ core: appCore, metadata: metadata('App') })
    const wallet = await WalletKit.init({ core: walletCore, metadata: metadata('Wallet') })
    wallet.on('session_proposal', async ({ id, params }) => {
      const eip155 = {
        chains: ['eip155:31337'],
        methods: ['personal_sign'],
        events: ['chainChanged'],
        accounts: [`eip155:31337:${account.address}`],
      }
      await wallet.approveSession({
        id,
        namespaces: buildApprovedNamespaces({ proposal: params, supportedNamespaces: { eip155 } }),
      })
    })
    wallet.on('session_request', async ({ topic, id, params }) => {
      const result = await account.signMessage({ message: { raw: params.request.params[0] } })
      await wallet.respondSessionRequest({ topic, response: { id, jsonrpc: '2.0', result } })
    })

    const { uri, approval } = await app.connect({
      optionalNamespaces: {
        eip155: { chains: ['eip155:31337', 'eip155:1'], methods: ['personal_sign'], events: ['chainChanged'] },
      },
    })
    await wallet.pair({ uri: uri ?? '' })
    const session = await approval()
    expect(session.namespaces.eip155?.accounts).toEqual([`eip155:31337:${account.address}`])

    const message = '0x68656c6c6f'
    const signature = await app.request<`0x${string}`>({
      topic: session.topic,
      chainId: 'eip155:31337',
      request: { method: 'personal_sign', params: [message, account.address] },
    })
    expect(await verifyMessage({ address: account.address, message: { raw: message }, signature })).toBe(true)

    const ended = new Promise((resolve) => app.once('session_delete', resolve))
    await wallet.disconnectSession({ topic: session.topic, reason: getSdkError('USER_DISCONNECTED') })
    await ended
    await Promise.all([appCore.relayer.transportClose(), walletCore.relayer.transportClose()])
    for (const core of [appCore, walletCore]) core.heartbeat.stop()
  }, 20_000)

  test('error: a client without a token is closed with the reason', async () => {
    expect(await closing(new WebSocket(relay.url))).toEqual({
      code: 3000,
      reason: 'JWT validation error: JWT Token is malformed',
    })
  })

  test.each([
    'Unauthorized: origin not allowed',
    'JWT validation error: JWT Token is not yet valid',
    'Unauthorized: invalid key',
  ])('error: told to refuse, it says %j', async (message) => {
    expect(await control({ mode: 'refuse', message })).toBe(200)
    expect(await closing(new WebSocket(relay.url))).toEqual({ code: 3000, reason: message })
  })

  test('error: in mode "down" it accepts no sockets', async () => {
    await control({ mode: 'down' })
    expect(await closing(new WebSocket(relay.url))).toEqual({ code: 1006, reason: '' })
  })

  test.each([{}, { mode: 'off' }, { mode: 'refuse', message: 'x'.repeat(200) }])(
    'error: the control %j is refused',
    async (body) => {
      expect(await control(body)).toBe(400)
    },
  )

  test('stopped, it frees its port', async () => {
    const first = await startRelay(0)
    const port = Number(new URL(first.url).port)
    await first.stop()
    const second = await startRelay(port)
    expect(second.url).toBe(first.url)
    await second.stop()
  })
})
