import { join } from 'node:path'
import { type Chain, startChain } from './chain'
import { startEsplora } from './esplora'
import { startIdentity } from './identity'
import { freePort, type Piece } from './listen'
import { loginSettings, startLoginBackend } from './login-backend'
import { startMail } from './mail'
import { BITCOIN_NETWORK_ID, localNetworks, networkIdOf, POLKADOT_NETWORK_ID, SOLANA_NETWORK_ID } from './networks'
import { buildPage } from './page-build'
import { strictPolicy } from './page-policy'
import { type PageConfig, startPages, startWalletPage } from './pages'
import { startPolkadot } from './polkadot'
import { startProviderApi } from './provider-api'
import { startRelay } from './relay'
import { startSecureSite } from './secure-site'
import { type SplToken, startSolana } from './solana'
import type { Token } from './token'

/** Ports by service name, chains by CAIP-2 id; missing or taken ones are replaced by free ones. */
type Ports = Readonly<Record<string, number>>

/** The URLs of all services. */
export type Urls = {
  readonly demo: string
  readonly dapp: string
  readonly host: string
  readonly wallet: string
  readonly relay: string
  readonly provider: string
  /** The value of `login-url`. */
  readonly login: string
  /** The page of the secure frame. */
  readonly secureSite: string
  /** The inbox: a page, and `/messages` as JSON. */
  readonly mail: string
  /** Where people sign in with a social network (OpenID Connect), and the app of Farcaster. */
  readonly identity: string
  readonly rpc: Readonly<Record<string, string>>
  /** WebSocket URLs of chains with subscriptions. */
  readonly ws: Readonly<Record<string, string>>
  readonly tokens: Readonly<Record<string, readonly Pick<Token | SplToken, 'address' | 'symbol' | 'decimals'>[]>>
}

export type Stack = { readonly urls: Urls; readonly stop: () => Promise<void> }

/**
 * Starts the whole local stack. `port` is the demo page's, 0 for a free one; rejects with PortTaken if it is in use. `state` is the
 * folder that stores the chains between runs; without it each run starts fresh.
 */
export async function startStack({
  ports = {},
  port = 0,
  state,
}: {
  ports?: Ports
  port?: number
  state?: string
} = {}): Promise<Stack> {
  const started: Piece[] = []
  const start = async <T extends Piece>(piece: Promise<T>) => {
    const running = await piece
    started.push(running)
    return running
  }
  // The last started stops first: pages before the services they use.
  const stop = async () => {
    const pieces = started.splice(0).reverse()
    await Promise.allSettled(pieces.map((piece) => piece.stop()))
  }
  const portFor = (name: string) => freePort(ports[name])

  // Before anything is started.
  const { origins, ...settings } = loginSettings(process.env)
  try {
    await buildPage('wallet')
    await buildPage('secure')
    // The pages need each other's URLs before they start, and a taken port should end this early.
    const demoConfig: Record<string, unknown> = {}
    const policy = { text: '' }
    const demo = await start(startPages(port, { config: demoConfig, policy: () => policy.text }))
    const walletConfig: Record<string, unknown> = {}
    const wallet = await start(startWalletPage(await portFor('wallet'), { config: walletConfig }))
    const chains: Chain[] = await all(
      localNetworks.map(async ({ chainId }) => start(startChain(chainId, await portFor(networkIdOf(chainId)), state))),
    )
    const relay = await start(startRelay(await portFor('relay')))
    const solana = await start(startSolana(await portFor(SOLANA_NETWORK_ID), { state }))
    const database = state && join(state, 'provider.sqlite')
    const walletUrl = `${wallet.url}/`
    const provider = await start(startProviderApi(await portFor('provider'), { chains, solana, walletUrl, database }))
    const login = await start(
      startLoginBackend(await portFor('login'), {
        ...settings,
        origins: [demo.url, ...origins],
        chains,
        providerUrl: `${provider.url}/`,
      }),
    )
    const mail = await start(startMail(await portFor('mail')))
    const identity = await start(startIdentity(await portFor('identity')))
    const secure = await start(startSecureSite(await portFor('secureSite'), { mail, identity, chains, solana }))
    const every = [...chains, solana]
    const bitcoin = await start(startEsplora(await portFor(BITCOIN_NETWORK_ID)))
    const polkadot = await start(startPolkadot(await portFor(POLKADOT_NETWORK_ID)))

    const urls: Urls = {
      demo: `${demo.url}/`,
      dapp: `${demo.url}/dapp.html`,
      host: `${demo.url}/host.html`,
      wallet: `${wallet.url}/`,
      relay: relay.url,
      provider: `${provider.url}/`,
      login: `${login.url}/`,
      secureSite: `${secure.url}/sdk`,
      mail: mail.url,
      identity: identity.url,
      rpc: Object.fromEntries([...every, bitcoin, polkadot].map(({ networkId, url }) => [networkId, url])),
      ws: { [solana.networkId]: solana.ws },
      tokens: Object.fromEntries(
        every.map(({ networkId, tokens }) => [
          networkId,
          tokens.map(({ address, symbol, decimals }) => ({ address, symbol, decimals })),
        ]),
      ),
    }
    Object.assign(demoConfig, pageConfig(urls))
    Object.assign(walletConfig, pageConfig(urls))
    policy.text = policyWithHosts(urls)
    return { urls, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

// Like Promise.all, but rejects only when nothing is still starting.
async function all<T>(promises: Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(promises)
  return Promise.all(promises)
}

function pageConfig(urls: Urls): PageConfig {
  const rpcUrl = Object.entries(urls.rpc).map((pair) => pair.join('='))
  return {
    ...urls,
    projectId: 'local',
    mode: 'localhost',
    networks: Object.keys(urls.rpc).join(' '),
    rpcUrl: rpcUrl.join(' '),
    chains: localNetworks,
  }
}

// The strictest policy under which a page can use the element (`demo/docs/csp.md`): nothing inline, nothing evaluated, and only the
// hosts of its attributes. The page's own host is not included, except for the file that its demo wallet reads.
function policyWithHosts({ demo, provider, login, relay, rpc, secureSite }: Urls): string {
  const connect = [new URL(provider).origin, new URL(login).origin, relay, ...Object.values(rpc), `${demo}config.json`]
  return strictPolicy({
    'img-src': `'self' data: ${new URL(provider).origin}`,
    'connect-src': connect.join(' '),
    'frame-src': new URL(secureSite).origin,
  })
}
