import type { CaipNetworkId, ChainNamespace } from '../lib/caip'
import { foundIn } from '../lib/error-tree'
import { WalletError } from '../lib/errors'
import { toWalletError } from '../lib/rpc-errors'
import type { AccountUse } from '../lib/wallet'
import type { OpenWallet } from './late-connector'
import { ANSWER_LIMIT_MS, LEAVE_LIMIT_MS, MAX_ACCOUNTS, TELL_INTERVAL_MS } from './limits'
import type { Connection, ConnectorEvent, ConnectRequest, Provider } from './types'
import { asksAgain, waitFor } from './wait'
import { callFeature, type StandardAccount, type StandardView } from './wallet-standard-feature'

type Snapshot = { readonly accounts: readonly StandardAccount[]; readonly networkId: CaipNetworkId }

/** How the wallets of one namespace speak. */
export type Dialect = {
  readonly namespace: ChainNamespace
  /** How the standard's names of its chains begin. */
  readonly prefix: string
  /** The standard's names of chains, and their CAIP-2 ids. */
  readonly chains: Readonly<Record<string, CaipNetworkId>>
  /** A chain that stands for whatever network the page has. */
  readonly anyChain?: string
  /** An address as the namespace writes it; undefined for what is none. */
  readonly readAddress: (text: unknown) => string | undefined
  /** Asks for accounts, silently or not; resolves to what holds `accounts`. */
  readonly ask: (wallet: object, silent: boolean) => Promise<unknown>
  /** Features whose `disconnect` or `on` is called, the first that there is. */
  readonly disconnect: readonly string[]
  readonly events: readonly string[]
  readonly provider: (wallet: object, view: StandardView) => Provider
  /** An account is on the chains that it names and on no other. */
  readonly isBound?: boolean
  /** What each account is for, by address, where the namespace tells them apart. */
  readonly types?: (accounts: readonly StandardAccount[]) => Readonly<Record<string, AccountUse>>
}

/**
 * Opens a wallet of the Wallet Standard in one namespace, of which only the name is trusted; `tell` hears its changes. Connecting
 * rejects with USER_REJECTED, NO_ACCOUNTS_FOUND, CHAIN_UNSUPPORTED, ABORTED … A silent answer is waited for ten seconds, and
 * leaving never rejects.
 */
export function openStandardWallet(wallet: object, tell: (event: ConnectorEvent) => void, dialect: Dialect): OpenWallet {
  const { namespace, chains, types } = dialect
  let now: Snapshot | undefined
  let unwatch: (() => void) | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let toldAt = 0
  const askPerson = asksAgain(() => dialect.ask(wallet, false), isPending)

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

  /** The networks that the wallet can use; undefined: whatever the page has. */
  const usable = () => {
    const named = readList(wallet, 'chains')
    if (named.includes(dialect.anyChain ?? null)) return undefined
    return [...new Set(named.flatMap((chain) => idOfChain(chain) ?? []))]
  }
  const canUse = (networkId: CaipNetworkId) => usable()?.includes(networkId) ?? true
  /** One that names no chain is on each. */
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

  /** The first of the page's networks that the wallet can use, else one that it can use: the page then offers to change. */
  function networkFor({ networks }: ConnectRequest, accounts: readonly StandardAccount[] = []): CaipNetworkId {
    const own = networks.filter(({ chainNamespace }) => chainNamespace === namespace).map(({ caipNetworkId }) => caipNetworkId)
    const fits = (networkId: CaipNetworkId) => canUse(networkId) && isOn(accounts, networkId)
    const network = [...own, ...(usable() ?? [])].find(fits)
    if (!network) throw new WalletError('CHAIN_UNSUPPORTED')
    return network
  }

  async function open(request: ConnectRequest, silent: boolean, limitMs?: number): Promise<readonly Connection[]> {
    // Before anybody is asked in vain.
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

  function note() {
    timer ??= setTimeout(
      () => {
        timer = undefined
        toldAt = Date.now()
        settle()
      },
      Math.min(TELL_INTERVAL_MS, Math.max(0, toldAt + TELL_INTERVAL_MS - Date.now())),
    )
  }

  function settle() {
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
  }

  function watch() {
    if (unwatch) return
    let open = true
    let off: unknown
    // A page that comes back as it was left has heard nothing meanwhile. A wallet that does not answer says nothing by that.
    const back = ({ persisted }: PageTransitionEvent) =>
      persisted && void waitFor(dialect.ask(wallet, true), { limitMs: ANSWER_LIMIT_MS }).then(note, () => {})
    globalThis.addEventListener?.('pageshow', back)
    unwatch = () => {
      open = false
      globalThis.removeEventListener?.('pageshow', back)
      if (typeof off === 'function')
        void Promise.resolve()
          .then(off as () => unknown)
          .catch(() => {})
    }
    // A wallet without events is looked at again when something is asked of it.
    void callFeature(wallet, featureOf(wallet, dialect.events), 'on', ['change', () => open && note()]).then(
      (stop) => {
        off = stop
        if (!open && typeof stop === 'function') stop()
      },
      () => {},
    )
  }

  function pause() {
    unwatch?.()
    unwatch = undefined
    clearTimeout(timer)
    timer = undefined
    now = undefined
  }

  return {
    async connect(request) {
      try {
        if (request.signal.aborted) throw new WalletError('ABORTED')
        return await open(request, false)
      } catch (cause) {
        throw toWalletError(isGone(cause) ? new WalletError('PROVIDER_NOT_FOUND', { cause }) : cause, 'CONNECT_FAILED')
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

/** What the browser says of an extension that was updated or switched off under the page: a reload brings it back. */
const isGone = (cause: unknown) => foundIn(cause).messages.some((each) => /context invalidated/i.test(each))

/** Whether the wallet says that it has been asked already (-32002). */
const isPending = (cause: unknown) => toWalletError(cause, 'CONNECT_FAILED').code === 'REQUEST_PENDING'

/** The first of these features that the wallet has. */
const featureOf = (wallet: object, names: readonly string[]): string =>
  names.find((name) => name in Object(readProperty(wallet, 'features'))) ?? names[0] ?? ''

const fingerprint = (connections: readonly Connection[]) =>
  JSON.stringify(connections.map(({ accounts, approved }) => [accounts, approved]))

/** The namespace's accounts of a wallet or of its answer, each address once, those for payments first; `[]` for junk. Never throws. */
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
  // Whoever is paid where something else is kept may not get at it.
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
