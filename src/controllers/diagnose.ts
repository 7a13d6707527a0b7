import { isProviderRpc } from '../adapters/provider-rpc'
import { roughTime } from '../lib/exact-time'
import { guardedStorage } from '../lib/guarded-storage'
import type { Network } from '../lib/network'
import { isFramed } from '../lib/platform'
import { plainText } from '../lib/text'
import { untilAborted } from '../lib/until-aborted'
import { publicVersion } from '../lib/version'
import { config } from '../state/config'
import { connectors } from '../state/connectors'
import { loadNetworks } from './network-list'
import { CLOCK_LEEWAY_MS, type OwnHeaders, ownHeaders, ownUrl } from './own-headers'
import { rpcContext } from './rpc'
import { serviceHosts } from './service-hosts'
import { ownSignClient } from './sign-client'

/** One thing that was looked at, and what was seen. */
type Check = { readonly name: string; readonly ok: boolean; readonly text: string }
/** All checks, and the same as a text to hand on. */
export type Diagnosis = { readonly checks: readonly Check[]; readonly text: string }

/** Each check takes at most this long. */
const CHECK_LIMIT_MS = 5_000
/** Browsers report what a policy has blocked a moment after the request has failed. */
const POLICY_REPORT_MS = 100
const MAX_NAMES = 20

type Outcome = Omit<Check, 'name'>
const good = (text: string): Outcome => ({ ok: true, text })
const bad = (text: string): Outcome => ({ ok: false, text })

/**
 * Checks what connecting needs: the page's policies, the browser's storage, the clock, relay, services, secure frame, chains and
 * wallets. Contacts the configured hosts and the page's own, and no others. Checks made by the caller come `before`. Never rejects,
 * and ends within a few seconds.
 */
export async function diagnose(before: readonly Check[] = []): Promise<Diagnosis> {
  const policy = watchPolicy()
  const looks = Promise.all([ownHeaders(CHECK_LIMIT_MS), relayCheck(), serviceChecks(), frameChecks(), chainChecks()])
  const [headers, relay, services, frame, chains] = await looks.finally(policy.stop)
  const checks: Check[] = [
    ...before,
    { name: 'CSP', ...policy.outcome() },
    { name: 'COOP', ...openerCheck(headers) },
    { name: 'HTTPS', ...schemeCheck() },
    { name: 'Framing', ...framingCheck() },
    { name: 'Storage', ...(await storageCheck()) },
    { name: 'Clock', ...clockCheck(headers) },
    { name: 'Relay', ...relay },
    ...services,
    ...frame,
    ...chains,
    { name: 'Wallets', ...walletsCheck() },
  ]
  const lines = checks.map(({ name, ok, text }) => `${ok ? 'ok  ' : 'FAIL'} ${name}: ${text}`)
  const agent = typeof navigator === 'undefined' ? '' : navigator.userAgent
  const head = [`wallet-modal ${publicVersion}`, location.origin, plainText(agent, 300), new Date().toISOString()]
  return { checks, text: [...head, ...lines].join('\n') }
}

/** Collects what the page's Content-Security-Policy blocks during the checks. */
function watchPolicy() {
  const blocked = new Set<string>()
  const listen = (event: SecurityPolicyViolationEvent) => {
    // Only diagnose() requests the page itself, so a policy need not allow that.
    if (event.effectiveDirective === 'connect-src' && event.blockedURI === ownUrl()) return
    const { host } = URL.canParse(event.blockedURI) ? new URL(event.blockedURI) : { host: event.blockedURI }
    blocked.add(`${event.effectiveDirective} ${host}`)
  }
  document.addEventListener('securitypolicyviolation', listen)
  return {
    async stop() {
      await new Promise((resolve) => setTimeout(resolve, POLICY_REPORT_MS))
      document.removeEventListener('securitypolicyviolation', listen)
    },
    outcome(): Outcome {
      if (blocked.size === 0) return good('Nothing was blocked')
      return bad(`Blocked: ${[...blocked].slice(0, MAX_NAMES).join(', ')}. Add the hosts to the page’s Content-Security-Policy`)
    },
  }
}

function openerCheck(headers: OwnHeaders): Outcome {
  if (!headers) return good('The page’s headers could not be read')
  if (headers.opener?.trim().startsWith('same-origin') && !headers.opener.includes('allow-popups'))
    return bad(
      `Cross-Origin-Opener-Policy is ${headers.opener}: wallets that open a window cannot answer. Use same-origin-allow-popups`,
    )
  return good(headers.opener ?? 'Not restricted')
}

function schemeCheck(): Outcome {
  if (globalThis.isSecureContext !== false) return good('The page is served over https, or from this machine')
  return bad(
    'The page is served without https: a Solana or Polkadot sign-in may not be verified, and no address can be scanned or pasted. ' +
      'Serve it over https, or from localhost',
  )
}

function framingCheck(): Outcome {
  if (!isFramed()) return good('The page stands alone')
  // `location.origin` is that of the address, which a sandbox leaves as it is.
  if (globalThis.origin === 'null')
    return bad('The page is in a sandboxed frame without an origin: wallets do not see it, and nothing is remembered')
  return good('The page is in a frame; a wallet extension may not be there')
}

async function storageCheck(): Promise<Outcome> {
  guardedStorage.set('local', 'diagnosis', 'x')
  guardedStorage.remove('local', 'diagnosis')
  let failed = false
  guardedStorage.onUnavailable(() => {
    failed = true
  })()
  if (failed) return bad('This browser keeps nothing for the page: wallets are forgotten when it is closed')
  return (await untilAborted(hasDatabase(), undefined, CHECK_LIMIT_MS).catch(() => false))
    ? good('Works')
    : bad('IndexedDB is blocked: a WalletConnect session ends with the page')
}

function hasDatabase(): Promise<boolean> {
  return new Promise((resolve) => {
    try {
      const name = `${config.storagePrefix}-diagnosis`
      const opening = indexedDB.open(name)
      opening.onerror = () => resolve(false)
      opening.onsuccess = () => {
        opening.result.close()
        indexedDB.deleteDatabase(name)
        resolve(true)
      }
    } catch {
      resolve(false)
    }
  })
}

function clockCheck(headers: OwnHeaders): Outcome {
  const skew = headers?.skewMs
  if (skew === undefined) return good('The server’s time could not be read')
  if (Math.abs(skew) <= CLOCK_LEEWAY_MS) return good('Right')
  return bad(
    `Your clock is ${roughTime(Math.abs(skew) / 1_000, 'en')} ${skew > 0 ? 'fast' : 'slow'}. Have the device set it by itself`,
  )
}

async function relayCheck(): Promise<Outcome> {
  if (ownSignClient()) return good('The site’s own client')
  if (!config.projectId) return bad('No project id: set the project-id attribute to use WalletConnect')
  const host = hostOf(config.relayUrl)
  return (await socketAnswers(config.relayUrl)) ? good(`${host} answers`) : bad(`${host} cannot be reached`)
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

async function serviceChecks(): Promise<Check[]> {
  const { provider, wallets } = serviceHosts()
  const named = [
    { name: 'Provider', url: provider },
    { name: 'Wallet list', url: wallets === provider ? undefined : wallets },
    { name: 'Login', url: config.loginUrl },
  ]
  const asked = named.map(async ({ name, url }): Promise<Check[]> => {
    if (!url) return []
    return [{ name, ...((await answers(url)) ? good(`${hostOf(url)} answers`) : bad(`${hostOf(url)} cannot be reached`)) }]
  })
  return (await Promise.all(asked)).flat()
}

/** Starts the secure frame, if the site offers a login in it; nothing else shows whether the page's policy lets it in. */
async function frameChecks(): Promise<Check[]> {
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
async function chainChecks(): Promise<Check[]> {
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
      if (network.chainNamespace !== 'eip155')
        return { name, ...((await answers(url)) ? good(`${hostOf(url)} answers`) : bad(`${hostOf(url)} cannot be reached`)) }
      const served = await servedChain(url)
      if (served === undefined) return { name, ...bad(`${hostOf(url)} does not answer`) }
      const right = served === Number(network.id)
      return {
        name,
        ...(right ? good(`${hostOf(url)} answers`) : bad(`${hostOf(url)} serves chain ${served}, not ${network.id}`)),
      }
    })
  })
  return Promise.all([...(strange ? [{ name: 'Networks', ...bad(unused) }] : []), ...asked])
}

/** For a network without an RPC URL, which is usual in some namespaces. */
function unread({ caipNetworkId, chainNamespace }: Network): Outcome {
  if (!/^(eip155|solana)$/.test(chainNamespace)) return good(`Not read: rpc-url has no URL for ${caipNetworkId}`)
  return bad(`rpc-url has no URL for ${caipNetworkId}: its balances cannot be read, and nothing can be sent`)
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

function walletsCheck(): Outcome {
  const names = connectors.list.filter(({ type }) => !/^(WALLET_CONNECT|AUTH)$/.test(type)).map(({ name }) => name)
  return good(names.length ? names.slice(0, MAX_NAMES).join(', ') : 'None in this browser')
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

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : url)
