import { Relayer } from '@walletconnect/core'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { startRelay } from '../../demo/stack/relay'
import { type Client, openClient, openOnReturn, restClient, wakeClient } from './wallet-connect-client'
import { openWalletConnect } from './wallet-connect-session'

describe('openClient', () => {
  test('no one else hears of a connection: neither Verify nor telemetry is used; storage is under our prefix', async () => {
    const metadata = { name: 'Test', description: '', url: 'https://site.example', icons: [] }
    const { core } = await openClient({ projectId: 'p', relayUrl: 'ws://127.0.0.1:9', metadata, storagePrefix: 'test-quiet' })
    expect(await core.verify.register({ id: 'attestation', decryptedId: 'request' })).toBe('')
    expect(Reflect.get(core.eventClient, 'telemetryEnabled')).toBe(false)
    expect(Reflect.get(core, 'customStoragePrefix')).toBe(':test-quiet')
  })

  test('without a stored session the relay is not contacted', async () => {
    const opened = vi.spyOn(Relayer.prototype, 'transportOpen').mockResolvedValue()
    const metadata = { name: 'Test', description: '', url: 'https://site.example', icons: [] }
    const { core } = await openClient({ projectId: 'p', relayUrl: 'ws://127.0.0.1:9', metadata, storagePrefix: 'test-empty' })
    await new Promise((done) => setTimeout(done))
    expect(opened).not.toHaveBeenCalled()
    await core.relayer.transportOpen()
    expect(opened).toHaveBeenCalledTimes(1)
    opened.mockRestore()
  })

  test('a client closed before its socket opens does not open it', async () => {
    const opened = vi.spyOn(Relayer.prototype, 'transportOpen').mockResolvedValue()
    const metadata = { name: 'Test', description: '', url: 'https://site.example', icons: [] }
    const { core } = await openClient({ projectId: 'p', relayUrl: 'ws://127.0.0.1:9', metadata, storagePrefix: 'test-closed' })
    const opening = core.relayer.transportOpen()
    await core.relayer.transportClose()
    await opening
    expect(opened).not.toHaveBeenCalled()
    opened.mockRestore()
  })

  test('nor does a closed client when the network comes back', async () => {
    const opened = vi.spyOn(Relayer.prototype, 'transportOpen').mockResolvedValue()
    const made = vi.spyOn(Relayer.prototype, 'init')
    const metadata = { name: 'Test', description: '', url: 'https://site.example', icons: [] }
    const config = { projectId: 'p', relayUrl: 'ws://127.0.0.1:9', metadata, storagePrefix: 'test-left' }
    const session = await openWalletConnect(undefined, [], config, vi.fn(), () => undefined)
    const relayer = made.mock.contexts[0] as Relayer
    made.mockRestore()
    await session.close()
    // What the SDK does in a browser when the network goes and comes back, even after a close.
    relayer.transportExplicitlyClosed = false
    await relayer.transportOpen().catch(() => {})
    expect(opened).not.toHaveBeenCalled()
    // A later attempt opens it.
    session.connect({ networks: [], signal: AbortSignal.abort() }).catch(() => {})
    await vi.waitFor(() => expect(opened).toHaveBeenCalledTimes(1))
    await session.close()
    opened.mockRestore()
  })

  test('what still waits to be sent when it is closed is not sent, not even to a closing socket', async () => {
    const relay = await startRelay(0)
    const metadata = { name: 'Test', description: '', url: 'https://site.example', icons: [] }
    const { core } = await openClient({ projectId: 'p', relayUrl: relay.url, metadata, storagePrefix: 'test-waits' })
    const { relayer } = core
    await relayer.transportOpen()
    await relayer.transportClose()
    // The SDK's provider reopens the socket for a request, whatever the relayer’s state.
    const sent = [1, 2].map((id) => relayer.provider.request({ method: 'irn_subscribe', params: { topic: `${id}`.repeat(64) } }))
    const ends = await Promise.allSettled(sent)
    // A message arriving just then is not acknowledged and stays for the next client; the failed acknowledgement is not reported.
    const failed = vi.fn()
    relayer.provider.connection.send({ id: 1, jsonrpc: '2.0', result: true }).catch(failed)
    await Promise.resolve()
    expect(failed).not.toHaveBeenCalled()
    expect(ends).toEqual(ends.map(() => ({ status: 'rejected', reason: expect.objectContaining({ code: 'RELAY_UNREACHABLE' }) })))
    await relay.stop()
  }, 5_000)

  test('the relay gets the message’s id, and nothing of its contents', async () => {
    const metadata = { name: 'Test', description: '', url: 'https://site.example', icons: [] }
    const client = await openClient({ projectId: 'p', relayUrl: 'ws://127.0.0.1:9', metadata, storagePrefix: 'test-client' })
    const engine = client.engine as typeof client.engine & { getTVFParams(id: number, params: object): unknown }
    const request = {
      method: 'eth_sendTransaction',
      params: [{ to: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', data: '0xa9059cbb' }],
    }
    expect(engine.getTVFParams(7, { chainId: 'eip155:1', request })).toEqual({ correlationId: 7 })
  })

  test.each([
    ['an end', 'onSessionDeleteRequest'],
    ['a ping', 'onSessionPingRequest'],
    ['a longer life', 'onSessionExtendRequest'],
  ] as const)('%s that a relay delivers again after the session has ended is no unhandled error', async (_, hear) => {
    const thrown = vi.fn()
    process.on('unhandledRejection', thrown)
    const metadata = { name: 'Test', description: '', url: 'https://site.example', icons: [] }
    const client = await openClient({ projectId: 'p', relayUrl: 'ws://127.0.0.1:9', metadata, storagePrefix: 'test-twice' })
    const engine = client.engine as unknown as Record<typeof hear, (topic: string, payload: object) => Promise<void>>
    const payload = { id: 1, jsonrpc: '2.0', params: { code: 6000, message: 'User disconnected.' } }
    engine[hear]('a'.repeat(64), payload).catch(() => {})
    // Node reports it after the microtasks.
    await new Promise((done) => setTimeout(done))
    process.off('unhandledRejection', thrown)
    expect(thrown).not.toHaveBeenCalled()
    // A direct call still rejects.
    await expect(client.disconnect({ topic: 'a'.repeat(64), reason: { code: 6000, message: '' } })).rejects.toThrow()
  })
})

describe('restClient', () => {
  test('a client rested twice opens its socket again when woken; a host’s own client keeps its socket', async () => {
    const opened = vi.spyOn(Relayer.prototype, 'transportOpen').mockResolvedValue()
    const metadata = { name: 'Test', description: '', url: 'https://site.example', icons: [] }
    const client = await openClient({ projectId: 'p', relayUrl: 'ws://127.0.0.1:9', metadata, storagePrefix: 'test-rest' })
    await restClient(client)
    await restClient(client)
    await expect(client.core.relayer.transportOpen()).rejects.toMatchObject({ code: 'RELAY_UNREACHABLE' })
    expect(opened).not.toHaveBeenCalled()
    wakeClient(client)
    await client.core.relayer.transportOpen()
    expect(opened).toHaveBeenCalledTimes(2)
    opened.mockRestore()
    const [stop, transportOpen, transportClose] = [vi.fn(), vi.fn(), vi.fn(async () => {})]
    const host = { core: { heartbeat: { stop }, relayer: { transportOpen, transportClose } } } as unknown as Client
    await restClient(host)
    expect([stop.mock.calls, transportClose.mock.calls, host.core.relayer.transportOpen]).toEqual([[], [], transportOpen])
  })
})

describe('openOnReturn', () => {
  afterEach(() => void vi.unstubAllGlobals())

  test('the socket is opened when the page is visible or online again, if it is needed, and not twice at once', async () => {
    const metadata = { name: 'Test', description: '', url: 'https://site.example', icons: [] }
    const client = await openClient({ projectId: 'p', relayUrl: 'ws://127.0.0.1:9', metadata, storagePrefix: 'test-return' })
    const opened = vi.fn(
      async () => void Object.defineProperty(client.core.relayer, 'connected', { value: true, configurable: true }),
    )
    client.core.relayer.transportOpen = opened
    const page = Object.assign(new EventTarget(), { hidden: true })
    const browser = new EventTarget()
    vi.stubGlobal('document', page)
    vi.stubGlobal('window', browser)
    let wanted = false
    const stop = openOnReturn(client, () => wanted)
    const drop = () => Object.defineProperty(client.core.relayer, 'connected', { value: false, configurable: true })
    const see = () => page.dispatchEvent(new Event('visibilitychange'))
    drop()
    wanted = true
    see()
    expect(opened).toHaveBeenCalledTimes(0)
    page.hidden = false
    see()
    see()
    expect(opened).toHaveBeenCalledTimes(1)
    drop()
    browser.dispatchEvent(new Event('online'))
    expect(opened).toHaveBeenCalledTimes(2)
    drop()
    wanted = false
    see()
    stop()
    wanted = true
    see()
    browser.dispatchEvent(new Event('online'))
    expect(opened).toHaveBeenCalledTimes(2)
  })
})
