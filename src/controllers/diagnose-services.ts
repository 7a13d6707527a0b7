import { isProviderRpc } from '../adapters/provider-rpc'
import type { Network } from '../lib/network'
import { untilAborted } from '../lib/until-aborted'
import { config } from '../state/config'
import { bad, CHECK_LIMIT_MS, type Check, good, type Outcome } from './diagnose-check'
import { loadNetworks } from './network-list'
import { rpcContext } from './rpc'
import { serviceHosts } from './service-hosts'
import { ownSignClient } from './sign-client'

/** Whether WalletConnect's relay answers. */
export async function relayCheck(): Promise<Outcome> {
  if (ownSignClient()) return good('The site’s own client')
  if (!config.projectId) return bad('No project id: set the project-id attribute to use WalletConnect')
  const host = hostOf(config.relayUrl)
  return reached(host, await socketAnswers(config.relayUrl))
}

/** Whether the relay answers, be it with a refusal. By a socket: a policy may allow no other request to that host. */
function socketAnswers(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    try {
      const socket = new WebSocket(url)
      const end = (answered: boolean) => {
        clearTimeout(limit)
        resolve(answered)
        socket.close()
      }
      const limit = setTimeout(end, CHECK_LIMIT_MS, false)
      socket.onopen = () => end(true)
      // A blocked socket only has an error event; code 1006 means that it was never open.
      socket.onerror = () => end(false)
      socket.onclose = ({ code }) => end(code !== 1006)
    } catch {
      resolve(false)
    }
  })
}

/** Whether the configured services answer: provider, wallet list, login. */
export async function serviceChecks(): Promise<Check[]> {
  const { provider, wallets } = serviceHosts()
  const named = [
    { name: 'Provider', url: provider },
    { name: 'Wallet list', url: wallets === provider ? undefined : wallets },
    { name: 'Login', url: config.loginUrl },
  ]
  const asked = named.map(async ({ name, url }): Promise<Check[]> => {
    if (!url) return []
    return [{ name, ...reached(hostOf(url), await answers(url)) }]
  })
  return (await Promise.all(asked)).flat()
}

/** Starts the secure frame, if the site offers a login in it; nothing else shows whether the page's policy lets it in. */
export async function frameChecks(): Promise<Check[]> {
  if (!config.email && config.socials.length === 0) return []
  const host = hostOf(config.secureSiteUrl)
  // Ends this question alone: a limit of the frame's own would end a login that waits for the same frame.
  const asked = new AbortController()
  const ask = async () => {
    const { embeddedWallet } = await import('./embedded')
    const { askFrame } = await embeddedWallet()
    return askFrame('IS_CONNECTED', undefined, asked)
  }
  const outcome = await untilAborted(ask(), undefined, CHECK_LIMIT_MS).then(
    () => good(`${host} answers`),
    ({ code }) => {
      if (code === 'FRAME_ERROR') return good(`${host} answers`)
      if (code === 'FRAME_STORAGE_BLOCKED') return bad(`This browser blocks the storage of ${host} in other pages`)
      return bad(
        `${host} does not answer in its frame. Check secure-site-url, frame-src of the page’s policy, and the project id’s allowlist`,
      )
    },
  )
  asked.abort()
  return [{ name: 'Secure site', ...outcome }]
}

/** Asks every endpoint of every network once. */
export async function chainChecks(): Promise<Check[]> {
  const networks = await loadNetworks().catch(() => undefined)
  if (!networks) return [{ name: 'Networks', ...bad('The table of networks, a file beside wallet-modal.js, did not load') }]
  const { defaultNetwork, startNetwork } = config
  const strange = defaultNetwork && defaultNetwork !== startNetwork
  const unused = `default-network is ${defaultNetwork}, which is not in networks: ${startNetwork} is used instead`
  const asked = networks.flatMap((network): (Check | Promise<Check>)[] => {
    const { urls } = rpcContext(network)
    const name = `RPC ${network.name}`
    if (urls.length === 0) return [{ name, ...unread(network) }]
    return urls.map(async (url): Promise<Check> => {
      if (network.chainNamespace !== 'eip155') return { name, ...reached(hostOf(url), await answers(url)) }
      return { name, ...servesOutcome(hostOf(url), await servedChain(url), network) }
    })
  })
  return Promise.all([...(strange ? [{ name: 'Networks', ...bad(unused) }] : []), ...asked])
}

/** For a network without an RPC URL, which is usual in some namespaces. */
function unread({ caipNetworkId, chainNamespace }: Network): Outcome {
  if (!/^(eip155|solana)$/.test(chainNamespace)) return good(`Not read: rpc-url has no URL for ${caipNetworkId}`)
  return bad(`rpc-url has no URL for ${caipNetworkId}: its balances cannot be read, and nothing can be sent`)
}

/** The outcome for an EVM endpoint, by the chain that it says it serves. */
function servesOutcome(host: string, served: number | undefined, { id }: Network): Outcome {
  if (served === undefined) return bad(`${host} does not answer`)
  return served === Number(id) ? good(`${host} answers`) : bad(`${host} serves chain ${served}, not ${id}`)
}

async function servedChain(url: string): Promise<number | undefined> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      // As all other requests: the provider also reads plain text, which saves a preflight.
      headers: { 'Content-Type': isProviderRpc(url) ? 'text/plain' : 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] }),
      signal: AbortSignal.timeout(CHECK_LIMIT_MS),
    })
    const { result }: { result?: unknown } = await response.json()
    const id = Number(result)
    return Number.isSafeInteger(id) && id > 0 ? id : undefined
  } catch {
    return undefined
  }
}

/** Whether a host answers at all; CORS may keep the answer itself from us. */
async function answers(url: string): Promise<boolean> {
  try {
    await fetch(url, { mode: 'no-cors', cache: 'no-store', signal: AbortSignal.timeout(CHECK_LIMIT_MS) })
    return true
  } catch {
    return false
  }
}

const reached = (host: string, isReached: boolean): Outcome =>
  isReached ? good(`${host} answers`) : bad(`${host} cannot be reached`)

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : url)
