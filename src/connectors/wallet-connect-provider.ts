import { type CaipNetworkId, type ChainNamespace, chainIdOf, isCaipNetworkId, parseCaipAddress } from '../lib/caip'
import { WalletError } from '../lib/errors'
import { safeParse, z } from '../lib/schema'
import { readChainId } from './eip155-values'
import type { Connection, Provider } from './types'
import { waitFor } from './wait'
import type { BitcoinSide } from './wallet-connect-bitcoin'
import { capabilitiesIn, type Told } from './wallet-connect-capabilities'
import { type Client, openRelay } from './wallet-connect-client'
import type { RpcFetch } from './wallet-connect-config'
import { requestOf } from './wallet-connect-late'
import { askSolana } from './wallet-connect-solana'

/** A wallet that agreed to switch confirms it by an event or a session update within this time. */
const SWITCH_LIMIT_MS = 3_000
/** A request waits this long for a dropped relay. It is never queued: a prompt must not appear after the visitor gave up. */
const RELAY_LIMIT_MS = 10_000
/** The SDK's error for open requests when the wallet ends the session. */
const DISCONNECTED = 6000
/** At least one millisecond, even if a timer fires a little early. */
const APART_MS = 2

/** What the provider needs of its session; read again for each request, because sessions change. */
export type SessionView = {
  readonly client: Client
  readonly topic: string
  /** Undefined if the wallet has withdrawn the namespace. */
  connection(namespace: ChainNamespace): Connection | undefined
  methods(namespace: ChainNamespace): ReadonlySet<string>
  /** Chains that requests may use. */
  chains(namespace: ChainNamespace): readonly CaipNetworkId[]
  /** What the wallet sent with the session besides its namespaces, unparsed. */
  told(): Told
  /** What the wallet has reported about its Bitcoin addresses. */
  bitcoin(): BitcoinSide | undefined
  /** The id of a chain in the session. */
  sessionId(networkId: CaipNetworkId): CaipNetworkId
  /** Moves to a chain, without telling the wallet. */
  setNetwork(namespace: ChainNamespace, networkId: CaipNetworkId): void
  /** Resolves when the session or its chain has changed, or after the limit. */
  changed(limitMs: number): Promise<void>
  /** Aborts when the session is no longer current. */
  readonly over: AbortSignal
  rpc(): RpcFetch | undefined
}

const SwitchParams = z.tuple([z.object({ chainId: z.unknown() })])
const NetworkParams = z.object({ networkId: z.string().check(z.refine(isCaipNetworkId)) })
const RpcError = z.object({ code: z.number(), message: z.catch(z.string(), ''), data: z.optional(z.unknown()) })

/**
 * The provider of one namespace of a session (EIP-1193 for every namespace). Accounts and chain are answered here, what the
 * wallet approved goes to the wallet, reads go to the app's own RPC. Wallet errors keep their number in `code`.
 * Throws WALLET_METHOD_UNSUPPORTED, RPC_INVALID_PARAMS, CHAIN_NOT_SUPPORTED, SESSION_ENDED, RELAY_UNREACHABLE, OFFLINE,
 * REQUEST_FAILED, WALLET_ANSWER_INVALID.
 */
export function sessionProvider(view: SessionView, namespace: ChainNamespace): Provider {
  const current = () => {
    const connection = view.connection(namespace)
    if (!connection) throw new WalletError('SESSION_ENDED')
    return connection
  }
  const toWallet = async (method: string, params: unknown, networkId: CaipNetworkId) => {
    if (!view.methods(namespace).has(method)) throw new WalletError('WALLET_METHOD_UNSUPPORTED')
    const reopen = () => relayWithin(view.client, RELAY_LIMIT_MS)
    await reopen()
    await ownMoment()
    current()
    const asked = { topic: view.topic, chainId: view.sessionId(networkId), request: { method, params: params ?? [] } }
    try {
      // The SDK itself would wait five more minutes for an answer of an ended session.
      return await waitFor(requestOf(view.client, asked, reopen), { signal: view.over })
    } catch (cause) {
      const isOver = view.over.aborted || (cause as { code?: unknown }).code === DISCONNECTED
      throw isOver ? new WalletError('SESSION_ENDED', { cause }) : rpcError(cause)
    }
  }

  async function switchChain(params: unknown): Promise<null> {
    const asked = safeParse(SwitchParams, params).data
    const target = asked && readChainId(asked[0].chainId)
    if (!target) throw new WalletError('RPC_INVALID_PARAMS')
    const { networkId, approved } = current()
    if (target === networkId) return null
    const isApproved = () => view.chains(namespace).includes(target)
    if (!isApproved()) {
      if (approved && !view.methods(namespace).has('wallet_switchEthereumChain')) throw new WalletError('CHAIN_NOT_SUPPORTED')
      const isThere = () => isApproved() || current().networkId === target
      let open = true
      const moved = async () => {
        while (open && !isThere()) await view.changed(SWITCH_LIMIT_MS)
      }
      const hex = `0x${chainIdOf(target).toString(16)}`
      const answered = toWallet('wallet_switchEthereumChain', [{ chainId: hex }], usable(networkId))
      // Some go there and never answer (MetaMask's app).
      await Promise.race([answered, moved()]).finally(() => (open = false))
      // The wallet may report its accounts first.
      for (const until = Date.now() + SWITCH_LIMIT_MS; !isThere() && Date.now() < until; ) await view.changed(until - Date.now())
      if (!isThere()) throw new WalletError('CHAIN_NOT_SUPPORTED')
    }
    view.setNetwork(namespace, target)
    return null
  }

  /** In other namespaces each request names the chain; the wallet itself has no current one. */
  function setNetwork(params: unknown): null {
    const target = safeParse(NetworkParams, params).data?.networkId
    if (!isCaipNetworkId(target) || !view.chains(namespace).includes(target)) throw new WalletError('CHAIN_NOT_SUPPORTED')
    view.setNetwork(namespace, target)
    return null
  }

  /** A request must use a chain of the session, even while the wallet is on another one. */
  const usable = (networkId: CaipNetworkId) => {
    const chains = view.chains(namespace)
    return chains.includes(networkId) ? networkId : (chains[0] ?? networkId)
  }

  return {
    async request({ method, params }) {
      const { accounts, networkId } = current()
      if (namespace === 'eip155') {
        if (method === 'eth_accounts' || method === 'eth_requestAccounts')
          return accounts.map((id) => parseCaipAddress(id).address)
        if (method === 'eth_chainId') return `0x${chainIdOf(networkId).toString(16)}`
        if (method === 'wallet_switchEthereumChain') return switchChain(params)
        const known = method === 'wallet_getCapabilities' && capabilitiesIn(view.told(), params)
        if (known) return known
      } else {
        if (method === 'wallet_getNetwork') return networkId
        if (method === 'wallet_setNetwork') return setNetwork(params)
      }
      if (namespace === 'bip122' && method === 'getAccountAddresses') {
        const [first] = accounts
        const known = view.bitcoin()?.answer(first && parseCaipAddress(first).address, params)
        if (known) return known
      }
      if (namespace === 'solana') {
        const addresses = accounts.map((id) => parseCaipAddress(id).address)
        if (method === 'solana_getAccounts' || method === 'solana_requestAccounts') return addresses.map((pubkey) => ({ pubkey }))
        const asked = askSolana((name, given) => toWallet(name, given, networkId), addresses[0] ?? '', method, params)
        if (asked) return asked
      }
      if (view.methods(namespace).has(method))
        // Adding a chain may be requested on any chain; everything else only on the one that the visitor sees.
        return toWallet(method, params, method === 'wallet_addEthereumChain' ? usable(networkId) : networkId)
      const rpc = view.rpc()
      if (!rpc || !isRead(method)) throw new WalletError('WALLET_METHOD_UNSUPPORTED')
      return rpc(networkId, params === undefined ? { method } : { method, params })
    },
  }
}

async function relayWithin(client: Client, limitMs: number): Promise<void> {
  let wanted = true
  try {
    await waitFor(
      openRelay(client, () => wanted),
      { limitMs },
    )
  } catch (cause) {
    wanted = false
    throw new WalletError('RELAY_UNREACHABLE', { cause })
  }
}

let moment: Promise<void> = Promise.resolve()

/**
 * Resolves at once, or a moment after the previous request. The SDK makes request ids of the millisecond and three random digits:
 * with equal ids, both requests would get the first one's answer.
 */
function ownMoment(): Promise<void> {
  const own = moment
  moment = own.then(() => new Promise((resolve) => setTimeout(resolve, APART_MS)))
  return own
}

/** Requests that a wallet must approve are never sent to a node: one with unlocked accounts would sign them. */
const isRead = (method: string) => !/^(personal_|wallet_)|sign|^eth_(accounts|requestAccounts|sendTransaction)$/i.test(method)

/** A wallet's `{ code, message }` as an EIP-1193 error; the SDK's own messages with our codes. */
function rpcError(cause: unknown): Error {
  const answer = safeParse(RpcError, cause).data
  if (answer && !(cause instanceof Error)) {
    const { code, message, data } = answer
    return Object.assign(new Error(message.slice(0, 500)), { code, ...(data !== undefined && { data }) })
  }
  const words = cause instanceof Error ? cause.message : ''
  if (/No internet connection/i.test(words)) return new WalletError('OFFLINE', { cause })
  if (/publish|relay|socket/i.test(words)) return new WalletError('RELAY_UNREACHABLE', { cause })
  if (/expired/i.test(words)) return new WalletError('REQUEST_FAILED', { cause })
  if (/chainId|namespaces/i.test(words)) return new WalletError('CHAIN_NOT_SUPPORTED', { cause })
  return new WalletError('REQUEST_FAILED', { cause })
}
