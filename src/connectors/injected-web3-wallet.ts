import { type CaipNetworkId, isCaipNetworkId, parseCaipNetworkId } from '../lib/caip'
import { type ErrorCode, WalletError } from '../lib/errors'
import { toConnectError } from '../lib/rpc-errors'
import { readSs58, writeSs58 } from '../lib/ss58'
import { plainText } from '../lib/text'
import { asksAgain } from './asks-again'
import type { OpenWallet } from './late-connector'
import { ANSWER_LIMIT_MS, MAX_ACCOUNTS } from './limits'
import type { Connection, ConnectorEvent, ConnectRequest, Provider } from './types'
import { paced, waitFor } from './wait'

/** SS58 prefix of each relay chain (https://github.com/paritytech/ss58-registry); other chains use the generic one. */
const prefixes: Readonly<Record<CaipNetworkId, number>> = {
  'polkadot:91b171bb158e2d3848fa23a9f1c25182': 0,
  'polkadot:b0a8d493285c2df73290dfb7e61f870f': 2,
}
const GENERIC_PREFIX = 42

type Params = Readonly<Record<string, unknown>>
type Source = { readonly accounts?: unknown; readonly signer?: unknown }
/** `given`: the address as the wallet writes and expects it. */
type Account = { readonly key: Uint8Array; readonly given: string; readonly genesis: string | undefined }
type Snapshot = { readonly source: Source; readonly accounts: readonly Account[]; readonly networkId: CaipNetworkId }

/**
 * Opens an extension of `window.injectedWeb3`; `tell` receives its changes. Connecting rejects with USER_REJECTED,
 * NO_ACCOUNTS_FOUND, CHAIN_UNSUPPORTED, ABORTED … Restoring waits ten seconds for an answer.
 */
export function openInjectedWallet(wallet: object, tell: (event: ConnectorEvent) => void): OpenWallet {
  let now: Snapshot | undefined
  let networks: readonly CaipNetworkId[] = []
  let stop: (() => void) | undefined
  const askAccess = asksAgain(() => enable(wallet))

  const addressesOf = ({ accounts, networkId }: Snapshot) => {
    const { reference } = parseCaipNetworkId(networkId)
    // Not the accounts that their owner restricted to another chain.
    const own = accounts.filter(({ genesis }) => genesis === undefined || genesis.startsWith(`0x${reference}`))
    const prefix = prefixes[networkId] ?? GENERIC_PREFIX
    return new Map(own.map((account) => [writeSs58(account.key, prefix), account]))
  }
  const provider: Provider = injectedProvider({
    network: () => now?.networkId,
    setNetwork(networkId) {
      if (!now || !networks.includes(networkId)) return false
      const next = { ...now, networkId }
      if (addressesOf(next).size === 0) return false
      now = next
      tell({ type: 'change', connections: connections(now) })
      return true
    },
    account: (address) => (now ? addressesOf(now).get(address) : undefined),
    addresses: () => (now ? [...addressesOf(now).keys()] : []),
    signer: () => now?.source.signer,
  })

  function connections(snapshot: Snapshot): Connection[] {
    const { networkId } = snapshot
    const accounts = [...addressesOf(snapshot).keys()].map((address) => `${networkId}:${address}` as const)
    return [{ namespace: 'polkadot', networkId, accounts, provider, publicProvider: snapshot.source }]
  }

  async function open(request: ConnectRequest, limitMs?: number): Promise<readonly Connection[]> {
    const { signal } = request
    networks = request.networks
      .filter(({ chainNamespace }) => chainNamespace === 'polkadot')
      .map(({ caipNetworkId }) => caipNetworkId)
    if (networks.length === 0) throw new WalletError('CHAIN_UNSUPPORTED')
    const within = { signal, ...(limitMs && { limitMs }) }
    const source = Object(await waitFor(askAccess(), within)) as Source
    const accounts = readAccounts(await waitFor(callOf(source.accounts, 'get', []), within))
    const networkId = networks.find((id) => addressesOf({ source, accounts, networkId: id }).size > 0)
    if (!networkId) throw new WalletError('NO_ACCOUNTS_FOUND')
    pause()
    now = { source, accounts, networkId }
    watch(source)
    return connections(now)
  }

  function watch(source: Source) {
    let listening = true
    const heard = (list: unknown) => {
      if (listening) note(list)
    }
    const subscribed = callOf(source.accounts, 'subscribe', [heard])
    // The extension tells a page from the back/forward cache nothing any more; a new listener hears the present accounts, too.
    const back = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return
      stop?.()
      watch(source)
    }
    globalThis.addEventListener?.('pageshow', back)
    stop = () => {
      listening = false
      globalThis.removeEventListener?.('pageshow', back)
      void subscribed.then((off) => typeof off === 'function' && off()).catch(() => {})
    }
    subscribed.catch(() => {})
  }

  let latest: unknown
  function note(list: unknown) {
    latest = list
    reports.ask()
  }

  const reports = paced(() => {
    if (!now) return
    const next = { ...now, accounts: readAccounts(latest) }
    const [before, after] = [connections(now), connections(next)]
    if (after[0]?.accounts.length === 0) {
      pause()
      return tell({ type: 'disconnect', reason: 'wallet' })
    }
    now = next
    if (JSON.stringify(before[0]?.accounts) !== JSON.stringify(after[0]?.accounts)) tell({ type: 'change', connections: after })
  })

  function pause() {
    stop?.()
    stop = undefined
    reports.cancel()
    now = undefined
  }

  return {
    async connect(request) {
      try {
        if (request.signal.aborted) throw new WalletError('ABORTED')
        return await open(request)
      } catch (cause) {
        throw toConnectError(refusal(cause, 'NO_ACCOUNTS_FOUND'))
      }
    },
    restore: (request) => open(request, ANSWER_LIMIT_MS).catch(() => []),
    // These wallets cannot be told that we disconnect.
    disconnect: async () => pause(),
    pause,
  }
}

type View = {
  network(): CaipNetworkId | undefined
  setNetwork(networkId: CaipNetworkId): boolean
  account(address: string): Account | undefined
  addresses(): readonly string[]
  signer(): unknown
}

/** WalletConnect's methods of the namespace on an extension, so that one adapter speaks to both (facts: wallets §6). */
function injectedProvider(view: View): Provider {
  const sign = async (method: string, address: unknown, payload: Params) => {
    const account = typeof address === 'string' ? view.account(address) : undefined
    if (!account) throw new WalletError('WALLET_UNAUTHORIZED')
    const answer = await callOf(view.signer(), method, [{ ...payload, address: account.given }]).catch((cause) => {
      throw refusal(cause)
    })
    const { signature } = Object(answer) as Params
    if (typeof signature !== 'string' || !/^0x([0-9a-f]{2}){64,66}$/i.test(signature))
      throw new WalletError('WALLET_ANSWER_INVALID')
    return { signature }
  }
  const methods: Record<string, (params: Params) => unknown> = {
    polkadot_signMessage: ({ address, data, type = 'bytes' }) => sign('signRaw', address, { data, type }),
    polkadot_signTransaction: ({ address, transactionPayload }) => sign('signPayload', address, Object(transactionPayload)),
    polkadot_getAccounts: () => view.addresses(),
    wallet_getNetwork: () => view.network() ?? null,
    wallet_setNetwork({ networkId }) {
      if (!isCaipNetworkId(networkId) || !view.setNetwork(networkId)) throw new WalletError('CHAIN_NOT_SUPPORTED')
      return null
    },
  }
  // Not shared with the Wallet Standard's: that would cost a chunk, so a download, for both.
  return {
    async request({ method, params = {} }) {
      const run = Object.hasOwn(methods, method) ? methods[method] : undefined
      if (!run) throw new WalletError('WALLET_METHOD_UNSUPPORTED')
      return run(Object(params) as Params)
    },
  }
}

/** Asks for access; the extension shows the name to the visitor. An element named `title` would stand for the title. */
async function enable(wallet: object): Promise<unknown> {
  return callOf(wallet, 'enable', [plainText(document.title) || location.host])
}

/** Calls a method of an object that may lack it, throw synchronously or return no promise. */
async function callOf(owner: unknown, method: string, given: readonly unknown[]): Promise<unknown> {
  const call: unknown = Object(owner)[method]
  if (typeof call !== 'function') throw new WalletError('WALLET_METHOD_UNSUPPORTED')
  return Reflect.apply(call, owner, given)
}

/** These wallets report a refusal in words, without a number; where they have `blocked` the site, they ask nobody. */
function refusal(cause: unknown, blocked: ErrorCode = 'WALLET_UNAUTHORIZED'): unknown {
  const words = cause instanceof Error && !(cause instanceof WalletError) ? cause.message : ''
  if (/not allowed/i.test(words)) return new WalletError(blocked, { cause })
  return /cancel|reject|denied/i.test(words) ? new WalletError('USER_REJECTED', { cause }) : cause
}

/** The Substrate accounts, each key once; EVM accounts and junk are left out. Never throws. */
export function readAccounts(list: unknown): Account[] {
  const found = new Map<string, Account>()
  for (const each of membersOf(list)) {
    const account = readAccount(each)
    const key = account?.key.join()
    if (account && key !== undefined && !found.has(key)) found.set(key, account)
  }
  return [...found.values()]
}

// The list and its members are the extension's objects: reading them may throw.
function membersOf(list: unknown): readonly unknown[] {
  try {
    return Array.isArray(list) ? list.slice(0, MAX_ACCOUNTS) : []
  } catch {
    return []
  }
}

function readAccount(value: unknown): Account | undefined {
  try {
    const { address, genesisHash } = Object(value) as Params
    const key = readSs58(address)
    const genesis = typeof genesisHash === 'string' && genesisHash ? genesisHash : undefined
    return key && { key, given: String(address), genesis }
  } catch {
    return undefined
  }
}
