import { WalletKit } from '@reown/walletkit'
import { Core } from '@walletconnect/core'
import { SignClient } from '@walletconnect/sign-client'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { startRelay } from '../../demo/stack/relay'
import type { CaipNetworkId } from '../lib/caip'
import type { Network } from '../lib/network'
import type { Connector, ConnectorEvent } from './types'
import { closeWalletConnect, configureWalletConnect, discover } from './wallet-connect'

const ALICE = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const BOB = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const network = (id: CaipNetworkId): Network => ({
  caipNetworkId: id,
  chainNamespace: id.slice(0, id.indexOf(':')),
  id: Number(id.split(':')[1]),
  name: id,
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: [],
})
const networks = [network('eip155:31337'), network('eip155:56')]
const methods = ['personal_sign', 'eth_sendTransaction', 'wallet_switchEthereumChain']
const approval = (accounts: string[], chains = ['eip155:31337', 'eip155:56']) => ({
  eip155: { chains, accounts, methods, events: ['accountsChanged', 'chainChanged'] },
})
const both = (address: string) => [`eip155:31337:${address}`, `eip155:56:${address}`]

type WalletKitOptions = Parameters<typeof WalletKit.init>[0]

let relay: Awaited<ReturnType<typeof startRelay>>
let wallet: Awaited<ReturnType<typeof openWallet>>
let connector: Connector
let events: ConnectorEvent[] = []
let unlisten = () => {}

const control = (mode: string, message?: string) =>
  fetch(`${relay.url.replace('ws', 'http')}/control`, { method: 'POST', body: JSON.stringify({ mode, message }) })

async function openWallet(name: string, metadata: Record<string, unknown> = {}) {
  const core = new Core({
    projectId: 'test',
    relayUrl: relay.url,
    customStoragePrefix: name,
    logger: 'fatal',
    telemetryEnabled: false,
  })
  core.eventClient.init = async () => {}
  const kit = await WalletKit.init({
    core: core as WalletKitOptions['core'],
    metadata: {
      name: 'Test Wallet',
      description: '',
      url: 'https://wallet.test',
      icons: ['https://wallet.test/icon.png'],
      ...metadata,
    },
  })
  return Object.assign(kit, {
    async close() {
      core.heartbeat.stop()
      await core.relayer.transportClose()
    },
  })
}

/** The next event that `pick` accepts, counted from now on. */
function next<T extends ConnectorEvent['type']>(
  type: T,
  pick: (event: Extract<ConnectorEvent, { type: T }>) => boolean = () => true,
) {
  return new Promise<Extract<ConnectorEvent, { type: T }>>((resolve) => {
    const stop = connector.on((event) => {
      if (event.type !== type || !pick(event as never)) return
      stop()
      resolve(event as never)
    })
  })
}
const proposal = () => new Promise<{ id: number }>((resolve) => wallet.once('session_proposal', resolve))
const configure = (more: object = {}) =>
  configureWalletConnect({
    projectId: 'test',
    relayUrl: relay.url,
    metadata: { name: 'App', description: '', url: 'https://app.test', icons: [] },
    storagePrefix: 'test',
    ...more,
  })

async function connected(
  namespaces: Parameters<typeof wallet.approveSession>[0]['namespaces'] = approval(both(ALICE)),
  asked = networks,
) {
  const controller = new AbortController()
  const connecting = connector.connect({ networks: asked, signal: controller.signal })
  connecting.catch(() => {})
  const { uri } = await next('pairing')
  const proposed = proposal()
  await wallet.pair({ uri })
  const { id } = await proposed
  const approved = wallet.approveSession({ id, namespaces })
  const connections = await connecting
  return { connections, session: await approved, connection: connections[0] as (typeof connections)[number] }
}

/** Answers the next request of the app. */
const answer = (result: unknown) =>
  new Promise<{ method: string; params: unknown; chainId: string }>((resolve) =>
    wallet.once('session_request', async ({ topic, id, params }) => {
      const error =
        result instanceof Error ? { code: (result as Error & { code: number }).code, message: result.message } : undefined
      await wallet.respondSessionRequest({
        topic,
        response: { id, jsonrpc: '2.0', ...(error ? { error } : { result }) } as never,
      })
      resolve({ ...params.request, chainId: params.chainId })
    }),
  )

beforeAll(async () => {
  relay = await startRelay(0)
  wallet = await openWallet('wallet')
})
afterAll(async () => {
  await wallet.close()
  await relay.stop()
})
beforeEach(() => {
  events = []
  configure()
  discover((each) => {
    connector = each
  })
  unlisten = connector.on((event) => events.push(event))
})
afterEach(async () => {
  await control('ok')
  await connector.disconnect().catch(() => {})
  unlisten()
  await closeWalletConnect()
  vi.unstubAllGlobals()
})

describe('connect', () => {
  test('a wallet that scans the URI and approves connects', async () => {
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

  test('the URI is offered for four minutes (fault 29)', async () => {
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

  test('error: a wallet that approves after the person gave up is disconnected again', async () => {
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

  test('error: no project id', async () => {
    configure({ projectId: undefined })
    await expect(connector.connect({ networks, signal: new AbortController().signal })).rejects.toMatchObject({
      code: 'PROJECT_ID_NOT_CONFIGURED',
    })
  })

  test.each([
    ['Unauthorized: origin not allowed', 'ORIGIN_NOT_ALLOWED'],
    ['JWT validation error: JWT Token is not yet valid', 'SESSION_NOT_YET_VALID'],
    ['Unauthorized: invalid key', 'PROJECT_ID_INVALID'],
  ])('error: a relay that says "%s" ends the attempt with %s', async (message, code) => {
    await control('refuse', message)
    await expect(connector.connect({ networks, signal: new AbortController().signal })).rejects.toMatchObject({ code })
  })
})

describe('provider', () => {
  test('what the wallet approved goes to the wallet', async () => {
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

  test('error: a refusal keeps its number', async () => {
    const { connection } = await connected()
    void answer(Object.assign(new Error('User rejected.'), { code: 5000 }))
    await expect(connection.provider.request({ method: 'personal_sign', params: [] })).rejects.toMatchObject({
      code: 5000,
      message: 'User rejected.',
    })
  })

  test('an approved chain is switched to here, and told', async () => {
    const { connection } = await connected()
    const change = next('change')
    expect(await connection.provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x38' }] })).toBe(null)
    expect((await change).connections[0]).toMatchObject({ networkId: 'eip155:56', accounts: [`eip155:56:${ALICE}`] })
    expect(await connection.provider.request({ method: 'eth_chainId' })).toBe('0x38')
  })

  test('error: a chain that the wallet refuses leaves the network as it was', async () => {
    const { connection } = await connected()
    void answer(Object.assign(new Error('User rejected.'), { code: 4001 }))
    const switching = connection.provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x1' }] })
    await expect(switching).rejects.toMatchObject({ code: 4001 })
    expect(await connection.provider.request({ method: 'eth_chainId' })).toBe('0x7a69')
  })

  test('a chain that the wallet approves when asked is switched to', async () => {
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

  test('error: a wallet that says yes and does not switch is not believed', async () => {
    const { connection } = await connected()
    void answer(null)
    const switching = connection.provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x1' }] })
    await expect(switching).rejects.toMatchObject({ code: 'CHAIN_NOT_SUPPORTED' })
    expect(await connection.provider.request({ method: 'eth_chainId' })).toBe('0x7a69')
  })

  test('reads go to the given RPC, and nothing that needs the wallet does', async () => {
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

describe('session', () => {
  test('a chain that the wallet changes to is told, in whatever way it writes it', async () => {
    const { session } = await connected()
    for (const [data, id] of [
      [56, '56'],
      ['0x7a69', '31337'],
      ['56', '56'],
      ['eip155:31337', '31337'],
    ] as const) {
      const change = next('change')
      await wallet.emitSessionEvent({ topic: session.topic, event: { name: 'chainChanged', data }, chainId: 'eip155:31337' })
      expect((await change).connections[0]?.networkId).toBe(`eip155:${id}`)
    }
  })

  test('an account that the wallet changes to comes first', async () => {
    const { session } = await connected(approval([...both(ALICE), ...both(BOB)]))
    const change = next('change')
    await wallet.emitSessionEvent({
      topic: session.topic,
      event: { name: 'accountsChanged', data: [BOB.toLowerCase()] },
      chainId: 'eip155:31337',
    })
    expect((await change).connections[0]?.accounts).toEqual([`eip155:31337:${BOB}`, `eip155:31337:${ALICE}`])
  })

  test('Bitcoin: a transfer goes to the wallet once, and it tells when its addresses are others', async () => {
    const bitcoin = network('bip122:000000000933ea01ad0ee984209779ba')
    const id = bitcoin.caipNetworkId
    const [payment, ordinals] = ['tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn'] as const
    const events = ['accountsChanged', 'chainChanged', 'bip122_addressesChanged']
    const methods = ['sendTransfer', 'signMessage']
    const { session, connections } = await connected(
      { ...approval(both(ALICE)), ...{ bip122: { chains: [id], accounts: [`${id}:${payment}`], methods, events } } },
      [...networks, bitcoin],
    )
    const connection = connections.find(({ namespace }) => namespace === 'bip122')
    const ask = (method: string, params: object = {}) => connection?.provider.request({ method, params })
    const transfer = { account: payment, recipientAddress: ordinals, amount: '1000' }
    const answered = answer({ txid: 'ab'.repeat(32) })
    expect(await ask('sendTransfer', transfer)).toEqual({ txid: 'ab'.repeat(32) })
    expect(await answered).toMatchObject({ method: 'sendTransfer', params: transfer, chainId: id })

    await expect(ask('getAccountAddresses')).rejects.toMatchObject({ code: 'WALLET_METHOD_UNSUPPORTED' })
    const change = next('change')
    const data = [{ address: payment, intention: 'ordinal' }, { address: ordinals }]
    await wallet.emitSessionEvent({ topic: session.topic, event: { name: 'bip122_addressesChanged', data }, chainId: id })
    const { connections: told } = await change
    expect(told.find(({ namespace }) => namespace === 'bip122')).toMatchObject({
      accounts: [`${id}:${payment}`],
      types: { [payment]: 'ordinal' },
    })
    expect(await ask('getAccountAddresses')).toEqual(data)
  })

  test('an update that takes the current chain away moves to one that is left', async () => {
    const { session } = await connected()
    const change = next('change')
    await wallet.updateSession({ topic: session.topic, namespaces: approval([`eip155:56:${BOB}`], ['eip155:56']) })
    expect((await change).connections[0]).toMatchObject({
      networkId: 'eip155:56',
      accounts: [`eip155:56:${BOB}`],
      approved: ['eip155:56'],
    })
  })

  test('the wallet ends the session', async () => {
    const { session, connection } = await connected()
    const ended = next('disconnect')
    await wallet.disconnectSession({ topic: session.topic, reason: { code: 6000, message: 'Bye' } })
    expect(await ended).toEqual({ type: 'disconnect', reason: 'wallet' })
    await expect(connection.provider.request({ method: 'eth_accounts' })).rejects.toMatchObject({ code: 'SESSION_ENDED' })
  })

  test('disconnecting tells the wallet, and nothing is left to restore', async () => {
    const { session } = await connected()
    const told = new Promise((resolve) => wallet.once('session_delete', resolve))
    await connector.disconnect()
    expect(await told).toMatchObject({ topic: session.topic })
    expect(await connector.restore({ networks, signal: new AbortController().signal })).toEqual([])
  })

  test('a newer session replaces the older one, which the wallet is told', async () => {
    const first = await connected()
    const told = new Promise((resolve) => wallet.once('session_delete', resolve))
    const second = await connected()
    expect(await told).toMatchObject({ topic: first.session.topic })
    expect(second.connections).toHaveLength(1)
    expect(events.filter(({ type }) => type === 'disconnect')).toEqual([])
  })

  test('a reload restores the session with its chain, and what the wallet said meanwhile', async () => {
    vi.stubGlobal('localStorage', memoryStorage())
    const { session, connection } = await connected()
    await connection.provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x38' }] })
    await closeWalletConnect()
    await wallet.updateSession({ topic: session.topic, namespaces: approval(both(BOB)) })
    const missed = next('change')
    const [restored] = await connector.restore({ networks, signal: new AbortController().signal })
    expect(restored).toMatchObject({ networkId: 'eip155:56' })
    // Said in time it is in the answer, later it is news.
    const now = restored?.accounts[0]?.endsWith(BOB) ? restored : (await missed).connections[0]
    expect(now).toMatchObject({ networkId: 'eip155:56', accounts: [`eip155:56:${BOB}`] })
    void answer('0x5161')
    expect(await restored?.provider.request({ method: 'personal_sign', params: [] })).toBe('0x5161')
  })

  test('what the wallet says while a session is being restored is not lost', async () => {
    const options = { projectId: 'test', relayUrl: relay.url, logger: 'fatal' as const, telemetryEnabled: false }
    const metadata = { name: 'App', description: '', url: 'https://app.test', icons: [] }
    const signClient = await SignClient.init({ ...options, metadata, customStoragePrefix: 'host' })
    configure({ signClient })
    const { session } = await connected()
    await closeWalletConnect()
    // Reading what was kept takes until the wallet has been heard.
    const heard = new Promise((resolve) => signClient.once('session_update', resolve))
    const { storage } = signClient.core
    const getItem = storage.getItem.bind(storage)
    storage.getItem = async (key) => {
      if (key.startsWith('wallet-modal:')) await heard
      return getItem(key)
    }
    const restoring = connector.restore({ networks, signal: new AbortController().signal })
    await wallet.updateSession({ topic: session.topic, namespaces: approval(both(BOB)) })
    expect(await restoring).toMatchObject([{ networkId: 'eip155:31337', accounts: [`eip155:31337:${BOB}`] }])
    signClient.core.heartbeat.stop()
    await signClient.core.relayer.transportClose()
  })

  test('the SDK is told to open no link by itself', async () => {
    const storage = memoryStorage()
    storage.setItem('WALLETCONNECT_DEEPLINK_CHOICE', JSON.stringify({ href: 'javascript:alert(1)', name: 'x' }))
    vi.stubGlobal('localStorage', storage)
    const { session } = await connected()
    await closeWalletConnect()
    const stored = JSON.parse(Object.entries(storage).find(([key]) => key.endsWith('//session'))?.[1] as string)
    expect(stored).toMatchObject([{ topic: session.topic, sessionConfig: { disableDeepLink: true } }])
  })

  test('a relay that drops is told, and the session goes on when it is back', async () => {
    const { connection } = await connected()
    const lost = next('relay')
    await control('down')
    expect(await lost).toEqual({ type: 'relay', status: 'reconnecting' })
    const back = next('relay')
    await control('ok')
    expect(await back).toEqual({ type: 'relay', status: 'connected' })
    void answer('0x5161')
    expect(await connection.provider.request({ method: 'personal_sign', params: [] })).toBe('0x5161')
  })

  test('error: without a relay disconnecting ends here all the same', async () => {
    await connected()
    await control('down')
    await expect(connector.disconnect()).rejects.toMatchObject({ code: 'DISCONNECT_FAILED' })
    expect(await connector.restore({ networks, signal: new AbortController().signal })).toEqual([])
  })

  test('error: a hostile name is cut, and hostile links and pictures are dropped (fault 32)', async () => {
    const hostile = await openWallet('hostile', {
      name: 'A'.repeat(100_000),
      icons: ['javascript:alert(1)'],
      redirect: { native: 'javascript:alert(1)//', universal: 'http://evil.test' },
    })
    const own = wallet
    wallet = hostile
    const { connection } = await connected().finally(() => {
      wallet = own
    })
    await hostile.close()
    expect(connection.peer?.name).toHaveLength(40)
    expect(connection.peer?.icon).toBe(undefined)
  })
})

/** localStorage as a browser has it: its keys are its own properties, its methods are not. */
function memoryStorage(): Storage {
  const methods = {
    getItem: (key: string) => storage[key] ?? null,
    setItem: (key: string, text: string) => void Object.assign(storage, { [key]: text }),
    removeItem: (key: string) => void delete storage[key],
  }
  const storage: Record<string, string> = Object.create(methods)
  return storage as Storage
}
