import { once } from 'node:events'
import { expect, test, vi } from 'vitest'
import { WebSocketServer } from 'ws'
import { startRelay } from '../../demo/stack/relay'
import { openClient } from './wallet-connect-client'

const metadata = { name: 'Test', description: '', url: 'https://site.example', icons: [] }
const TOPIC = 'a'.repeat(64)

test('error: a relay that closes every socket at once is asked again after a pause, for messages that wait too', async () => {
  const relay = await startRelay(0)
  const { core } = await openClient({ projectId: 'p', relayUrl: relay.url, metadata, storagePrefix: 'test-calm' })
  await core.relayer.subscribe(TOPIC)
  const gone = new Promise((done) => core.relayer.once('relayer_disconnect', done))
  await Promise.all([relay.stop(), gone])
  const overloaded = new WebSocketServer({ port: Number(new URL(relay.url).port), host: '127.0.0.1' })
  await once(overloaded, 'listening')
  let sockets = 0
  overloaded.on('connection', (socket) => {
    sockets += 1
    setTimeout(() => socket.close(1013, 'Try again later'))
  })
  const messages = [1, 2].map((tag) => core.relayer.publish(TOPIC, 'message', { ttl: 300, tag }))
  await vi.waitFor(() => expect(sockets).toBeGreaterThan(1), { timeout: 10_000 })
  expect(sockets).toBe(2)
  core.heartbeat.stop()
  await core.relayer.transportClose()
  overloaded.close()
  void Promise.allSettled(messages)
}, 20_000)
