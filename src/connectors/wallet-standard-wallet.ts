import type { CaipNetworkId, ChainNamespace } from '../lib/caip'
import { WalletError } from '../lib/errors'
import { toConnectError } from '../lib/rpc-errors'
import type { AccountUse } from '../lib/wallet'
import { asksAgain } from './asks-again'
import type { OpenWallet } from './late-connector'
import { ANSWER_LIMIT_MS, LEAVE_LIMIT_MS, MAX_ACCOUNTS } from './limits'
import type { Connection, ConnectorEvent, ConnectRequest, Provider } from './types'
import { paced, waitFor } from './wait'
import { callFeature, type StandardAccount, type StandardView } from './wallet-standard-feature'

type Snapshot = { readonly accounts: readonly StandardAccount[]; readonly networkId: CaipNetworkId }

/** What differs between the namespaces. */
export type Dialect = {
  readonly namespace: ChainNamespace
  /** Prefix of the standard's names of its chains. */
  readonly prefix: string
  /** CAIP-2 ids by the standard's names of chains. */
  readonly chains: Readonly<Record<string, CaipNetworkId>>
  /** A chain name that stands for any network of the page. */
  readonly anyChain?: string
  /** An address in the namespace's notation; undefined if invalid. */
  readonly readAddress: (text: unknown) => string | undefined
  /** Requests the accounts, silently or with a prompt; resolves to an object with `accounts`. */
  readonly ask: (wallet: object, silent: boolean) => Promise<unknown>
  /** Features that may have `disconnect` or `on`; the first one present is used. */
  readonly disconnect: readonly string[]
  readonly events: readonly string[]
  readonly provider: (wallet: object, view: StandardView) => Provider
  /** An account can be used on the chains that it names, and on no other. */
  readonly isBound?: boolean
  /** The use of each account, by address, where the namespace distinguishes them. */
  readonly types?: (accounts: readonly StandardAccount[]) => Readonly<Record<string, AccountUse>>
}

/**
 * Opens a wallet of the Wallet Standard in one namespace; only its name is trusted. `tell` gets its changes. Connecting rejects with
 * USER_REJECTED, NO_ACCOUNTS_FOUND, CHAIN_UNSUPPORTED, ABORTED …; a silent request has ten seconds, and disconnecting never rejects.
 */
export function openStandardWallet(wallet: object, tell: (event: ConnectorEvent) => void, dialect: Dialect): OpenWallet {
  const { namespace, chains, types } = dialect
  let now: Snapshot | undefined
  let unwatch: (() => void) | undefined
  const askPerson = asksAgain(() => dialect.ask(wallet, false))

  const provider = dialect.provider(wallet, {
    network: () => now?.networkId,
    accounts: () => now?.accounts ?? [],
    setNetwork(networkId) {
      if (!now || !canUse(networkId)) return false
      const accounts = dialect.isBound ? readAccounts(wallet, dialect) : now.accounts
      if (!isOn(accounts, networkId)) return false
      now = { accounts, networkId }
      tell({ type: 'change', connections: connections(now) })
      return true
    },
  })

  const idOfChain = (chain: unknown) =>
    typeof chain === 'string' && Object.hasOwn(chains, chain) ? chains[chain] : Object.values(chains).find((id) => id === chain)

  /** The networks that the wallet can use; undefined: any network of the page. */
  const usable = () => {
    const named = readList(wallet, 'chains')
    if (named.includes(dialect.anyChain ?? null)) return undefined
    return [...new Set(named.flatMap((chain) => idOfChain(chain) ?? []))]
  }
  const canUse = (networkId: CaipNetworkId) => usable()?.includes(networkId) ?? true
  /** An account that names no chains is on all of them. */
  const isOn = ([first]: readonly StandardAccount[], networkId: CaipNetworkId) => {
    const named = dialect.isBound ? readList(first?.account, 'chains') : []
    return named.length === 0 || named.some((chain) => idOfChain(chain) === networkId)
  }

  const connections = ({ accounts, networkId }: Snapshot): Connection[] => {
    const approved = usable()
    return [
      {
        namespace,
        networkId,
        accounts: accounts.map(({ address }) => `${networkId}:${address}` as const),
        provider,
        publicProvider: wallet,
        ...(approved && { approved }),
        ...(types && { types: types(accounts) }),
      },
    ]
  }

  /** The first of the page's networks that the wallet can use, else any that it can use: the page then offers to switch. */
  function networkFor({ networks }: ConnectRequest, accounts: readonly StandardAccount[] = []): CaipNetworkId {
    const own = networks.filter(({ chainNamespace }) => chainNamespace === namespace).map(({ caipNetworkId }) => caipNetworkId)
    const fits = (networkId: CaipNetworkId) => canUse(networkId) && isOn(accounts, networkId)
    const network = [...own, ...(usable() ?? [])].find(fits)
    if (!network) throw new WalletError('CHAIN_UNSUPPORTED')
    return network
  }

  async function open(request: ConnectRequest, silent: boolean, limitMs?: number): Promise<readonly Connection[]> {
    // Before a prompt that would be in vain.
    networkFor(request)
    const { signal } = request
    const answer = await waitFor(silent ? dialect.ask(wallet, true) : askPerson(), { signal, ...(limitMs && { limitMs }) })
    const given = readAccounts(answer, dialect)
    const accounts = given.length ? given : readAccounts(wallet, dialect)
    if (accounts.length === 0) throw new WalletError('NO_ACCOUNTS_FOUND')
    now = { accounts, networkId: networkFor(request, accounts) }
    watch()
    return connections(now)
  }

  const reports = paced(() => {
    if (!now) return
    const accounts = readAccounts(wallet, dialect)
    const { networkId } = now
    const next = [networkId, ...(usable() ?? [])].find((each) => isOn(accounts, each))
    if (accounts.length === 0 || !next) {
      pause()
      return tell({ type: 'disconnect', reason: 'wallet' })
    }
    const before = connections(now)
    now = { accounts, networkId: next }
    const after = connections(now)
    if (fingerprint(before) !== fingerprint(after)) tell({ type: 'change', connections: after })
  })

  function watch() {
    if (unwatch) return
    let listening = true
    let off: unknown
    // A page restored from the back/forward cache has missed events. If the wallet does not answer, nothing changes.
    const back = ({ persisted }: PageTransitionEvent) =>
      persisted && void waitFor(dialect.ask(wallet, true), { limitMs: ANSWER_LIMIT_MS }).then(reports.ask, () => {})
    globalThis.addEventListener?.('pageshow', back)
    unwatch = () => {
      listening = false
      globalThis.removeEventListener?.('pageshow', back)
      if (typeof off === 'function')
        void Promise.resolve()
          .then(off as () => unknown)
          .catch(() => {})
    }
    // A wallet without events reports no changes.
    void callFeature(wallet, featureOf(wallet, dialect.events), 'on', ['change', () => listening && reports.ask()]).then(
      (stop) => {
        off = stop
        if (!listening && typeof stop === 'function') stop()
      },
      () => {},
    )
  }

  function pause() {
    unwatch?.()
    unwatch = undefined
    reports.cancel()
    now = undefined
  }

  return {
    async connect(request) {
      try {
        if (request.signal.aborted) throw new WalletError('ABORTED')
        return await open(request, false)
      } catch (cause) {
        throw toConnectError(cause)
      }
    },
    restore: (request) => open(request, true, ANSWER_LIMIT_MS).catch(() => []),
    async disconnect() {
      pause()
      await waitFor(callFeature(wallet, featureOf(wallet, dialect.disconnect), 'disconnect', []), {
        limitMs: LEAVE_LIMIT_MS,
      }).catch(() => {})
    },
    pause,
  }
}

/** The first of these features that the wallet has, else the first name. */
const featureOf = (wallet: object, names: readonly string[]): string =>
  names.find((name) => name in Object(readProperty(wallet, 'features'))) ?? names[0] ?? ''

const fingerprint = (connections: readonly Connection[]) =>
  JSON.stringify(connections.map(({ accounts, approved }) => [accounts, approved]))

/** The namespace's accounts of a wallet or of its answer, each address once, payment accounts first; `[]` for junk. Never throws. */
function readAccounts(from: unknown, { readAddress, prefix, types }: Dialect): StandardAccount[] {
  const found = new Map<string, StandardAccount>()
  for (const account of readList(from, 'accounts')) {
    const address = readAddress(readProperty(account, 'address'))
    const chains = readList(account, 'chains')
    if (
      address &&
      (chains.length === 0 || chains.some((chain) => typeof chain === 'string' && chain.startsWith(prefix))) &&
      !found.has(address)
    )
      found.set(address, { address, account })
  }
  const list = [...found.values()]
  const uses = types?.(list)
  // Coins paid to an account meant for other assets may be out of reach.
  const isOther = ({ address }: StandardAccount) => Number(uses !== undefined && uses[address] !== 'payment')
  return list.sort((one, other) => isOther(one) - isOther(other))
}

function readList(from: unknown, name: string): readonly unknown[] {
  try {
    const list = readProperty(from, name)
    return Array.isArray(list) ? list.slice(0, MAX_ACCOUNTS) : []
  } catch {
    return []
  }
}

function readProperty(from: unknown, name: string): unknown {
  try {
    return (from as Record<string, unknown> | undefined)?.[name]
  } catch {
    return undefined
  }
}
