import { WalletKit } from '@reown/walletkit'
import { Core } from '@walletconnect/core'
import { SignClient } from '@walletconnect/sign-client'
import { buildAuthObject, populateAuthPayload } from '@walletconnect/utils'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { startRelay } from '../demo/stack/relay'
import type { Connector, ConnectorEvent } from '../src/connectors/types'
import { closeWalletConnect, configureWalletConnect, discover } from '../src/connectors/wallet-connect'
import type { CaipNetworkId } from '../src/lib/caip'
import type { Network } from '../src/lib/network'
import type { SiwxData } from '../src/lib/siwx'

export const ALICE = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
export const BOB = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
export const network = (id: CaipNetworkId): Network => ({
  caipNetworkId: id,
  chainNamespace: id.slice(0, id.indexOf(':')),
  id: Number(id.split(':')[1]),
  name: id,
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: [],
})
export const networks = [network('eip155:31337'), network('eip155:56')]
export const methods = ['personal_sign', 'eth_sendTransaction', 'wallet_switchEthereumChain']
export const approval = (accounts: string[], chains = ['eip155:31337', 'eip155:56']) => ({
  eip155: { chains, accounts, methods, events: ['accountsChanged', 'chainChanged'] },
})
export const both = (address: string) => [`eip155:31337:${address}`, `eip155:56:${address}`]

type WalletKitOptions = Parameters<typeof WalletKit.init>[0]

export let relay: Awaited<ReturnType<typeof startRelay>>
export let wallet: Awaited<ReturnType<typeof openWallet>>
export let connector: Connector
export let events: ConnectorEvent[] = []
let unlisten = () => {}

export const control = (mode: string, message?: string) =>
  fetch(`${relay.url.replace('ws', 'http')}/control`, { method: 'POST', body: JSON.stringify({ mode, message }) })

export async function openWallet(name: string, metadata: Record<string, unknown> = {}) {
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
export function next<T extends ConnectorEvent['type']>(
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
export const proposal = (to = wallet) => new Promise<{ id: number }>((resolve) => to.once('session_proposal', resolve))
export const configure = (more: object = {}) =>
  configureWalletConnect({
    projectId: 'test',
    relayUrl: relay.url,
    metadata: { name: 'App', description: '', url: 'https://app.test', icons: [] },
    storagePrefix: 'test',
    ...more,
  })

/** A client that the host created itself, with this storage prefix; and a function that ends it. */
export async function hostClient(customStoragePrefix: string) {
  const options = { projectId: 'test', relayUrl: relay.url, logger: 'fatal' as const, telemetryEnabled: false }
  const metadata = { name: 'App', description: '', url: 'https://app.test', icons: [] }
  const signClient = await SignClient.init({ ...options, metadata, customStoragePrefix })
  const close = async () => {
    signClient.core.heartbeat.stop()
    await signClient.core.relayer.transportClose()
  }
  return { signClient, close }
}

export async function connected(
  namespaces: Parameters<typeof wallet.approveSession>[0]['namespaces'] = approval(both(ALICE)),
  asked = networks,
  by = wallet,
  sessionProperties: Record<string, string> = {},
  scopedProperties: Record<string, object> = {},
) {
  const controller = new AbortController()
  const connecting = connector.connect({ networks: asked, signal: controller.signal })
  connecting.catch(() => {})
  const { uri } = await next('pairing')
  const proposed = proposal(by)
  await by.pair({ uri })
  const { id } = await proposed
  const told = Object.entries({ sessionProperties, scopedProperties }).filter(([, each]) => Object.keys(each).length > 0)
  const approved = by.approveSession({ id, namespaces, ...Object.fromEntries(told) })
  const connections = await connecting
  return { connections, session: await approved, connection: connections[0] as (typeof connections)[number] }
}

/** Answers the app's next request. */
export const answer = (result: unknown) =>
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

/** The message of a sign-in that is part of connecting. */
export const message: SiwxData = {
  ...{ accountAddress: '', chainId: 'eip155:31337', domain: 'app.test', uri: 'https://app.test/', version: '1' },
  ...{ nonce: 'q3KJf82LmXv0aTyBsd71Zr', statement: 'Login wallet', issuedAt: new Date().toISOString() },
}
const alice = privateKeyToAccount('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80')

/** The next sign-in request to the wallet. */
export const signIn = () =>
  new Promise<Parameters<Parameters<typeof wallet.once<'session_authenticate'>>[1]>[0]>((resolve) =>
    wallet.once('session_authenticate', resolve),
  )

export async function approveSignIn({ id, params }: Awaited<ReturnType<typeof signIn>>): Promise<void> {
  const chains = networks.map(({ caipNetworkId }) => caipNetworkId)
  const payload = populateAuthPayload({ authPayload: params.authPayload, chains, methods })
  const iss = `eip155:31337:${ALICE}`
  const s = await alice.signMessage({ message: wallet.formatAuthMessage({ request: payload, iss }) })
  await wallet.approveSessionAuthenticate({ id, auths: [buildAuthObject(payload, { t: 'eip191', s }, iss)] })
}

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
