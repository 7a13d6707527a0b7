import { type Hex, verifyMessage } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startRelay } from '../../demo/stack/relay'
import { openSignClient } from './sign-client'
import { type WalletConnectWallet, walletConnectWallet } from './wallet-connect-wallet'

type App = Awaited<ReturnType<typeof openSignClient>>
let relay: Awaited<ReturnType<typeof startRelay>>
let phone: WalletConnectWallet
let app: App
beforeAll(async () => {
  relay = await startRelay(0)
  phone = await walletConnectWallet({ relayUrl: relay.url, chains: { 31337: '', 56: '' } })
  app = await openSignClient({ relayUrl: relay.url, projectId: 'local', name: 'App' })
}, 60_000)
afterAll(async () => {
  await Promise.all([phone.stop(), app.close()])
  await relay.stop()
})

async function pair() {
  const required = { eip155: { chains: ['eip155:31337'], methods: ['personal_sign'], events: ['chainChanged'] } }
  const { uri = '', approval } = await app.client.connect({ optionalNamespaces: required })
  const ending = approval()
  ending.catch(() => {})
  await phone.pair(uri)
  return ending
}

test('pairs, signs with a real key, and declines if told to', async () => {
  const { topic, namespaces } = await pair()
  expect(namespaces.eip155?.accounts).toContain(`eip155:56:${phone.address}`)
  const sign = () =>
    app.client.request<Hex>({
      topic,
      chainId: 'eip155:31337',
      request: { method: 'personal_sign', params: ['0x68656c6c6f', phone.address] },
    })
  expect(await verifyMessage({ address: phone.address as Hex, message: 'hello', signature: await sign() })).toBe(true)
  phone.behave('reject')
  await expect(sign()).rejects.toMatchObject({ code: 4001 })
  expect(phone.asked).toEqual(['session_proposal', 'personal_sign', 'personal_sign'])
}, 60_000)

test('waits for the test, switches chains, and disconnects', async () => {
  phone.behave('ask')
  const [pairing] = await Promise.all([pair(), phone.approve()])
  const { topic } = pairing
  const sign = () => {
    const request = { method: 'personal_sign', params: ['0x68656c6c6f', phone.address] }
    return app.client.request<Hex>({ topic, chainId: 'eip155:31337', request })
  }
  const [signature] = await Promise.all([sign(), phone.approve()])
  expect(signature).toMatch(/^0x[0-9a-f]{130}$/)
  const declined = expect(sign()).rejects.toMatchObject({ code: 4001 })
  expect(await phone.reject()).toMatchObject({ method: 'personal_sign' })
  await declined

  const heard = new Promise((resolve) => app.client.on('session_event', ({ params }) => resolve(params.event)))
  const left = new Promise((resolve) => app.client.on('session_delete', (event) => resolve(event.topic)))
  await phone.switchChain(56)
  expect(await heard).toMatchObject({ name: 'chainChanged', data: 56 })
  await phone.disconnect()
  expect(await left).toBeDefined()
}, 60_000)

test('error: a declined pairing ends the app’s wait', async () => {
  phone.behave('reject')
  await expect(pair()).rejects.toMatchObject({ code: 5000 })
}, 60_000)
