import { describe, expect, test } from 'vitest'
import { mockConnection, mockWallet } from './test-wallet'

const request = () => ({ networks: [], signal: new AbortController().signal })

describe('mockWallet', () => {
  test('approves, restores and emits by its script', async () => {
    const { connector, script, emit, calls } = mockWallet({ id: 'a' }, { request: ({ method }) => method })
    const [connection] = await connector.connect(request())
    expect(connection?.networkId).toBe('eip155:31337')
    expect(await connection?.provider.request({ method: 'eth_chainId' })).toBe('eth_chainId')
    expect(await connector.restore(request())).toEqual([])
    script.restore = 'approve'
    expect(await connector.restore(request())).toHaveLength(1)
    const heard: unknown[] = []
    const stop = connector.on((event) => heard.push(event.type))
    emit({ type: 'change', connections: [mockConnection('eip155:56')] })
    stop()
    emit({ type: 'disconnect', reason: 'wallet' })
    expect(heard).toEqual(['change'])
    expect(calls).toEqual({ connect: 1, restore: 2, disconnect: 0 })
  })

  test('error: refuses, or hangs until the signal', async () => {
    const { connector, script } = mockWallet({}, { connect: 'USER_REJECTED' })
    await expect(connector.connect(request())).rejects.toMatchObject({ code: 'USER_REJECTED' })
    script.connect = 'hang'
    const controller = new AbortController()
    const waiting = connector.connect({ networks: [], signal: controller.signal })
    controller.abort()
    await expect(waiting).rejects.toMatchObject({ code: 'ABORTED' })
  })
})
