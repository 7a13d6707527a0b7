import { connectorById, walletsAsked } from '../src/controllers/discovery'
import { onRefusal, type Step } from '../src/controllers/host-consent'
import { isConsentMissing } from '../src/controllers/legal'
import { hideModal, onClosed } from '../src/controllers/modal'
import { onChange } from '../src/controllers/on-change'
import { part } from '../src/controllers/part'
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
import { hostWallets } from './host-wallets'
import { show, viewOf } from './show'
import { told } from './told'

export type ConnectOptions = {
  /** Its rdns, its id in the wallet list, `walletConnect` or `watch`; absent: the visitor chooses. */
  readonly wallet?: string | undefined
  /** The installed wallets of this namespace alone, and its account. */
  readonly namespace?: ChainNamespace | undefined
  /** With `wallet: 'watch'`: an address or a name. */
  readonly address?: string | undefined
  /** Ends the attempt with ABORTED. */
  readonly signal?: AbortSignal | undefined
}

/** Connects for the host: an installed wallet at once, anything else through the modal. */
export async function connectWallet(
  element: Parameters<typeof show>[0],
  { wallet, namespace, address, signal }: ConnectOptions,
): Promise<PublicAccount | undefined> {
  if (signal?.aborted) throw refused('ABORTED')
  if (wallet === AUTH_ID && namespace && !isEmbeddable(namespace)) throw refused('WALLET_NOT_FOUND')
  if (wallet === WATCH && address !== undefined) return watchAccount({ text: address, namespace, signal })
  await untilAborted(sessionsKnown(wallet), signal)
  const present = accountOf(namespace)
  // Its part for a namespace may go by another id than the wallet.
  const named = wallet && (connectorById(wallet, namespace)?.id ?? wallet)
  const held = present?.wallet.id
  // Whoever only watches an account has no wallet yet.
  if (present && (named === undefined ? held !== WATCH : held === named)) return present
  const live = await part(wake())
  // A wallet that is here has answered by then, also when nothing was opened before.
  if (wallet !== undefined) await walletsAsked()
  // One of the host's own may have been given in this very task.
  if (wallet !== undefined && !connectorById(wallet)) await part(hostWallets.offered)
  if (signal?.aborted) throw refused('ABORTED')
  const connector = wallet === undefined ? undefined : connectorById(wallet)
  // Somebody scans a code first, signs in, or has terms to accept.
  if (connector && !/^(WALLET_CONNECT|AUTH)$/.test(connector.type) && !isConsentMissing()) {
    const connected = await live.connect.run({ wallet: connector.id, namespace, signal })
    return connected ? accountOf(namespace) : undefined
  }
  const view = wallet === undefined ? 'Connect' : viewOf(wallet)
  // Listening first: the visitor, or the signal, may end it while the modal is still coming.
  const { end, stop } = untilConnected({ wallet, namespace, signal })
  try {
    await show(element, { view, wallet, namespace })
  } catch (error) {
    stop()
    throw error
  }
  return end
}

/** Shows an account without a wallet; undefined where the host refused. */
async function watchAccount(wanted: { text: string; namespace: ChainNamespace | undefined; signal: AbortSignal | undefined }) {
  const [{ watch }] = await part(Promise.all([import('../src/controllers/watch'), wake()]))
  const watched = await watch.run(wanted)
  return watched && accountOf(watched)
}

type Wanted = { readonly [K in 'wallet' | 'namespace' | 'signal']: ConnectOptions[K] | undefined }
type Wait = { readonly end: Promise<PublicAccount | undefined>; readonly stop: () => void }

/**
 * `end` resolves to the account that the visitor connects, to undefined where the host refuses the wallet that it named, and rejects
 * when the modal is closed without one.
 */
export function untilConnected({ wallet, namespace, signal }: Wanted): Wait {
  let last: ErrorCode | undefined
  const stops: (() => void)[] = []
  const stop = () => {
    for (const each of stops) each()
  }
  const end = new Promise<PublicAccount | undefined>((resolve, reject) => {
    const finish = (code?: ErrorCode) => {
      stop()
      if (code) reject(refused(code))
      else resolve(accountOf(namespace))
    }
    const abort = () => {
      finish('ABORTED')
      hideModal()
    }
    const refuse = (step: Step) => {
      // The visitor, or the host, may have gone on to another wallet. That of an e-mail is asked some views further on.
      if (step.type !== 'before-connect' || !wallet || modal.stack[0]?.data?.walletId !== wallet) return
      if (!askedFor(wallet, namespace).includes(step.wallet)) return
      stop()
      resolve(undefined)
      hideModal()
    }
    const before = accountOf(namespace)?.wallet.id
    let wasMade = attempt.status === 'connected'
    // What was there may move meanwhile, which is no answer; and it may be connected once more. Nor is another wallet than the
    // one that is wanted, which was found again; through the code that is told by its name alone.
    const isNew = () => {
      const isMade = attempt.status === 'connected'
      wasMade &&= isMade
      const { id, name } = accountOf(namespace)?.wallet ?? {}
      if (id === undefined || (id === before && !(isMade && !wasMade))) return false
      const { restored } = chainOf(namespace ?? chains.activeNamespace)
      if (!restored || wallet === undefined || wallet === id) return true
      return askedFor(wallet, namespace).includes(id) && (id !== WALLET_CONNECT || listedWallet(wallet)?.name === name)
    }
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
  // It may end before anybody waits for it.
  end.catch(() => {})
  return { end, stop }
}

/** Whether no list holds the wallet that the host names, and this browser neither: the visitor has read so, and could only leave. */
const isUnknown = (wallet: string | undefined, namespace: ChainNamespace | undefined): boolean =>
  wallet !== undefined &&
  viewOf(wallet) === 'ConnectingWallet' &&
  !listedWallet(wallet) &&
  !installedAs(wallet, undefined, connectors.list, namespace)

/** Ids of what may be asked for a wallet that the host names: itself or its parts where it is in this browser, else the code; an account that is watched is in no list. */
function askedFor(wallet: string, namespace: ChainNamespace | undefined): string[] {
  const here = installedAs(wallet, listedWallet(wallet), connectors.list, namespace)
  return here ? [here, ...(here.parts ?? [])].map(({ id }) => id) : [wallet, WALLET_CONNECT]
}

function accountOf(namespace: ChainNamespace = chains.activeNamespace): PublicAccount | undefined {
  const chain = chainOf(namespace)
  return chain.status === 'connected' ? publicAccount(namespace, chain) : undefined
}

const refused = (code: ErrorCode): WalletError => told(new WalletError(code))
