import { Core } from '@walletconnect/core'
import { SignClient } from '@walletconnect/sign-client'
import { buildAuthObject, populateAuthPayload } from '@walletconnect/utils'
import { privateKeyToAccount } from 'viem/accounts'
import { accountAt } from './fixtures'
import { urls } from './site'

type Client = Awaited<ReturnType<typeof SignClient.init>>
type Request = { readonly method: string; readonly params: unknown; readonly chainId: string }

export type ScriptedSession = {
  /** URL of another relay than the stack's. */
  readonly relay?: string
  /** The wallet's metadata; any part may be invalid. */
  readonly metadata?: object
  readonly accounts?: readonly string[]
  readonly chains?: readonly string[]
  readonly methods?: readonly string[]
  readonly events?: readonly string[]
  /** Supports one-click sign-in; signs these values instead of the requested ones. */
  readonly signsIn?: { readonly nonce?: string; readonly domain?: string }
  /** Answers a request; a thrown value becomes the wallet's error. */
  readonly answer?: (request: Request, wallet: { readonly client: Client; readonly topic: string }) => unknown
}

export type NodeWallet = {
  /** The requested methods, oldest first. */
  readonly asked: string[]
  readonly pair: (uri: string) => Promise<void>
  /** The number of open sessions. */
  readonly sessions: () => number
  readonly stop: () => Promise<void>
}

const EVERYTHING = ['personal_sign', 'eth_sendTransaction', 'wallet_switchEthereumChain', 'wallet_addEthereumChain']
const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

/** Starts a WalletConnect wallet in Node that approves every proposal with the script's values and answers by the script. */
export async function startNodeWallet(script: ScriptedSession = {}): Promise<NodeWallet> {
  const core = await Core.init({
    projectId: 'local',
    relayUrl: script.relay ?? urls.relay,
    customStoragePrefix: crypto.randomUUID(),
    logger: 'silent',
    telemetryEnabled: false,
    storageOptions: { database: ':memory:' },
  })
  Object.assign(core.verify, { register: async () => '', resolve: async () => undefined })
  Object.assign(core.eventClient, { init: async () => {} })
  const metadata = { name: 'Node Wallet', description: '', url: 'http://localhost', icons: [], ...script.metadata }
  const client = await SignClient.init({ core, metadata, logger: 'silent' } as Parameters<typeof SignClient.init>[0])
  // The SDK does not await this check, which rejects if the relay delivers a disconnect twice: unhandled, that would end the test.
  const engine = client.engine as unknown as { isValidDisconnect(ended: unknown): Promise<void> }
  const check = engine.isValidDisconnect
  engine.isValidDisconnect = (ended) => {
    const checked = check(ended)
    checked.catch(() => {})
    return checked
  }
  const asked: string[] = []
  const { accounts = [`eip155:31337:${ADDRESS}`], methods = EVERYTHING, events = ['chainChanged', 'accountsChanged'] } = script
  const chains = script.chains ?? accounts.map((account) => account.split(':', 2).join(':'))
  client.on('session_proposal', async ({ id }) => {
    const eip155 = { accounts: [...accounts], chains: [...chains], methods: [...methods], events: [...events] }
    const { acknowledged } = await client.approve({ id, namespaces: { eip155 } })
    await acknowledged().catch(() => {})
  })
  const { signsIn } = script
  // A wallet that listens to this event is taken to support it, and gets no plain proposal.
  if (signsIn)
    client.on('session_authenticate', async ({ id, params }) => {
      const asked = populateAuthPayload({ authPayload: params.authPayload, chains: [...chains], methods: [...methods] })
      const payload = { ...asked, ...signsIn }
      const iss = `eip155:31337:${ADDRESS}`
      const message = client.formatAuthMessage({ request: payload, iss })
      const s = await privateKeyToAccount(accountAt(0).key).signMessage({ message })
      await client.approveSessionAuthenticate({ id, auths: [buildAuthObject(payload, { t: 'eip191', s }, iss)] })
    })
  client.on('session_request', async ({ id, topic, params }) => {
    const request = { ...params.request, chainId: params.chainId }
    asked.push(request.method)
    const respond = (outcome: object) =>
      client.respond({ topic, response: { id, jsonrpc: '2.0', ...outcome } as Parameters<Client['respond']>[0]['response'] })
    try {
      await respond({ result: (await script.answer?.(request, { client, topic })) ?? null })
    } catch (error) {
      if (error instanceof Error) console.error('The scripted wallet failed', error)
      await respond({ error })
    }
  })
  return {
    asked,
    pair: async (uri) => {
      await client.core.pairing.pair({ uri })
    },
    sessions: () => client.session.length,
    stop: async () => {
      await core.relayer.transportClose()
      core.heartbeat.stop()
    },
  }
}
