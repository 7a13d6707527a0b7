import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ALICE, approveSignIn, message, methods, networks, relay, signIn, wallet } from '../../.ci/walletkit-world'
import { offerSignIn } from './wallet-connect-authenticate'
import { type Client, openClient } from './wallet-connect-client'
import type { OneClick } from './wallet-connect-config'

const chains = networks.map(({ caipNetworkId }) => caipNetworkId)
const { signal } = new AbortController()

let client: Client
const taken: Parameters<OneClick['take']>[0][] = []
const offer = () =>
  offerSignIn(
    client,
    { methods, chains },
    { request: async () => message, take: async (signed) => void taken.push(signed) },
    signal,
  )

beforeEach(async () => {
  taken.length = 0
  client = await openClient({
    ...{ projectId: 'test', relayUrl: relay.url, storagePrefix: 'offers' },
    metadata: { name: 'App', description: '', url: 'https://app.test', icons: [] },
  })
})
afterEach(async () => {
  client.core.heartbeat.stop()
  await client.core.relayer.transportClose()
})

test('a visitor who scans a code just before the next one is signed in by it', async () => {
  const { uri = '', approval } = await offer()
  const approved = approval()
  await offer()
  const request = signIn()
  await wallet.pair({ uri })
  await approveSignIn(await request)
  const { namespaces } = await approved
  expect(namespaces.eip155?.accounts).toEqual([`eip155:31337:${ALICE}`, `eip155:56:${ALICE}`])
  expect(taken).toHaveLength(1)
})

test('error: a refusal is recognized by its number, whatever the wallet’s text', async () => {
  const { uri = '', approval } = await offer()
  const refused = expect(approval()).rejects.toMatchObject({ code: 5000, message: 'Abgelehnt' })
  const request = signIn()
  await wallet.pair({ uri })
  await wallet.rejectSessionAuthenticate({ id: (await request).id, reason: { code: 5000, message: 'Abgelehnt' } })
  await refused
})

test.each([{}, { cacaos: [], responder: null }])(
  'error: an answer that is no sign-in ends the attempt, and is no unhandled error of the page: %j',
  async (result) => {
    const { approval } = await offer()
    const ended = expect(approval()).rejects.toMatchObject({ code: 'WALLET_ANSWER_INVALID' })
    const [id] = client.auth.requests.keys
    const { events } = client.engine as unknown as { events: { emit(name: string, answer: object): void } }
    events.emit(`session_request:${id}`, { result })
    await ended
  },
)

test('an abandoned code leaves no topic, key or request behind', async () => {
  const { expire } = await offer()
  const [own] = client.auth.authKeys.getAll()
  const left = () => [
    client.core.relayer.subscriber.topics.includes(own?.responseTopic ?? ''),
    client.core.crypto.keychain.has(own?.publicKey ?? ''),
    client.auth.requests.length,
  ]
  expect(left()).toEqual([true, true, 1])
  expire?.()
  await vi.waitFor(() => expect(left()).toEqual([false, false, 0]))
})
