import { connectorById, walletsAsked } from '../src/controllers/discovery'
import { onRefusal, type Step } from '../src/controllers/host-consent'
import { isConsentMissing } from '../src/controllers/legal'
import { part } from '../src/controllers/load-part'
import { hideModal, onClosed, resetView } from '../src/controllers/modal'
import { onChange } from '../src/controllers/on-change'
import { type PublicAccount, publicAccount } from '../src/controllers/public-account'
import { sessionsKnown } from '../src/controllers/restore'
import { listedWallet } from '../src/controllers/select-wallet'
import { wake } from '../src/controllers/wake'
import { installedAs } from '../src/controllers/wallet-rows'
import { AUTH_ID } from '../src/lib/auth-id'
import type { ChainNamespace } from '../src/lib/caip'
import { isEmbeddable } from '../src/lib/embeddable'
import { type ErrorCode, WalletError } from '../src/lib/errors'
import { untilAborted } from '../src/lib/until-aborted'
import { WALLET_CONNECT, WATCH } from '../src/lib/wallet'
import { attempt } from '../src/state/attempt'
import { chainOf, chains } from '../src/state/chains'
import { connectors } from '../src/state/connectors'
import { modal } from '../src/state/modal'
import { wallets } from '../src/state/wallets'
import type { ViewName } from '../src/views'
import { told } from './host-errors'
import { hostWallets } from './host-wallets'
import { show, viewOf } from './show'

/**
 * Where the visitor is to choose, the modal opens after this at the latest: a press that does nothing for the ten seconds that a stored
 * wallet may take to answer would seem to be lost.
 */
const PATIENCE_MS = 2_000
/** A wallet may still announce itself for this long before the host is told that there is none. */
export const UNKNOWN_AFTER_MS = 1_500

/** What a host gives to `connect()`. */
export type ConnectOptions = {
  /** Its rdns, its id in the wallet list, `walletConnect` or `watch`; absent: the visitor chooses. */
  readonly wallet?: string | undefined
  /** Only this namespace: its installed wallets, and its account. */
  readonly namespace?: ChainNamespace | undefined
  /** With `wallet: 'watch'`: an address or a name. */
  readonly address?: string | undefined
  /** Ends the attempt with ABORTED. */
  readonly signal?: AbortSignal | undefined
}

const firstView = (wallet: string | undefined): ViewName => (wallet === undefined ? 'Connect' : viewOf(wallet))

/** Connects for the host page: an installed wallet directly, anything else through the modal. */
export async function connectWallet(
  element: Parameters<typeof show>[0],
  { wallet, namespace, address, signal }: ConnectOptions,
): Promise<PublicAccount | undefined> {
  if (signal?.aborted) throw refused('ABORTED')
  if (wallet === AUTH_ID && namespace && !isEmbeddable(namespace)) throw refused('WALLET_NOT_FOUND')
  if (wallet === WATCH && address !== undefined) return watchAccount({ text: address, namespace, signal })
  const patience = wallet === undefined ? PATIENCE_MS : undefined
  await untilAborted(sessionsKnown(wallet), signal, patience).catch(() => {})
  if (signal?.aborted) throw refused('ABORTED')
  const present = accountOf(namespace)
  // The wallet's connector for a namespace may have another id than the wallet.
  const named = wallet && (connectorById(wallet, namespace)?.id ?? wallet)
  const held = present?.wallet.id
  // A visitor who only watches an account has no wallet yet.
  if (present && (named === undefined ? held !== WATCH : held === named)) return present
  const live = await part(wake())
  // By then installed wallets have announced themselves, even if nothing was opened before.
  if (wallet !== undefined) await walletsAsked()
  // The host may have set `externalConnectors` in this same task.
  if (wallet !== undefined && !connectorById(wallet)) await part(hostWallets.offered)
  if (signal?.aborted) throw refused('ABORTED')
  const connector = wallet === undefined ? undefined : connectorById(wallet)
  // WalletConnect, e-mail and social wallets and missing consent need the modal.
  if (connector && !/^(WALLET_CONNECT|AUTH)$/.test(connector.type) && !isConsentMissing()) {
    const connected = await live.connect.run({ wallet: connector.id, namespace, signal })
    return connected ? accountOf(namespace) : undefined
  }
  const view = firstView(wallet)
  // Listens first: the visitor or the signal may end it while the modal is still loading.
  const { end, stop, fail } = untilConnected({ wallet, namespace, signal })
  try {
    await show(element, { view, wallet, namespace })
  } catch (error) {
    stop()
    throw error
  }
  if (wallet !== undefined && view === 'ConnectingWallet') void refuseUnknown(wallet, namespace, fail).catch(() => {})
  return end
}

/**
 * Fails with WALLET_NOT_FOUND where no list, nor this browser, has the wallet that the host names, instead of waiting until the visitor
 * closes the screen that says so and offers the others.
 */
export async function refuseUnknown(wallet: string, namespace: ChainNamespace | undefined, fail: Wait['fail']): Promise<void> {
  const { findNamed } = await import('../src/controllers/named-wallet')
  await Promise.all([findNamed(wallet), new Promise((resolve) => setTimeout(resolve, UNKNOWN_AFTER_MS))])
  if (isUnknown(wallet, namespace)) fail('WALLET_NOT_FOUND')
}

/** Shows an account without a wallet; undefined if the host canceled it. */
async function watchAccount(wanted: { text: string; namespace: ChainNamespace | undefined; signal: AbortSignal | undefined }) {
  const [{ watch }] = await part(Promise.all([import('../src/controllers/watch-address'), wake()]))
  const watched = await watch.run(wanted)
  return watched && accountOf(watched)
}

type Wanted = { readonly [K in 'wallet' | 'namespace' | 'signal']: ConnectOptions[K] | undefined }
type Wait = {
  readonly end: Promise<PublicAccount | undefined>
  readonly stop: () => void
  readonly fail: (code: ErrorCode) => void
}

/** The calls that wait for the visitor, by their `stop`: one of them that is ended leaves the modal to the others. */
const waits = new Map<object, Wanted>()

/**
 * `end` resolves to the account that the visitor connects, or to undefined if the host cancels the wallet that it named; it rejects
 * if the modal is closed without an account, or by `fail`.
 */
export function untilConnected({ wallet, namespace, signal }: Wanted): Wait {
  let last: ErrorCode | undefined
  const stops: (() => void)[] = []
  const stop = () => {
    for (const each of stops) each()
  }
  waits.set(stop, { wallet, namespace, signal })
  let fail = (_: ErrorCode) => {}
  const end = new Promise<PublicAccount | undefined>((resolve, reject) => {
    let over = false
    stops.push(
      () => (over = true),
      () => waits.delete(stop),
    )
    fail = (code) => {
      if (over) return
      stop()
      reject(refused(code))
    }
    const finish = (code?: ErrorCode) => {
      if (code) return fail(code)
      stop()
      resolve(accountOf(namespace))
      // Found again while they were choosing: there is nothing to choose any more, and no screen that shows it and closes.
      if (chainOf(namespace ?? chains.activeNamespace).restored) hideModal()
    }
    const abort = () => {
      finish('ABORTED')
      const other = [...waits.values()].at(-1)
      if (!other) return hideModal()
      // This call's screen would go on asking its wallet, unless the visitor has chosen that wallet in the other call's list.
      if (wallet === undefined || other.wallet === wallet || modal.stack[0]?.data?.walletId !== wallet) return
      resetView(firstView(other.wallet), { walletId: other.wallet, namespace: other.namespace })
    }
    const refuse = (step: Step) => {
      // The visitor or the host may have moved on to another wallet. The e-mail wallet is only asked some views later.
      if (step.type !== 'before-connect' || !wallet || modal.stack[0]?.data?.walletId !== wallet) return
      if (!askedFor(wallet, namespace).includes(step.wallet)) return
      stop()
      resolve(undefined)
      hideModal()
    }
    const isNew = newAccountOf(wallet, namespace)
    const heed = (code: ErrorCode | undefined) => {
      last = code ?? last
    }
    stops.push(
      onChange([attempt], () => attempt.code, heed),
      onChange([chains, attempt, wallets], isNew, (now) => now && finish()),
      onRefusal(refuse),
      onClosed(() => finish(isNew() ? undefined : (last ?? (isUnknown(wallet, namespace) ? 'WALLET_NOT_FOUND' : 'ABORTED')))),
      () => signal?.removeEventListener('abort', abort),
    )
    signal?.addEventListener('abort', abort)
  })
  // It may reject before anybody awaits it.
  end.catch(() => {})
  return { end, stop, fail }
}

/**
 * Returns a check whether there is an account by now that answers the call. A change of the existing account is no answer, though the
 * same one may be connected again. A restored wallet other than the wanted one is no answer either; one connected by QR code is
 * recognised only by its name.
 */
function newAccountOf(wallet: string | undefined, namespace: ChainNamespace | undefined): () => boolean {
  // Of each namespace: when the active wallet leaves, another that was there before becomes active.
  const before = Object.fromEntries(Object.keys(chains.byNamespace).map((each) => [each, accountOf(each)?.wallet.id]))
  let wasMade = attempt.status === 'connected'
  return () => {
    const isMade = attempt.status === 'connected'
    wasMade &&= isMade
    const asked = namespace ?? chains.activeNamespace
    const { id, name } = accountOf(asked)?.wallet ?? {}
    const isMadeSince = isMade && !wasMade
    if (id === undefined || (id === before[asked] && !isMadeSince)) return false
    if (!chainOf(asked).restored || wallet === undefined || wallet === id) return true
    return askedFor(wallet, namespace).includes(id) && (id !== WALLET_CONNECT || listedWallet(wallet)?.name === name)
  }
}

/** Whether the wallet that the host names is neither in a list nor in this browser: the visitor has been told, and can only leave. */
const isUnknown = (wallet: string | undefined, namespace: ChainNamespace | undefined): boolean =>
  wallet !== undefined &&
  viewOf(wallet) === 'ConnectingWallet' &&
  !listedWallet(wallet) &&
  !installedAs(wallet, undefined, connectors.list, namespace)

/**
 * Connector ids that may answer for a wallet named by the host: its own and its parts' if it is installed, else its id (a watched
 * account is in no list) or WalletConnect.
 */
function askedFor(wallet: string, namespace: ChainNamespace | undefined): string[] {
  const here = installedAs(wallet, listedWallet(wallet), connectors.list, namespace)
  return here ? [here, ...(here.parts ?? [])].map(({ id }) => id) : [wallet, WALLET_CONNECT]
}

function accountOf(namespace: ChainNamespace = chains.activeNamespace): PublicAccount | undefined {
  const chain = chainOf(namespace)
  return chain.status === 'connected' ? publicAccount(namespace, chain) : undefined
}

const refused = (code: ErrorCode): WalletError => told(new WalletError(code))
