import type { CaipNetworkId } from '../lib/caip'
import { WalletError } from '../lib/errors'
import { toConnectError, toWalletError } from '../lib/rpc-errors'
import { safeParse, z } from '../lib/schema'
import { onChain, readAddresses, readChainId, UNKNOWN_CHAIN } from './eip155-values'
import { ANSWER_LIMIT_MS, LEAVE_LIMIT_MS } from './limits'
import type { Connection, ConnectorEvent, Provider } from './types'
import { askProvider, listenTo } from './untrusted-provider'
import { paced, waitFor } from './wait'

/** What an event leaves open is asked of the wallet, no longer than this. */
export const LOOK_LIMIT_MS = 3_000

const Permissions = z.array(z.object({ parentCapability: z.string() }))

type Snapshot = { readonly addresses: readonly string[]; readonly networkId: CaipNetworkId }
/** What the wallet's events said since we last told anything; raw, read only when told. */
type News = {
  accounts?: { readonly raw: unknown }
  chain?: { readonly raw: unknown }
  disconnected?: true
  /** The wallet has named another chain than the last one reported. */
  moved?: boolean
}

/** One EIP-1193 wallet: connected, restored, watched and left. Each promise settles whatever the wallet does. */
type Eip1193Wallet = {
  /** Prompts the visitor. Rejects with USER_REJECTED, REQUEST_PENDING, NO_ACCOUNTS_FOUND, CHAIN_UNSUPPORTED, ABORTED … */
  connect(signal: AbortSignal): Promise<readonly Connection[]>
  /** Asks only `eth_accounts`; `[]` if the wallet is locked, does not know the page, or is silent for ten seconds. */
  restore(signal: AbortSignal): Promise<readonly Connection[]>
  /** Stops listening, and asks the wallet to forget us if it can (EIP-2255). Never rejects. */
  disconnect(): Promise<void>
  /** Stops listening only. */
  pause(): void
}

/** Opens a wallet by its untrusted EIP-1193 provider; `tell` receives its changes. */
export function openEip1193(provider: unknown, tell: (event: ConnectorEvent) => void): Eip1193Wallet {
  let now: Snapshot | undefined
  let unwatch: (() => void) | undefined
  /** The wallet still has our request open (-32002): accounts that arrive later by event are its answer. */
  let awaited = false
  let attempts = 0
  /** Number of open requests; events meanwhile are kept until the answer is there. */
  let asking = 0
  let news: News = {}
  let telling = Promise.resolve()
  /** Changes when reports become outdated: the wallet was left, and perhaps connected again, or has answered since. */
  let era = 0

  const guarded: Provider = {
    async request(args) {
      const answer = await askProvider(provider, args)
      // A wallet may switch without an event; what it reports later then belongs to this chain.
      const named = args.method === 'eth_chainId' && readChainId(answer)
      if (named && now && named !== now.networkId) note({ chain: { raw: answer } })
      return answer
    },
  }
  const connections = ({ addresses, networkId }: Snapshot): Connection[] => [
    { namespace: 'eip155', networkId, accounts: onChain(networkId, addresses), provider: guarded, publicProvider: provider },
  ]
  const quickly = (method: string, limitMs = ANSWER_LIMIT_MS, signal?: AbortSignal) =>
    waitFor(askProvider(provider, { method }), { limitMs, ...(signal && { signal }) })

  function note(latest: News) {
    const named = latest.chain && readChainId(latest.chain.raw)
    const moved = !asking && now !== undefined && named !== undefined && named !== now.networkId
    news = { ...news, ...latest, ...(moved && { moved }) }
    if (asking || (!now && !awaited)) return
    reports.ask()
  }

  const reports = paced(() => {
    const [said, own] = [news, era]
    news = {}
    telling = telling.then(() => settle(said, own)).catch(() => {})
  })

  async function settle({ accounts, chain, disconnected, moved }: News, own: number) {
    // MetaMask sends `disconnect` when its own RPC fails: a wallet that still shows accounts is connected. One that cannot answer any
    // more, such as an updated extension, ends with an error; one that refuses to answer has disconnected the page.
    let reason: 'wallet' | 'error' = 'wallet'
    const unheard = (cause: unknown) => {
      if (toWalletError(cause, 'REQUEST_FAILED').code !== 'WALLET_UNAUTHORIZED') reason = 'error'
      return []
    }
    const asked = disconnected ? { raw: await quickly('eth_accounts', LOOK_LIMIT_MS).catch(unheard) } : accounts
    const addresses = asked ? await readOrAsk(asked.raw) : now?.addresses
    // It has answered since, or was left, and perhaps connected again.
    if (era !== own) return
    if (!addresses?.length) return end(reason)
    const networkId = (chain && readChainId(chain.raw)) ?? (chain || !now ? await askChain() : now.networkId)
    if (era !== own || (!now && !awaited)) return
    const before = now
    now = { addresses, networkId }
    awaited = false
    // A return to the same chain is reported too: somebody may have read the other one in between.
    if (moved || before?.networkId !== networkId || before.addresses.join() !== addresses.join())
      tell({ type: 'change', connections: connections(now) })
  }

  const readOrAsk = async (raw: unknown) => {
    const addresses = readAddresses(raw)
    const clear = addresses.length > 0 || (Array.isArray(raw) && raw.length === 0)
    return clear ? addresses : readAddresses(await quickly('eth_accounts', LOOK_LIMIT_MS).catch(() => []))
  }
  const askChain = async () => readChainId(await quickly('eth_chainId', LOOK_LIMIT_MS).catch(() => undefined)) ?? UNKNOWN_CHAIN

  function end(reason: 'wallet' | 'error') {
    const was = now
    // While a request is open in the wallet, "no accounts" means nothing new.
    if (!was) return
    pause()
    tell({ type: 'disconnect', reason })
  }

  function watch() {
    if (unwatch) return
    const stop = listenTo(provider, {
      accountsChanged: (raw) => note({ accounts: { raw } }),
      chainChanged: (raw) => note({ chain: { raw } }),
      disconnect: () => note({ disconnected: true }),
    })
    const back = ({ persisted }: PageTransitionEvent) => persisted && void lookAgain().catch(() => {})
    globalThis.addEventListener?.('pageshow', back)
    unwatch = () => {
      stop()
      globalThis.removeEventListener?.('pageshow', back)
    }
  }

  /** For a page restored from the back/forward cache, which missed all events. Rejects if the wallet does not answer; then nothing changes. */
  async function lookAgain() {
    const [accounts, chain] = await Promise.all([quickly('eth_accounts', LOOK_LIMIT_MS), quickly('eth_chainId', LOOK_LIMIT_MS)])
    note({ accounts: { raw: accounts }, chain: { raw: chain }, ...news })
  }

  function pause() {
    unwatch?.()
    unwatch = undefined
    reports.cancel()
    news = {}
    now = undefined
    awaited = false
    era += 1
  }

  /** Events during a request are newer than its answer, and are handled after it. */
  function asks() {
    asking += 1
    reports.cancel()
    watch()
  }

  function answered() {
    asking -= 1
    if (!asking && !now && !awaited) pause()
    note({})
  }

  return {
    async connect(signal) {
      if (signal.aborted) throw new WalletError('ABORTED')
      const attempt = ++attempts
      if (!now && !asking) news = {}
      asks()
      try {
        const addresses = readAddresses(await waitFor(askProvider(provider, { method: 'eth_requestAccounts' }), { signal }))
        if (addresses.length === 0) throw new WalletError('NO_ACCOUNTS_FOUND')
        // Earlier events are older than this answer: a locked wallet reported no accounts.
        news.accounts = { raw: addresses }
        const networkId = readChainId(await quickly('eth_chainId', ANSWER_LIMIT_MS, signal))
        if (!networkId) throw new WalletError('CHAIN_UNSUPPORTED')
        now = { addresses, networkId }
        era += 1
        awaited = false
        watch()
        return connections(now)
      } catch (cause) {
        const error = toConnectError(cause)
        // Only the newest attempt decides whether to keep listening.
        if (attempt === attempts) {
          awaited = !now && error.code === 'REQUEST_PENDING'
          if (awaited) signal.addEventListener('abort', () => attempt === attempts && awaited && pause(), { once: true })
        }
        throw error
      } finally {
        answered()
      }
    },
    async restore(signal) {
      asks()
      try {
        const addresses = readAddresses(await quickly('eth_accounts', ANSWER_LIMIT_MS, signal))
        if (addresses.length === 0) return []
        const networkId = readChainId(await quickly('eth_chainId', ANSWER_LIMIT_MS, signal))
        if (!networkId) return []
        now = { addresses, networkId }
        era += 1
        watch()
        return connections(now)
      } catch {
        return []
      } finally {
        answered()
      }
    },
    async disconnect() {
      pause()
      const before = attempts
      const forget = async () => {
        const held = safeParse(Permissions, await askProvider(provider, { method: 'wallet_getPermissions' }))
        // Not if the visitor has connected again meanwhile.
        if (before === attempts && held.success && held.data.some(({ parentCapability }) => parentCapability === 'eth_accounts'))
          await askProvider(provider, { method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] })
      }
      await waitFor(forget(), { limitMs: LEAVE_LIMIT_MS }).catch(() => {})
    },
    pause,
  }
}

/** Connects to a fake wallet in advance: the first answer takes several times as long as the next, as the code is compiled then. */
export async function rehearse(): Promise<void> {
  const request = ({ method }: { method: string }) => (method === 'eth_chainId' ? '0x1' : [`0x${'a'.repeat(40)}`])
  const wallet = openEip1193({ request }, () => {})
  await wallet.connect(new AbortController().signal)
  wallet.pause()
}
