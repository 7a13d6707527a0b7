import { buildAuthObject, populateAuthPayload } from '@walletconnect/utils'
import { privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ALICE, methods, relay, wallet } from '../../.ci/walletkit-world'
import type { SiwxData } from '../lib/siwx'
import type { OneClick } from './wallet-connect'
import { offerSignIn } from './wallet-connect-authenticate'
import { type Client, openClient } from './wallet-connect-client'

const signer = privateKeyToAccount('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80')
const chains = ['eip155:31337', 'eip155:56']
const message: SiwxData = {
  ...{ accountAddress: '', chainId: 'eip155:31337', domain: 'app.test', uri: 'https://app.test/', version: '1' },
  ...{ nonce: 'q3KJf82LmXv0aTyBsd71Zr', statement: 'Login wallet', issuedAt: new Date().toISOString() },
}
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

type Asked = Parameters<Parameters<typeof wallet.once<'session_authenticate'>>[1]>[0]
const asked = () => new Promise<Asked>((resolve) => wallet.once('session_authenticate', resolve))

async function approve({ id, params }: Asked): Promise<void> {
  const payload = populateAuthPayload({ authPayload: params.authPayload, chains, methods })
  const iss = `eip155:31337:${ALICE}`
  const s = await signer.signMessage({ message: wallet.formatAuthMessage({ request: payload, iss }) })
  await wallet.approveSessionAuthenticate({ id, auths: [buildAuthObject(payload, { t: 'eip191', s }, iss)] })
}

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

test('whoever scans a code just before the next one is signed in by it', async () => {
  const { uri = '', approval } = await offer()
  const approved = approval()
  await offer()
  const request = asked()
  await wallet.pair({ uri })
  await approve(await request)
  const { namespaces } = await approved
  expect(namespaces.eip155?.accounts).toEqual([`eip155:31337:${ALICE}`, `eip155:56:${ALICE}`])
  expect(taken).toHaveLength(1)
})

test('error: a refusal is told by its number, whatever the words of the wallet', async () => {
  const { uri = '', approval } = await offer()
  const refused = expect(approval()).rejects.toMatchObject({ code: 5000, message: 'Abgelehnt' })
  const request = asked()
  await wallet.pair({ uri })
  await wallet.rejectSessionAuthenticate({ id: (await request).id, reason: { code: 5000, message: 'Abgelehnt' } })
  await refused
})

test('of a code that led to nothing no mailbox, key or question is left', async () => {
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
