import { describe, expect, test } from 'vitest'
import { openClient } from './wallet-connect-client'

describe('openClient', () => {
  test('the relay is told which message is meant, and nothing of what it asks for', async () => {
    const metadata = { name: 'Test', description: '', url: 'https://site.example', icons: [] }
    const client = await openClient({ projectId: 'p', relayUrl: 'ws://127.0.0.1:9', metadata, storagePrefix: 'test-client' })
    const engine = client.engine as unknown as { getTVFParams(id: number, params: object): unknown }
    const request = {
      method: 'eth_sendTransaction',
      params: [{ to: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', data: '0xa9059cbb' }],
    }
    expect(engine.getTVFParams(7, { chainId: 'eip155:1', request })).toEqual({ correlationId: 7 })
  })
})
