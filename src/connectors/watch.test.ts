import { describe, expect, test } from 'vitest'
import type { ConnectorEvent } from './types'
import { watchConnector } from './watch'

const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const request = { networks: [], signal: new AbortController().signal }

describe('watchConnector', () => {
  test('has one account on the given network, and gives a host no provider', async () => {
    const [connection] = await watchConnector('eip155:56', ADDRESS).connect(request)
    expect(connection).toMatchObject({ networkId: 'eip155:56', accounts: [`eip155:56:${ADDRESS}`], publicProvider: false })
  })

  test('switches to another network of its namespace and reports that', async () => {
    const connector = watchConnector('eip155:56', ADDRESS)
    const told: ConnectorEvent[] = []
    connector.on((event) => told.push(event))
    const [connection] = await connector.connect(request)
    await connection?.provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x1' }] })
    expect(told).toMatchObject([{ type: 'change', connections: [{ accounts: [`eip155:1:${ADDRESS}`] }] }])
    expect(await connection?.provider.request({ method: 'eth_chainId' })).toBe('0x1')
  })

  test.each(['personal_sign', 'eth_sendTransaction', 'eth_signTypedData_v4', 'wallet_sendCalls', 'solana_signMessage'])(
    'error: %s is refused',
    async (method) => {
      const [connection] = await watchConnector('eip155:56', ADDRESS).connect(request)
      await expect(connection?.provider.request({ method, params: [] })).rejects.toMatchObject({ code: 4100 })
    },
  )

  test('is not restored', async () => {
    expect(await watchConnector('eip155:56', ADDRESS).restore(request)).toEqual([])
  })
})
